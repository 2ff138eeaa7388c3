package io.busbar.model.catalog;

import static io.busbar.formats.shape.Key.optional;

import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.model.fact.Kind;
import io.busbar.model.fact.Range;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.Ports;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures that things of each shelf may have, with how they are written. Constants. */
public final class CatalogKeys {
  static final Key<String> VENDOR = optional("vendor", Type.text(), "maker");
  static final Key<Double> PORT_RATE =
      optional("port_rate", Measures.BANDWIDTH, "one port at its fastest, per direction");
  static final Key<Integer> MAX_PORTS =
      optional("max_ports", Measures.COUNT, "most ports of a card of this model");
  static final Key<List<NetworkKind>> NETWORKS =
      optional("networks", Measures.NETWORKS, "what it speaks");
  static final Key<NetworkKind> NETWORK =
      optional("network", Type.oneOf(NetworkKind.class), "what it speaks");
  static final Key<List<Ports>> PORTS =
      optional("ports", Measures.PORTS, "port splits: ports and their rate per direction");
  static final Key<Double> CAPACITY =
      optional("capacity", Measures.BANDWIDTH, "all ports together, one direction");
  static final Key<Range> LATENCY = optional("latency", Measures.TIME, "port to port");
  static final Key<Integer> SHARP =
      optional("sharp", Measures.COUNT, "generation of in-network reduction");
  static final Key<Integer> SHARP_TREES =
      optional(
          "sharp_trees", Measures.COUNT, "streaming reduction trees that a switch takes part in");
  static final Key<Boolean> SHARP_STREAM_PER_PORT =
      optional(
          "sharp_stream_per_port",
          Type.flag(),
          "whether each port has its own active streaming tree, not only the whole switch");
  static final Key<Range> TYPICAL_POWER = optional("power", Measures.POWER, "typical power");

  private static final List<Key<?>> NIC =
      List.of(
          VENDOR,
          PORT_RATE,
          MAX_PORTS,
          NETWORKS,
          optional("infiniband", Type.text(), "InfiniBand speed"),
          optional("ethernet", Type.text(), "Ethernet speed"),
          optional("transport", Type.text(), "transport"),
          optional("pcie", Type.text(), "PCI Express connection"),
          optional("max_power", Measures.POWER, "most power"));

  private static final List<Key<?>> SWITCH =
      List.of(
          VENDOR,
          optional("family", Type.text(), "product family"),
          NETWORK,
          PORTS,
          CAPACITY,
          LATENCY,
          SHARP,
          SHARP_TREES,
          SHARP_STREAM_PER_PORT,
          TYPICAL_POWER,
          optional("max_power", Measures.POWER, "most power, with active cables"),
          optional("chip_power", Measures.POWER, "power of the switch chip"),
          optional("optics_power", Measures.POWER, "most power of the optics in one port"),
          optional("cages", Type.text(), "cages for cables"),
          optional("packet_rate", Type.text(), "packets per second"),
          optional("buffer", Measures.SIZE, "packet buffer"),
          optional("buffer_kind", Type.text(), "kind of packet buffer"),
          optional("lossless_pool", Measures.SIZE, "shared pool of lossless classes"),
          optional("headroom_pool", Measures.SIZE, "shared headroom behind the pause threshold"),
          optional("headroom_profile", Type.text(), "pause profile of a priority at 400 Gb/s"),
          optional("in_switch_reduction", Type.flag(), "multicast and reduction for NVLS"),
          optional("multicast_groups", Measures.COUNT, "multicast groups of one domain"),
          optional("per_system", Type.text(), "chips per system"),
          optional("gpu_links_per_chip", Type.text(), "links from one GPU to each chip"),
          optional("oversubscription", Type.text(), "down links over up links"),
          optional("rack_units", Measures.COUNT, "height"),
          optional("cooling", Type.text(), "cooling"),
          optional("examples", Type.text(), "boxes built on it"));

  private static final List<Key<?>> OPTIC =
      List.of(
          optional("rate", Measures.BANDWIDTH, "whole module, one direction"),
          optional("form", Type.text(), "lanes of the module"),
          optional("medium", Type.text(), "fibre or copper"),
          optional("reach", Measures.LENGTH, "longest cable"),
          optional("power", Measures.POWER, "power of one end"),
          optional("power_at_half_rate", Measures.POWER, "power of one end at half rate"),
          optional("models", Type.text(), "model numbers"),
          optional("delay_per_metre", Measures.TIME, "propagation delay of one metre"));

  private static final List<Key<?>> PRICE =
      List.of(
          optional("item", Type.text(), "what is priced"),
          optional("price", Measures.MONEY, "US dollars"),
          optional("share", Measures.RATIO, "share of a whole"),
          optional("factor", Measures.FACTOR, "ratio of two figures"),
          optional("power", Measures.POWER, "power"),
          optional("energy", Type.text(), "energy"),
          optional("units", Measures.COUNT, "how many units the price covers"),
          optional("date", Type.text(), "when it held"),
          optional("basis", Type.text(), "what the figure stands on"));

  private static final Map<Kind, List<Key<?>>> SHELVES =
      Map.of(
          Kind.GPU, GpuKeys.ALL,
          Kind.NODE, NodeKeys.ALL,
          Kind.NIC, NIC,
          Kind.SWITCH, SWITCH,
          Kind.OPTIC, OPTIC,
          Kind.PRICE, PRICE,
          Kind.MODEL, List.of());

  private CatalogKeys() {}

  /** The figures of a shelf by name; none for models, which have a configuration instead. */
  public static Map<String, Key<?>> of(Kind kind) {
    Map<String, Key<?>> keys = new LinkedHashMap<>();
    for (Key<?> key : SHELVES.getOrDefault(kind, List.of())) {
      keys.put(key.name(), key);
    }
    return keys;
  }

  /** The figures of a shelf as a mapping of plain values, as an override or a node of one's own. */
  public static Shape shape(Kind kind) {
    return Shape.of("figures of a " + kind.folder(), of(kind).values().toArray(Key<?>[]::new));
  }
}
