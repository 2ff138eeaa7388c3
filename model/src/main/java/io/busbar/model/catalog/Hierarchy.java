package io.busbar.model.catalog;

import io.busbar.base.explain.Quality;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.formats.shape.Key;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Range;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The five levels over which data of a training step moves, from inside an SM to storage, for one
 * kind of node. Rates are per direction and at the limit of the hardware, not what a collective
 * achieves. Immutable.
 *
 * @param node whose levels these are
 * @param rows level 0 to 4
 */
public record Hierarchy(NodeType node, List<Row> rows) {
  public Hierarchy {
    rows = List.copyOf(rows);
  }

  /**
   * One level.
   *
   * @param level 0 is nearest to the arithmetic
   * @param name what it is called
   * @param connects what exchanges data over it
   * @param rate how fast; null if the catalogue has no figure
   * @param latency how soon; null if the catalogue has no figure
   * @param note what a reader should know; empty for nothing
   */
  public record Row(
      int level,
      String name,
      String connects,
      @Nullable Rate rate,
      @Nullable Latency latency,
      String note) {}

  /**
   * @param bytesPerSecondPerGpu share of one GPU when all send, one direction
   * @param bytesPerSecondPerNode all GPUs of the unit, one direction
   * @param quality how well it is known
   * @param source where it was read or what it was computed from
   */
  public record Rate(
      double bytesPerSecondPerGpu, double bytesPerSecondPerNode, Quality quality, String source) {}

  /**
   * @param lowSeconds where sources differ, the shortest
   * @param highSeconds and the longest
   * @param quality how well it is known
   * @param source where it was read
   */
  public record Latency(double lowSeconds, double highSeconds, Quality quality, String source) {}

  /** The levels of a node of the catalogue or of one's own. */
  public static Hierarchy of(NodeType node) {
    return new Hierarchy(
        node, List.of(withinSm(node), memory(node), scaleUp(node), network(node), storage(node)));
  }

  /**
   * Reading shared memory: {@code rate = SMs · bytes per clock and SM · clock}. The limit of one SM
   * is 32 banks of 4 bytes on NVIDIA GPUs; registers are faster still and not counted.
   */
  private static Row withinSm(NodeType node) {
    Gpu gpu = node.gpu();
    CatalogEntry entry = gpu.entry();
    Integer bytesPerClock = entry.value(GpuKeys.SHARED_MEMORY_BYTES_PER_CLOCK);
    Double clock = entry.value(GpuKeys.CLOCK);
    Rate rate = null;
    if (bytesPerClock != null && clock != null && gpu.streamingMultiprocessors() > 0) {
      Quality quality =
          worst(
              Quality.COMPUTED,
              entry.quality(GpuKeys.SHARED_MEMORY_BYTES_PER_CLOCK),
              entry.quality(GpuKeys.CLOCK),
              entry.quality(GpuKeys.STREAMING_MULTIPROCESSORS));
      double perGpu = (double) gpu.streamingMultiprocessors() * bytesPerClock * clock;
      String formula =
          gpu.streamingMultiprocessors()
              + " SMs x "
              + bytesPerClock
              + " B/clock x "
              + Math.round(clock / 1e6)
              + " MHz";
      rate = new Rate(perGpu, perGpu * node.gpus(), quality, formula);
    }
    return new Row(
        0,
        "within an SM",
        "threads of an SM through registers, shared memory and L1",
        rate,
        cycles(entry, GpuKeys.SHARED_MEMORY_LATENCY),
        smNote(entry));
  }

  private static String smNote(CatalogEntry entry) {
    List<String> parts = new ArrayList<>();
    if (entry.fact(GpuKeys.REGISTERS_PER_SM.name()) instanceof Fact registers) {
      parts.add(registers.text() + " of registers");
    }
    if (entry.fact(GpuKeys.SHARED_MEMORY_PER_SM.name()) instanceof Fact shared) {
      parts.add(shared.text() + " of shared memory");
    }
    return parts.isEmpty() ? "" : String.join(" and ", parts) + " in each SM";
  }

