package io.busbar.nccl.topology;

import io.busbar.nccl.graph.PathType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A GPU and the NICs that it reaches best. Devices for management and for sockets are left out
 * where there are others.
 *
 * @param nics all that are equally good; empty when the node has none
 * @param path to them; {@link DevicePath#type()} is DIS when nothing is known
 * @param over the GPU through which NCCL goes (PXN): a peer over NVLink that is near a NIC, while
 *     this one is near none; null when there is none or no need
 */
public record Affinity(
    GpuDevice gpu,
    List<NicDevice> nics,
    DevicePath path,
    @Nullable GpuDevice over,
    @Nullable Double bytesPerSecond) {
  public Affinity {
    nics = List.copyOf(nics);
  }

  /** Of each GPU of a node. */
  public static List<Affinity> of(NodeTopology node) {
    List<NicDevice> candidates = node.nics().stream().filter(NicDevice::isForTraffic).toList();
    List<NicDevice> nics = candidates.isEmpty() ? node.nics() : candidates;
    return node.gpus().stream().map(gpu -> of(node, gpu, nics)).toList();
  }

  private static Affinity of(NodeTopology node, GpuDevice gpu, List<NicDevice> nics) {
    List<NicDevice> best = new ArrayList<>();
    DevicePath bestPath = DevicePath.UNKNOWN;
    for (NicDevice nic : nics) {
      DevicePath path = node.path(gpu, nic);
      int order = compare(path, bestPath);
      if (path.isKnown() && order < 0) {
        best.clear();
        bestPath = path;
      }
      if (path.isKnown() && order <= 0) {
        best.add(nic);
      }
    }
    boolean far = bestPath.isKnown() && bestPath.type().compareTo(PathType.PXN) > 0;
    GpuDevice over = far ? over(node, gpu, nics) : null;
    Double rate = over == null ? bestPath.bytesPerSecond() : rate(node, gpu, over, nics);
    return new Affinity(gpu, best, bestPath, over, rate);
  }

  /** Of the slower of both parts. */
  private static @Nullable Double rate(
      NodeTopology node, GpuDevice gpu, GpuDevice over, List<NicDevice> nics) {
    double network = nics.stream().mapToDouble(nic -> rate(node.path(over, nic))).max().orElse(0);
    double slower = Math.min(rate(node.path(gpu, over)), network);
    return slower > 0 ? (Double) slower : null;
  }

  private static int compare(DevicePath one, DevicePath other) {
    int byType = one.type().compareTo(other.type());
    return byType != 0 ? byType : Double.compare(rate(other), rate(one));
  }

  private static double rate(DevicePath path) {
    Double rate = path.bytesPerSecond();
    return rate == null ? 0 : rate;
  }

  private static @Nullable GpuDevice over(NodeTopology node, GpuDevice gpu, List<NicDevice> nics) {
    for (GpuDevice peer : node.gpus()) {
      boolean joined = peer != gpu && node.path(gpu, peer).isNvLink();
      if (joined && nics.stream().anyMatch(nic -> node.path(peer, nic).isNear())) {
        return peer;
      }
    }
    return null;
  }
}
