package io.busbar.model.cluster;

import java.util.List;

/**
 * NIC ports, switches and the links between them as consecutive ints. A link is a bundle of equal
 * cables. Routes are computed, never stored: memory grows with ports and links only. Immutable and
 * thread-safe after construction.
 */
public final class FabricGraph {
  private static final int[] NO_LINKS = {};

  private final Cluster cluster;
  private final FabricSize size;
  private final int ports;
  private final int nicsPerHost;
  private final int firstSpine;
  private final int firstCore;
  private final int vertices;
  private final int firstLeafLink;
  private final int firstSpineLink;
  private final int[] lower;
  private final int[] upper;

  /**
   * @throws IllegalArgumentException when the switches have too few ports for the fabric
   */
  public FabricGraph(Cluster cluster) {
    this.cluster = cluster;
    this.size = FabricSize.of(cluster);
    if (!size.misfit().isEmpty()) {
      throw new IllegalArgumentException(size.misfit());
    }
    int hosts = cluster.node().gpus() / cluster.node().gpusPerHost();
    nicsPerHost = Math.max(1, cluster.node().nics() / hosts);
    ports = cluster.nodes() * cluster.node().nics();
    firstSpine = ports + size.leaves();
    firstCore = firstSpine + size.spines();
    vertices = firstCore + size.cores();
    firstLeafLink = ports;
    firstSpineLink = firstLeafLink + size.leaves() * size.spinesPerPod();
    int links = firstSpineLink + size.spines() * size.coresPerSpine();
    lower = new int[links];
    upper = new int[links];
    connect();
  }

  private void connect() {
    for (int port = 0; port < ports; port++) {
      lower[port] = port;
      upper[port] = leafOf(port);
    }
    for (int leaf = 0; leaf < size.leaves(); leaf++) {
      int pod = leaf / size.rails() / size.groupsPerPod();
      for (int s = 0; s < size.spinesPerPod(); s++) {
        int link = firstLeafLink + leaf * size.spinesPerPod() + s;
        lower[link] = ports + leaf;
        upper[link] = firstSpine + pod * size.spinesPerPod() + s;
      }
    }
    for (int spine = 0; spine < size.spines(); spine++) {
      for (int c = 0; c < size.coresPerSpine(); c++) {
        int link = firstSpineLink + spine * size.coresPerSpine() + c;
        lower[link] = firstSpine + spine;
        upper[link] = firstCore + spine % size.spinesPerPod() * size.coresPerSpine() + c;
      }
    }
  }

  private int leafOf(int port) {
    int unit = port / cluster.node().nics();
    int group = unit / cluster.network().nodesPerLeaf();
    return ports + group * size.rails() + rail(port);
  }

  /** The rail of a NIC port. */
  public int rail(int port) {
    int inHost = port % cluster.node().nics() % nicsPerHost;
    return inHost * size.rails() / nicsPerHost;
  }

  public FabricSize size() {
    return size;
  }

  public int vertices() {
    return vertices;
  }

  public int links() {
    return lower.length;
  }

  /** The vertex on a link's side towards the nodes. */
  public int lower(int link) {
    return lower[link];
  }

  /** The vertex on a link's side away from the nodes. */
  public int upper(int link) {
    return upper[link];
  }

  /** Parallel cables of a link. */
  public int cables(int link) {
    if (link < firstLeafLink) {
      return 1;
    }
    return link < firstSpineLink
        ? size.leafUp() / size.spinesPerPod()
        : size.spineUp() / size.coresPerSpine();
  }

  /** All cables of a link together, bytes per second in one direction. */
  public double bytesPerSecond(int link) {
    double cable =
        link < firstLeafLink
            ? cluster.node().nicBytesPerSecond()
            : link < firstSpineLink
                ? cluster.network().leafUplinkBytesPerSecond()
                : cluster.network().spineUplinkBytesPerSecond();
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
    int unit = gpu / cluster.node().gpus();
    int local = gpu % cluster.node().gpus();
    List<List<Integer>> near = cluster.node().nearNics();
    int nic =
        local < near.size() && !near.get(local).isEmpty()
            ? near.get(local).getFirst()
            : local * cluster.node().nics() / cluster.node().gpus();
    return unit * cluster.node().nics() + nic;
  }

  /** The level that two GPUs are apart. */
  public Level level(int gpuA, int gpuB) {
    return cluster.level(gpuA, gpuB);
  }

  /**
   * One of the shortest ways between two GPUs; the way back is the same. On different rails the GPU
   * with the lower number hands over to a NIC of its host on the other's rail.
   */
  public Route route(int gpuFrom, int gpuTo) {
    Level level = cluster.level(gpuFrom, gpuTo);
    int perHost = cluster.node().gpusPerHost();
    if (level == Level.SCALE_UP || gpuFrom / perHost == gpuTo / perHost) {
      return new Route(level, NO_LINKS, false);
    }
    int from = portOf(gpuFrom);
    int to = portOf(gpuTo);
    boolean relayed = rail(from) != rail(to);
    if (relayed) {
      if (gpuFrom < gpuTo) {
        from = from / nicsPerHost * nicsPerHost + to % nicsPerHost;
      } else {
        to = to / nicsPerHost * nicsPerHost + from % nicsPerHost;
      }
    }
    return new Route(level, links(level, from, to), relayed);
  }

  private int[] links(Level level, int from, int to) {
    if (level == Level.LEAF) {
      return new int[] {from, to};
    }
    int spread = from + to;
    int spine = spread % size.spinesPerPod();
    int up = firstLeafLink + (leafOf(from) - ports) * size.spinesPerPod() + spine;
    int down = firstLeafLink + (leafOf(to) - ports) * size.spinesPerPod() + spine;
    if (level == Level.SPINE) {
      return new int[] {from, up, down, to};
    }
    int core = spread / size.spinesPerPod() % size.coresPerSpine();
    return new int[] {from, up, spineLink(up, core), spineLink(down, core), down, to};
  }

  private int spineLink(int leafLink, int core) {
    return firstSpineLink + (upper[leafLink] - firstSpine) * size.coresPerSpine() + core;
  }
}