  private static Row memory(NodeType node) {
    Gpu gpu = node.gpu();
    String kind = gpu.entry().value(GpuKeys.MEMORY_KIND, "device memory");
    return new Row(
        1,
        kind,
        "SMs of a GPU through L2 and device memory",
        rate(gpu.entry(), GpuKeys.MEMORY_RATE, gpu.memoryBytesPerSecond(), node.gpus()),
        cycles(gpu.entry(), GpuKeys.MEMORY_LATENCY),
        "reads and writes share this rate");
  }

  private static Row scaleUp(NodeType node) {
    Gpu gpu = node.gpu();
    Latency latency = latency(node.entry(), NodeKeys.SCALE_UP_LATENCY);
    if (node.scaleUp() == ScaleUp.PCIE) {
      return new Row(
          2,
          "PCIe",
          node.gpusPerHost() + " GPUs of a host",
          rate(gpu.entry(), GpuKeys.HOST_RATE, gpu.hostBytesPerSecond(), node.gpus()),
          latency,
          "the GPUs have no scale-up links");
    }
    String link = gpu.entry().value(GpuKeys.SCALE_UP_LINK, "scale-up links");
    Double peer = node.entry().value(NodeKeys.SCALE_UP_PEER_RATE);
    String note =
        node.scaleUp() == ScaleUp.SWITCHED
            ? "switched: any one peer can use the full rate"
            : peer == null
                ? "fixed links: one peer gets a part of the rate"
                : "fixed links: one peer gets " + new Bandwidth(peer);
    return new Row(
        2,
        link,
        node.domainGpus() + " GPUs of a scale-up domain",
        rate(gpu.entry(), GpuKeys.SCALE_UP_RATE, gpu.scaleUpBytesPerSecond(), node.gpus()),
        latency,
        note);
  }

  private static Row network(NodeType node) {
    CatalogEntry entry = node.entry();
    Rate rate = null;
    if (node.nics() > 0) {
      Fact fact = entry.fact(NodeKeys.NIC_RATE.name());
      rate =
          new Rate(
              node.networkBytesPerSecondPerGpu(),
              node.nics() * node.nicBytesPerSecond(),
              worst(entry.quality(NodeKeys.NIC_RATE), entry.quality(NodeKeys.NICS)),
              fact == null ? "" : fact.source());
    }
    String nics = node.nics() + " NIC ports of " + new Bandwidth(node.nicBytesPerSecond()).inBits();
    return new Row(
        3,
        "inter-node network",
        "nodes of a cluster",
        rate,
        latency(entry, NodeKeys.NETWORK_LATENCY),
        nics + " for " + node.gpus() + " GPUs");
  }

  private static Row storage(NodeType node) {
    Double rate = node.entry().value(NodeKeys.STORAGE_RATE);
    return new Row(
        4,
        "storage and cross-cluster",
        "a node with shared storage and other clusters",
        rate == null
            ? null
            : rate(node.entry(), NodeKeys.STORAGE_RATE, rate / node.gpus(), node.gpus()),
        latency(node.entry(), NodeKeys.STORAGE_LATENCY),
        node.entry().fact("storage_nics") instanceof Fact nics ? nics.text() : "");
  }

  private static @Nullable Rate rate(CatalogEntry entry, Key<Double> key, double perGpu, int gpus) {
    Fact fact = entry.fact(key.name());
    return fact == null ? null : new Rate(perGpu, perGpu * gpus, fact.quality(), fact.source());
  }

  private static @Nullable Latency latency(CatalogEntry entry, Key<Range> key) {
    Range range = entry.value(key);
    Fact fact = entry.fact(key.name());
    return range == null || fact == null
        ? null
        : new Latency(range.low(), range.high(), fact.quality(), fact.source());
  }

  /** {@code seconds = cycles / clock}. */
  private static @Nullable Latency cycles(CatalogEntry entry, Key<Range> key) {
    Double clock = entry.value(GpuKeys.CLOCK);
    Latency cycles = latency(entry, key);
    return cycles == null || clock == null
        ? null
        : new Latency(
            cycles.lowSeconds() / clock,
            cycles.highSeconds() / clock,
            worst(cycles.quality(), entry.quality(GpuKeys.CLOCK)),
            cycles.source());
  }

  private static Quality worst(Quality... qualities) {
    Quality worst = Quality.SOURCED;
    for (Quality quality : qualities) {
      worst = quality.compareTo(worst) > 0 ? quality : worst;
    }
    return worst;
  }
}
