package io.busbar.nccl.topology.report;

import io.busbar.base.problem.Problem;
import io.busbar.base.report.Finding;
import io.busbar.nccl.graph.PathType;
import io.busbar.nccl.topology.Affinity;
import io.busbar.nccl.topology.DevicePath;
import io.busbar.nccl.topology.Devices;
import io.busbar.nccl.topology.GpuDevice;
import io.busbar.nccl.topology.NicDevice;
import io.busbar.nccl.topology.NodeTopology;
import io.busbar.nccl.topology.PcieLink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code busbar topo show} answers of a node; the components are the keys of its JSON. Rates
 * are of one direction and as NCCL counts them. Null is what the source does not tell.
 *
 * @param read {@code topology-file} or {@code matrix}
 * @param elements of the file, 0 for a matrix
 * @param numaNodes 0 when unknown
 * @param gpuModel what the GPUs are in the catalogue
 * @param gpuModelByNumber whether their PCI number says so; otherwise it is the usual one
 * @param nvSwitched whether NVLinks end at switches
 * @param paths from every GPU to every other device
 * @param warnings what was passed over while reading
 */
public record TopologyAnswer(
    String source,
    String read,
    int elements,
    int numaNodes,
    @Nullable String gpuModel,
    boolean gpuModelByNumber,
    boolean nvSwitched,
    List<GpuRow> gpus,
    List<NicRow> nics,
    List<PathRow> paths,
    List<Finding> findings,
    List<String> warnings) {

  /**
   * A GPU.
   *
   * @param nearestNics those that it reaches best
   * @param nearestType how, as NCCL names it
   * @param over the GPU through which NCCL reaches them (PXN)
   */
  public record GpuRow(
      String label,
      String busId,
      String pciDevice,
      @Nullable Integer computeCapability,
      @Nullable Integer nvLinks,
      @Nullable Double nvLinkBytesPerS,
      @Nullable PcieRow pcie,
      @Nullable Integer numa,
      String cores,
      @Nullable Boolean gpudirect,
      List<String> nearestNics,
      @Nullable PathType nearestType,
      @Nullable Double nearestBytesPerS,
      @Nullable String over) {}

  /** A network device. */
  public record NicRow(
      String label,
      String name,
      String busId,
      String pciDevice,
      @Nullable String model,
      @Nullable Double bytesPerS,
      @Nullable PcieRow pcie,
      @Nullable Integer numa,
      @Nullable Boolean gpudirect,
      boolean socket,
      boolean management) {}

  /** A PCIe link; 0 for a part that is unknown. */
  public record PcieRow(double gigatransfersPerS, int lanes, double bytesPerS) {}

  /** The best path from a GPU to a device. */
  public record PathRow(
      String from,
      String to,
      PathType type,
      String label,
      int nvLinks,
      @Nullable Double bytesPerS) {}

  static TopologyAnswer of(NodeTopology node, List<Finding> findings) {
    Devices.Recognised gpu = Devices.gpu(node);
    return new TopologyAnswer(
        node.source(),
        node.file() == null ? "matrix" : "topology-file",
        node.file() == null ? 0 : node.file().elementCount(),
        node.numaNodes(),
        gpu == null ? null : gpu.gpu().name(),
        gpu != null && gpu.byNumber(),
        node.nvSwitched(),
        Affinity.of(node).stream().map(TopologyAnswer::gpu).toList(),
        node.nics().stream().map(TopologyAnswer::nic).toList(),
        paths(node),
        findings,
        node.warnings().stream().map(Problem::toString).toList());
  }

  private static GpuRow gpu(Affinity affinity) {
    GpuDevice gpu = affinity.gpu();
    boolean known = affinity.path().isKnown();
    GpuDevice over = affinity.over();
    return new GpuRow(
        gpu.label(),
        gpu.busId(),
        gpu.deviceId(),
        gpu.sm(),
        gpu.nvLinks(),
        gpu.nvLinkBytesPerSecond(),
        pcie(gpu.pcie()),
        gpu.numa(),
        gpu.cores(),
        gpu.gdr(),
        affinity.nics().stream().map(NicDevice::label).toList(),
        known ? affinity.path().type() : null,
        affinity.bytesPerSecond(),
        over == null ? null : over.label());
  }

  private static NicRow nic(NicDevice nic) {
    return new NicRow(
        nic.label(),
        nic.name(),
        nic.busId(),
        nic.deviceId(),
        Devices.nic(nic.deviceId()),
        nic.bytesPerSecond(),
        pcie(nic.pcie()),
        nic.numa(),
        nic.gdr(),
        nic.socket(),
        nic.isManagement());
  }

  private static @Nullable PcieRow pcie(@Nullable PcieLink link) {
    return link == null
        ? null
        : new PcieRow(link.gigatransfers(), link.lanes(), link.bytesPerSecond());
  }

  private static List<PathRow> paths(NodeTopology node) {
    List<PathRow> rows = new ArrayList<>();
    for (GpuDevice from : node.gpus()) {
      for (GpuDevice to : node.gpus()) {
        if (from != to) {
          rows.add(row(from, to.label(), node.path(from, to)));
        }
      }
      for (NicDevice to : node.nics()) {
        rows.add(row(from, to.label(), node.path(from, to)));
      }
    }
    return rows;
  }

  private static PathRow row(GpuDevice from, String to, DevicePath path) {
    return new PathRow(
        from.label(), to, path.type(), path.label(), path.nvLinks(), path.bytesPerSecond());
  }
}
