package io.busbar.model.fabric;

import io.busbar.model.hardware.NodeType;
import java.util.List;

/**
 * NIC ports, switches and the links between them as consecutive ints: ports first, then the leaves
 * of all trees, their spines, their cores. A link is a bundle of equal cables. Nothing is stored
 * per pair of ports: memory grows with ports and links only. Immutable and thread-safe after
 * construction.
 */
public final class FabricGraph {
  private final FabricDesign design;
  private final TreeSize tree;
  private final NodeType node;
  private final int ports;
  private final int nicsPerHost;
  private final int railTrees;
  private final int firstSpine;
  private final int firstCore;
  private final int vertices;
  private final int firstLeafLink;
  private final int firstSpineLink;
  private final int firstPairLink;
  private final int[] lower;
  private final int[] upper;

  /**
   * The graph of a fabric.
   *
   * @throws IllegalArgumentException when the fabric cannot be built
   */
  public FabricGraph(FabricDesign design, Wiring wiring) {
    if (!design.misfit().isEmpty()) {
      throw new IllegalArgumentException(design.misfit());
    }
    this.design = design;
    tree = design.tree();
    node = design.request().node();
    nicsPerHost = design.request().nicsPerHost();
    boolean apart = design.request().topology() == FabricTopology.RAIL_ONLY;
    railTrees = apart ? design.request().rails() : 1;
    ports = tree.leaves() == 0 ? 0 : design.request().nodes() * node.nics();
    firstSpine = ports + design.leafSwitches();
    firstCore = firstSpine + design.spineSwitches();
    vertices = firstCore + design.coreSwitches();
    firstLeafLink = ports * design.request().planes();
    firstSpineLink = firstLeafLink + design.leafSwitches() * tree.spinesPerPod();
    firstPairLink = firstSpineLink + design.spineSwitches() * tree.coresPerSpine();
    int links = firstPairLink + (int) (design.trees() * tree.globalLinks());
    lower = new int[links];
    upper = new int[links];
    connectPorts(wiring);
    connectLeaves();
    connectSpines();
    connectPods();
  }

  private void connectPorts(Wiring wiring) {
    int[] regular = new int[ports];
    for (int port = 0; port < ports; port++) {
      int group = port / nicsPerHost / design.hostsPerGroup();
      regular[port] = group * tree.rails() + (tree.rails() > 1 ? rail(port) : 0);
    }
    int[] leaves = wiring.leaves(regular, tree.groupsPerPod() * tree.rails());
    for (int plane = 0; plane < design.request().planes(); plane++) {
      for (int port = 0; port < ports; port++) {
        int of = plane * railTrees + (railTrees > 1 ? rail(port) : 0);
        lower[plane * ports + port] = port;
        upper[plane * ports + port] = this.ports + of * tree.leaves() + leaves[port];
      }
    }
  }

  private void connectLeaves() {
    for (int leaf = 0; leaf < design.leafSwitches(); leaf++) {
      int of = leaf / tree.leaves();
      int pod = leaf % tree.leaves() / tree.rails() / tree.groupsPerPod();
      for (int s = 0; s < tree.spinesPerPod(); s++) {
        int link = firstLeafLink + leaf * tree.spinesPerPod() + s;
        lower[link] = ports + leaf;
        upper[link] = firstSpine + of * tree.spines() + pod * tree.spinesPerPod() + s;
      }
    }
  }

  private void connectSpines() {
    for (int spine = 0; spine < design.spineSwitches() && tree.coresPerSpine() > 0; spine++) {
      int first = firstCore + spine / tree.spines() * tree.cores();
      int inPod = spine % tree.spines() % tree.spinesPerPod();
      for (int c = 0; c < tree.coresPerSpine(); c++) {
        int link = firstSpineLink + spine * tree.coresPerSpine() + c;
        lower[link] = firstSpine + spine;
        upper[link] = first + inPod * tree.coresPerSpine() + c;
      }
    }
  }

  /** Links between the pods of a dragonfly+ go to the spines of a pod in turn. */
  private void connectPods() {
    int link = firstPairLink;
    for (int of = 0; of < design.trees() && tree.pairLinks() > 0; of++) {
      int first = firstSpine + of * tree.spines();
      int[] next = new int[tree.pods()];
      for (int a = 0; a < tree.pods(); a++) {
        for (int b = a + 1; b < tree.pods(); b++) {
          for (int i = 0; i < tree.pairLinks(); i++) {
            lower[link] = first + a * tree.spinesPerPod() + next[a]++ % tree.spinesPerPod();
            upper[link++] = first + b * tree.spinesPerPod() + next[b]++ % tree.spinesPerPod();
          }
        }
      }
    }
  }

  /** The rail of a NIC port. */
  public int rail(int port) {
    int inHost = port % node.nics() % nicsPerHost;
    return inHost * design.request().rails() / nicsPerHost;
  }

  public FabricDesign design() {
    return design;
  }

  /** NIC ports; they are the first vertices. */
  public int ports() {
    return ports;
  }

  public int vertices() {
    return vertices;
  }

  public int links() {
    return lower.length;
  }

  /** The link of a NIC port into a plane. */
  public int portLink(int port, int plane) {
    return plane * ports + port;
  }

  /** The vertex on a link's side towards the nodes. */
  public int lower(int link) {
    return lower[link];
  }

  /** The vertex on a link's side away from the nodes; between two pods, that of the later one. */
  public int upper(int link) {
    return upper[link];
  }

  /** Parallel cables of a link. */
  public int cables(int link) {
    if (link < firstLeafLink || link >= firstPairLink) {
      return 1;
    }
    return link < firstSpineLink
        ? tree.leafUp() / tree.spinesPerPod()
        : tree.spineUp() / tree.coresPerSpine();
  }

  /** All cables of a link together, bytes per second in one direction. */
  public double bytesPerSecond(int link) {
    FabricRequest request = design.request();
    double cable =
        link < firstLeafLink
            ? request.linkBytesPerSecond()
            : link < firstSpineLink || link >= firstPairLink
                ? request.uplink()
                : request.coreLink();
    return cables(link) * cable;
  }

  public Tier tier(int vertex) {
    if (vertex < ports) {
      return Tier.PORT;
    }
    return vertex < firstSpine ? Tier.LEAF : vertex < firstCore ? Tier.SPINE : Tier.CORE;
  }

  /** The NIC port that a GPU drives: the first behind its PCIe switch, else its share in turn. */
  public int portOf(int gpu) {
    int unit = gpu / node.gpus();
    int local = gpu % node.gpus();
    List<List<Integer>> near = node.nearNics();
    int nic =
        local < near.size() && !near.get(local).isEmpty()
            ? near.get(local).getFirst()
            : local * node.nics() / node.gpus();
    return unit * node.nics() + nic;
  }
}
