package io.busbar.design.place;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.FabricRequest.Blocks;
import io.busbar.model.fabric.Ratio;
import io.busbar.model.fabric.Sizer;
import io.busbar.model.fabric.TreeSize;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;

/**
 * The simulated fabric of a site: a regular tree whose leaf groups are as large as the largest,
 * with uplinks that carry what the job's nodes have of the real ones. Packets are spread over
 * equally good links, so nothing collides that a better hash would part. Immutable.
 */
final class SiteFabric {
  private final Fabric fabric;
  private final int gpus;
  private final int[] position;
  private final double[] share;

  /**
   * @param order the job's nodes; what others use of the uplinks stays theirs
   * @throws IllegalArgumentException when the switches have too few ports for it
   */
  SiteFabric(Site site, int[] order) {
    gpus = site.cluster().node().gpus();
    int[] inLeaf = new int[site.leaves().size()];
    int[] inPod = new int[site.pods()];
    int[] leafInPod = new int[inLeaf.length];
    for (int leaf = 0; leaf < inLeaf.length; leaf++) {
      leafInPod[leaf] = inPod[site.podOfLeaf(leaf)]++;
    }
    int nodes = site.nodes().size();
    int[] place = new int[nodes];
    for (int node = 0; node < nodes; node++) {
      place[node] = inLeaf[site.leafOf(node)]++;
    }
    int perLeaf = most(inLeaf);
    int leaves = most(inPod);
    position = new int[nodes];
    for (int node = 0; node < nodes; node++) {
      int leaf = site.podOf(node) * leaves + leafInPod[site.leafOf(node)];
      position[node] = leaf * perLeaf + place[node];
    }
    FabricDesign design = regular(site, perLeaf, leaves);
    Cluster regular =
        site.cluster()
            .withNodes(design.request().nodes())
            .withNetwork(site.cluster().network().withFabric(design));
    fabric = Fabrics.of(regular);
    share = shares(site, order, design, leaves, leafInPod);
  }

  /** As little oversubscribed as the switches have ports for: what the site has less is a share. */
  private static FabricDesign regular(Site site, int perLeaf, int leaves) {
    FabricRequest base = site.cluster().fabric().request();
    int nodes = site.pods() * leaves * perLeaf;
    boolean single = nodes == perLeaf;
    Blocks blocks = new Blocks(perLeaf, perLeaf * leaves, 0, single ? 0 : base.rails());
    FabricRequest request =
        base.withNodes(nodes, nodes)
            .withBlocks(blocks)
            .withLeafOver(Ratio.ONE)
            .withSpineOver(Ratio.ONE);
    FabricDesign design = Sizer.assumed(request.withLeafOver(Sizer.nearestRatio(request)));
    int hosts = design.tree().tiers() == 1 ? nodes : perLeaf;
    if (design.misfit().isEmpty() && design.hostsPerGroup() != hosts * base.hostsPerNode()) {
      throw new IllegalArgumentException(
          perLeaf + " nodes below a leaf of " + design.leafRadix() + " ports");
    }
    return design;
  }

  private static int most(int[] counts) {
    int most = 1;
    for (int count : counts) {
      most = Math.max(most, count);
    }
    return most;
  }

  private double[] shares(
      Site site, int[] order, FabricDesign design, int leaves, int[] leafInPod) {
    TreeSize size = design.tree();
    FabricRequest request = design.request();
    double[] leafRate = new double[site.pods() * leaves];
    double[] podRate = new double[site.pods()];
    double[] nodeShare = new double[fabric.endpoints() / gpus];
    double node = request.node().nics() * request.node().nicBytesPerSecond();
    for (int n : order) {
      int leaf = site.podOf(n) * leaves + leafInPod[site.leafOf(n)];
      leafRate[leaf] += node / Math.max(1, site.leafOver(site.leafOf(n)));
      podRate[site.podOf(n)] += node / Math.max(1, site.podOver(site.podOf(n)));
      nodeShare[position[n]] = site.nodeShare(n);
    }
    double leafUp = size.leafUp() * request.uplink() * size.rails() * design.trees();
    double podUp =
        (double) size.spinesPerPod() * size.spineUp() * request.coreLink() * design.trees();
    int firstLeaf = first(NodeKind.LEAF);
    int firstSpine = first(NodeKind.SPINE);
    double[] shares = new double[fabric.ports()];
    for (int port = 0; port < shares.length; port++) {
      int a = fabric.owner(port);
      int b = fabric.owner(fabric.peer(port));
      int low = fabric.kind(a).compareTo(fabric.kind(b)) < 0 ? a : b;
      NodeKind upper = fabric.kind(low == a ? b : a);
      shares[port] =
          switch (upper) {
            case SPINE -> part(leafRate[(low - firstLeaf) % size.leaves() / size.rails()], leafUp);
            case CORE ->
                part(podRate[(low - firstSpine) % size.spines() / size.spinesPerPod()], podUp);
            case LEAF -> low < fabric.endpoints() ? part(nodeShare[low / gpus], 1) : 1;
            default -> 1;
          };
    }
    return shares;
  }

  /** Links that the job has no node below carry nothing of it; their part only must not be 0. */
  private static double part(double rate, double all) {
    return all <= 0 || rate <= 0 ? 1 : Math.min(1, rate / all);
  }

  private int first(NodeKind kind) {
    for (int node = 0; node < fabric.nodes(); node++) {
      if (fabric.kind(node) == kind) {
        return node;
      }
    }
    return fabric.nodes();
  }

  /** The endpoint of a GPU of a node. */
  int endpoint(int node, int gpu) {
    return position[node] * gpus + gpu;
  }

  Paths paths() {
    return new Paths(fabric, Routing.SPREAD, 1, port -> share[port]);
  }
}
