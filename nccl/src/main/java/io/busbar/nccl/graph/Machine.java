package io.busbar.nccl.graph;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.nccl.version.VersionedTables;
import java.util.Locale;
import java.util.Optional;

/**
 * The part of a communicator's machine that NCCL's graph search looks at, with NCCL's own effective
 * rates in GB/s (10^9, one direction).
 *
 * @param ranksPerNode GPUs of the communicator in each node
 * @param nodes NVLink domains or hosts
 * @param computeCapability times ten
 * @param scaleUp how the GPUs of a node are joined
 * @param nvlinkGigabytesPerSecond all NVLinks of a GPU; 0 when it has none
 * @param nvlinkCount NVLinks of a GPU
 * @param nics NICs of a node near the GPUs in use
 * @param nicGigabytesPerSecond what a NIC carries, PCIe included
 * @param pciGigabytesPerSecond PCIe of a GPU
 * @param nicsNear whether NICs and GPUs share PCIe switches
 * @param joined whether several NICs of a GPU are counted as one
 * @param reducesInSwitch whether NVSwitches multicast and reduce
 * @param reducesInNetwork whether the network reduces (SHARP)
 * @param cpu host processors
 */
public record Machine(
    int ranksPerNode,
    int nodes,
    int computeCapability,
    ScaleUp scaleUp,
    double nvlinkGigabytesPerSecond,
    int nvlinkCount,
    int nics,
    double nicGigabytesPerSecond,
    double pciGigabytesPerSecond,
    boolean nicsNear,
    boolean joined,
    boolean reducesInSwitch,
    boolean reducesInNetwork,
    Cpu cpu) {

  private static final double GIGA = 1e9;
  private static final double BYTES_PER_LANE_SPEED = 80;

  /**
   * The machine of a communicator with so many GPUs in each of so many nodes (NVLink domains) of a
   * cluster. NICs are shared out evenly over the GPUs.
   *
   * @return empty for accelerators that NCCL does not drive
   */
  public static Optional<Machine> of(
      Cluster cluster, int ranksPerNode, int nodes, Cpu cpu, NcclVersion version) {
    NodeType node = cluster.node();
    Gpu gpu = node.gpu();
    int capability = computeCapability(gpu);
    if (capability == 0) {
      return Optional.empty();
    }
    double link = linkGigabytesPerSecond(capability, version);
    double nvlink = node.scaleUp() == ScaleUp.PCIE ? 0 : gpu.scaleUpLinks() * link;
    double pci = pciGigabytesPerSecond(gpu.hostBytesPerSecond() / GIGA);
    int nics = nicsOf(node, ranksPerNode);
    int joined = Math.max(1, nics / ranksPerNode);
    boolean near = node.nearNics().stream().anyMatch(list -> !list.isEmpty());
    return Optional.of(
        new Machine(
            ranksPerNode,
            nodes,
            capability,
            node.scaleUp(),
            nvlink,
            gpu.scaleUpLinks(),
            nics / joined,
            Math.min(joined * node.nicBytesPerSecond() / GIGA, pci),
            pci,
            near,
            joined > 1,
            node.inSwitchReduction(),
            cluster.network().sharp(),
            cpu));
  }

  /** One NIC at least, when the node has any. */
  private static int nicsOf(NodeType node, int ranksPerNode) {
    long share = (long) node.nics() * ranksPerNode / node.gpus();
    return node.nics() == 0 ? 0 : (int) Math.max(1, share);
  }

  /**
   * PCIe as NCCL counts it, lanes times speed over 80: 48 for 5.0 x16, 24 for 4.0, 12 for 3.0. The
   * catalogue has what the link carries (63, 31.5, 15.75).
   */
  private static double pciGigabytesPerSecond(double carried) {
    for (int speed = 960; speed > 60; speed /= 2) {
      double counted = 16 * speed / BYTES_PER_LANE_SPEED;
      if (carried >= counted) {
        return counted;
      }
    }
    return 12;
  }

  private static double linkGigabytesPerSecond(int capability, NcclVersion version) {
    int row =
        capability >= 100
            ? 100
            : capability >= 90 ? 90 : capability >= 86 ? 86 : capability >= 80 ? 80 : 70;
    VersionedTables tables = GraphSearch.constants();
    return tables.row(version, "nvlink_gigabytes_per_s", "sm" + row)[0];
  }

  /** Times ten; 0 for accelerators that NCCL does not drive. */
  public static int computeCapability(Gpu gpu) {
    boolean ultra = gpu.name().toLowerCase(Locale.ROOT).contains("b300");
    return switch (gpu.generation()) {
      case VOLTA -> 70;
      case AMPERE -> 80;
      case ADA -> 89;
      case HOPPER -> 90;
      case BLACKWELL -> ultra ? 103 : 100;
      case CDNA2, CDNA3, CDNA4, TPU, CPU -> 0;
    };
  }

  /** NVLinks on the way between two GPUs of a node; 0 when there is none. */
  public int nvlinks() {
    return nvlinked() ? Math.max(1, nvlinkCount) : 0;
  }

  boolean nvlinked() {
    return scaleUp != ScaleUp.PCIE && nvlinkGigabytesPerSecond > 0 && ranksPerNode > 1;
  }
}
