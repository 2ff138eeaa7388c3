package io.busbar.model.cluster;

import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.fabric.Ratio;
import io.busbar.model.fabric.TreeSize;
import io.busbar.model.fabric.Wiring;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Kind;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.Ports;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.model.hardware.SwitchType;
import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Sharding;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Clusters and layouts with the figures that a test is about. */
final class Made {
  static final double GB = 1e9;
  static final List<GroupAxis> ORDER = Parallelism.DEFAULT_ORDER;

  private Made() {}

  static CatalogEntry entry(Kind kind, String name) {
    return new CatalogEntry(kind, name, List.of(), name, Map.of(), List.of());
  }

  /** The rates of an H100: 450 GB/s of NVLink, 63 GB/s to the host. */
  static Gpu gpu() {
    return new Gpu(
        entry(Kind.GPU, "made"),
        Generation.HOPPER,
        80 * GB,
        3350 * GB,
        989e12,
        1979e12,
        0,
        794e12,
        1402e12,
        0,
        700,
        132,
        3.9e12,
        450 * GB,
        18,
        63 * GB,
        700);
  }

  static NodeType node(
      int gpus, int domainGpus, ScaleUp scaleUp, int nics, double nicBytesPerSecond) {
    return new NodeType(
        entry(Kind.NODE, "made"),
        gpu(),
        gpus,
        gpus,
        domainGpus,
        scaleUp,
        true,
        nics,
        "made",
        nicBytesPerSecond,
        IntStream.range(0, gpus).mapToObj(g -> List.of(g * nics / gpus)).toList(),
        NetworkKind.INFINIBAND,
        0);
  }

  /** A fabric with exactly these blocks and ratios, as no switch need have them. */
  private static FabricDesign fabric(
      NodeType node, int nodes, int nodesPerLeaf, int nodesPerPod, int leafOver, int spineOver) {
    SwitchType made =
        new SwitchType(
            new CatalogEntry(Kind.SWITCH, "made", List.of(), "made", Map.of(), List.of()),
            NetworkKind.INFINIBAND,
            List.of(new Ports(64, 50 * GB)),
            64 * 50 * GB,
            null,
            0,
            0,
            false,
            0);
    FabricRequest request =
        FabricRequest.of(node, nodes, made, FabricTopology.RAIL_FAT_TREE)
            .withBlocks(new FabricRequest.Blocks(nodesPerLeaf, nodesPerPod, 0, 0))
            .withLeafOver(new Ratio(leafOver, 1))
            .withSpineOver(new Ratio(spineOver, 1));
    int rails = request.rails();
    int groups = Math.ceilDiv(nodes, nodesPerLeaf);
    int perPod = Math.max(1, nodesPerPod / nodesPerLeaf);
    int up = 60;
    boolean cores = perPod < groups;
    TreeSize tree =
        new TreeSize(
            cores ? 3 : 2,
            groups,
            rails,
            leafOver * up,
            up,
            perPod,
            Math.ceilDiv(groups, perPod),
            1,
            cores ? perPod * rails * up / spineOver : 0,
            cores ? 1 : 0,
            0);
    int hosts = nodesPerLeaf * request.hostsPerNode();
    return new FabricDesign(request, tree, 64, 64, 64, 1, 1, hosts, "");
  }

  /**
   * Eight GPUs per node, 50 GB/s of NIC each, 32 nodes per leaf, 128 per pod, nothing
   * oversubscribed.
   */
  static Cluster dgx(int nodes) {
    return cluster(node(8, 8, ScaleUp.SWITCHED, 8, 50 * GB), nodes, 32, 128, 1, 1);
  }

  static Cluster cluster(
      NodeType node, int nodes, int nodesPerLeaf, int nodesPerPod, int leafOver, int spineOver) {
    Network network =
        new Network(
            NetworkKind.INFINIBAND,
            fabric(node, nodes, nodesPerLeaf, nodesPerPod, leafOver, spineOver),
            Wiring.REGULAR,
            1,
            2e-6,
            200e-9,
            100e-9,
            false,
            true,
            new Staging(63 * GB, 1, 50 * GB, 3e-6),
            true,
            List.of());
    return new Cluster(
        "made:" + nodes,
        node,
        nodes,
        network,
        450 * GB / 7,
        1e-6,
        SystemConstants.NONE,
        MachineConstants.NONE);
  }

  static Parallelism layout(
      int tp, int cp, int pp, int dp, int ep, int etp, List<GroupAxis> order) {
    return layout(tp, cp, pp, dp, ep, etp, 0, order);
  }

  static Parallelism layout(
      int tp, int cp, int pp, int dp, int ep, int etp, int shardGroup, List<GroupAxis> order) {
    return new Parallelism(
        tp,
        true,
        pp,
        PipelineSchedule.ONE_F_ONE_B,
        1,
        cp,
        ContextParallel.RING,
        ep,
        etp,
        dp,
        Sharding.OPTIMIZER,
        shardGroup,
        order);
  }
}
