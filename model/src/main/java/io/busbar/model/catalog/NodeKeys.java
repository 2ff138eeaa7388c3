package io.busbar.model.catalog;

import static io.busbar.formats.shape.Key.optional;

import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Type;
import io.busbar.model.fact.Range;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.ScaleUp;
import java.util.List;

/**
 * The figures that a node of the catalogue may have; none has the name of a GPU's figure, so that
 * an override of either needs no prefix. Bandwidths are per direction. Constants.
 */
public final class NodeKeys {
  private static final int MAX_GPUS = 4096;
  private static final Type<Integer> GPU_COUNT = Type.count(1, MAX_GPUS);

  public static final Key<String> GPU = optional("gpu", Type.text(), "GPU by catalogue name");
  public static final Key<Integer> GPUS = optional("gpus", GPU_COUNT, "GPUs of one unit");
  public static final Key<Integer> GPUS_PER_HOST =
      optional("gpus_per_host", GPU_COUNT, "GPUs of one operating system image");
  public static final Key<Integer> DOMAIN_GPUS =
      optional("domain_gpus", GPU_COUNT, "GPUs that reach each other over scale-up links");
  public static final Key<ScaleUp> SCALE_UP =
      optional("scale_up", Type.oneOf(ScaleUp.class), "how the GPUs are joined");
  public static final Key<String> SCALE_UP_GRID =
      optional(
          "scale_up_grid",
          Type.text(),
          "grid of the scale-up links, GPUs of a domain by dimension: torus:4x4x4, mesh:4x4,"
              + " hyperx:8");
  public static final Key<Double> SCALE_UP_PEER_RATE =
      optional("scale_up_peer_rate", Measures.BANDWIDTH, "what one peer gets of the links");
  public static final Key<Boolean> IN_SWITCH_REDUCTION =
      optional("in_switch_reduction", Type.flag(), "scale-up switches multicast and reduce");
  public static final Key<Range> SCALE_UP_LATENCY =
      optional("scale_up_latency", Measures.TIME, "small message to a GPU of the same domain");
  public static final Key<String> NIC =
      optional("nic", Type.text(), "NIC of the compute network by catalogue name");
  public static final Key<Integer> NICS =
      optional("nics", Measures.COUNT, "NIC ports of one unit on the compute network");
  public static final Key<Double> NIC_RATE =
      optional("nic_rate", Measures.BANDWIDTH, "one NIC port");
  public static final Key<Integer> GPUS_PER_PCIE_SWITCH =
      optional("gpus_per_pcie_switch", GPU_COUNT, "GPUs that share a PCIe switch with their NICs");
  public static final Key<NetworkKind> NETWORK =
      optional("network", Type.oneOf(NetworkKind.class), "what the NICs speak by default");
  public static final Key<Range> NETWORK_LATENCY =
      optional("network_latency", Measures.TIME, "small message to a node on the same leaf");
  public static final Key<Double> STORAGE_RATE =
      optional("storage_rate", Measures.BANDWIDTH, "storage or front-end network of one unit");
  public static final Key<Range> STORAGE_LATENCY =
      optional("storage_latency", Measures.TIME, "one access to shared storage");
  public static final Key<Range> POWER =
      optional("power", Measures.POWER, "power of one unit under load");

  public static final Key<Double> HOST_MEMORY =
      optional("host_memory", Measures.SIZE, "host memory of one host");

  static final List<Key<?>> ALL =
      List.of(
          GPU,
          GPUS,
          GPUS_PER_HOST,
          DOMAIN_GPUS,
          SCALE_UP,
          SCALE_UP_GRID,
          SCALE_UP_PEER_RATE,
          IN_SWITCH_REDUCTION,
          SCALE_UP_LATENCY,
          NIC,
          NICS,
          NIC_RATE,
          GPUS_PER_PCIE_SWITCH,
          NETWORK,
          NETWORK_LATENCY,
          STORAGE_RATE,
          STORAGE_LATENCY,
          POWER,
          optional("scale_up_switches", Measures.COUNT, "scale-up switch chips of one unit"),
          optional("scale_up_aggregate_rate", Measures.BANDWIDTH, "all GPUs of a unit sending"),
          optional("scale_up_bisection_rate", Measures.BANDWIDTH, "between two halves of a unit"),
          optional("pcie_affinity", Type.text(), "how GPUs and NICs share PCIe"),
          optional("network_rate", Measures.BANDWIDTH, "compute network of one unit, published"),
          optional("nccl_net_latency", Measures.TIME, "latency that the plugin reports to NCCL"),
          optional("allreduce_pass_rate", Measures.BANDWIDTH, "busbw that the operator accepts"),
          optional("storage_nics", Type.text(), "NICs for storage and front end"),
          optional("hca_names", Type.text(), "RDMA devices of the compute network"),
          optional("host_processors", Measures.COUNT, "host processors of one unit"),
          optional("virtual_processors", Measures.COUNT, "virtual processors of one host"),
          HOST_MEMORY,
          optional("trays", Measures.COUNT, "compute trays of one unit"),
          optional("tray_power", Measures.POWER, "power of one compute tray"),
          optional("rack_units", Measures.COUNT, "height"),
          optional("power_supplies", Type.text(), "power supplies or shelves"),
          optional("list_price", Measures.MONEY, "price at launch"),
          optional("shapes", Type.text(), "names of the shape at the cloud"));

  private NodeKeys() {}
}
