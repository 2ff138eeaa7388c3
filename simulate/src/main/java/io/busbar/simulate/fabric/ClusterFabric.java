package io.busbar.simulate.fabric;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricGraph;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.TreeSize;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.simulate.fabric.FabricArrays.Link;
import io.busbar.simulate.network.SimTime;
import org.jspecify.annotations.Nullable;

/** Builds the fabric of one cluster; used once. */
final class ClusterFabric {
  private final Cluster cluster;
  private final NodeType node;
  private final FabricGraph graph;
  private final int gpus;

  /** Equal trees into which each NIC port is split. */
  private final int planes;

  /** NIC ports of all nodes, one for each plane: the parts of a port follow each other. */
  private final int nicPorts;

  /** NIC ports of a GPU of its own, by plane; 0 when NICs are shared, or there are none. */
  private final int ownNics;

  /** GPUs of a shared NIC; 1 when NICs are not shared. */
  private final int sharers;

  private final int domain;
  private final boolean mesh;
  private final @Nullable Clos clos;
  private final FabricArrays arrays;

  ClusterFabric(Cluster cluster) {
    this.cluster = cluster;
    node = cluster.node();
    FabricDesign design = cluster.fabric();
    graph = new FabricGraph(design, cluster.network().wiring());
    gpus = cluster.gpus();
    planes = design.request().planes();
    nicPorts = cluster.nodes() * node.nics() * planes;
    if (cluster.nodes() > 1 && nicPorts == 0) {
      throw new IllegalArgumentException(node.name() + " has no NIC, so nodes cannot be joined");
    }
    ownNics = node.nics() / node.gpus() * planes;
    sharers = ownNics > 0 || nicPorts == 0 ? 1 : Math.ceilDiv(node.gpus(), node.nics());
    domain = Math.min(cluster.gpusPerDomain(), gpus);
    mesh = node.scaleUp() == ScaleUp.MESH;
    clos = nicPorts == 0 ? null : clos(design);
    arrays = emptyArrays();
  }

  /** One of the equal trees. */
  private Clos clos(FabricDesign design) {
    double cable = cluster.network().linkLatencySeconds();
    double hop = cluster.network().switchLatencySeconds();
    // Two host links and one switch make the latency of a leaf: software and NIC are in the links.
    double hostLink = Math.max(cable, (cluster.network().leafLatencySeconds() - hop) / 2);
    double bus = node.gpu().hostBytesPerSecond() / planes;
    double nic = design.request().linkBytesPerSecond();
    double share = cluster.network().uplinkShare();
    TreeSize tree = design.tree();
    return new Clos(
        tree.leaves(),
        tree.groupsPerPod() * tree.rails(),
        tree.leafDown(),
        sharers,
        tree.leafUp(),
        tree.spinesPerPod(),
        tree.spineUp(),
        tree.coresPerSpine(),
        tree.pairLinks(),
        link(bus > 0 && sharers == 1 ? Math.min(nic, bus) : nic, hostLink, hop),
        link(share * design.request().uplink(), cable, hop),
        link(share * above(design), cable, hop));
  }

  /** A link from a spine on: to a core, or to another group. */
  private static double above(FabricDesign design) {
    FabricRequest request = design.request();
    return design.tree().pairLinks() > 0 ? request.uplink() : request.coreLink();
  }

  private FabricArrays emptyArrays() {
    int sharedNics = sharers > 1 ? nicPorts : 0;
    int switches = domain > 1 && !mesh ? Math.ceilDiv(gpus, domain) : 0;
    int trees = cluster.fabric().trees();
    int nodes = gpus + sharedNics + switches + (clos == null ? 0 : trees * clos.switches());
    int gpuPorts = scaleUpPorts() + Math.max(ownNics, nicPorts > 0 ? planes : 0);
    int ports = gpus * gpuPorts + sharedNics * (sharers + 1) + switches * domain;
    FabricArrays made =
        new FabricArrays(nodes, ports + (clos == null ? 0 : trees * clos.switchPorts()));
    made.domain = domain;
    made.nicsPerEndpoint = Math.max(planes, ownNics);
    made.nicAddress = new int[gpus * made.nicsPerEndpoint];
    for (int gpu = 0; gpu < gpus; gpu++) {
      made.scaleUpPorts[made.add(NodeKind.ENDPOINT, gpuPorts)] = scaleUpPorts();
    }
    return made;
  }

  private int scaleUpPorts() {
    return domain == 1 ? 0 : mesh ? domain : 1;
  }

  Fabric build() {
    if (domain > 1 && mesh) {
      joinMeshes();
    } else if (domain > 1) {
      addScaleUpSwitches();
    }
    if (clos != null) {
      int firstNic = sharers > 1 ? addSharedNics() : -1;
      joinNics(clos, firstNic, buildTrees(clos));
    }
    return new Fabric(arrays, gpus);
  }

  /** The first leaf of each tree; the addresses of a tree follow those of the one before. */
  private int[] buildTrees(Clos tree) {
    int[] firstLeaf = new int[cluster.fabric().trees()];
    arrays.groups = tree.pairLinks() > 0 ? tree.groups(gpus) : null;
    for (int i = 0; i < firstLeaf.length; i++) {
      firstLeaf[i] = tree.build(arrays, gpus + i * addresses(tree));
    }
    return firstLeaf;
  }

  private static int addresses(Clos tree) {
    return tree.leaves() * tree.leafDown() * tree.addressesPerPort();
  }

  private Link scaleUpLink(double bytesPerSecond) {
    return link(bytesPerSecond, cluster.scaleUpLatencySeconds() / (mesh ? 1 : 2), 0);
  }

  private void joinMeshes() {
    Link link = scaleUpLink(cluster.scaleUpBytesPerSecond(2));
    for (int gpu = 0; gpu < gpus; gpu++) {
      int first = gpu / domain * domain;
      for (int peer = gpu + 1; peer < Math.min(first + domain, gpus); peer++) {
        arrays.join(
            arrays.firstPort[gpu] + peer - first, arrays.firstPort[peer] + gpu - first, link);
      }
    }
  }

  private void addScaleUpSwitches() {
    Link link = scaleUpLink(cluster.scaleUpBytesPerSecond(domain));
    for (int first = 0; first < gpus; first += domain) {
      int added = arrays.add(NodeKind.SCALE_UP_SWITCH, domain);
      arrays.covers(added, first, domain, 1, 1);
      for (int gpu = first; gpu < Math.min(first + domain, gpus); gpu++) {
        arrays.join(arrays.firstPort[gpu], arrays.firstPort[added] + gpu - first, link);
      }
    }
  }

  private int addSharedNics() {
    int first = -1;
    for (int nic = 0; nic < nicPorts; nic++) {
      int added = arrays.add(NodeKind.NIC, sharers + 1);
      first = nic == 0 ? added : first;
    }
    return first;
  }

  /** Cables NICs to leaves, port after port, and gives GPUs the addresses of their NICs. */
  private void joinNics(Clos tree, int firstNic, int[] firstLeaf) {
    int[] nextPort = new int[firstLeaf.length * tree.leaves()];
    int[] addressOfNic = new int[nicPorts];
    for (int nic = 0; nic < nicPorts; nic++) {
      int leaf = graph.upper(graph.portLink(nic / planes, nic % planes)) - graph.ports();
      int down = nextPort[leaf]++;
      addressOfNic[nic] = gpus + (leaf * tree.leafDown() + down) * sharers;
      int leafNode = firstLeaf[leaf / tree.leaves()] + leaf % tree.leaves();
      int leafPort = arrays.firstPort[leafNode] + down;
      if (firstNic >= 0) {
        arrays.covers(firstNic + nic, addressOfNic[nic], sharers, 1, 1);
        arrays.join(arrays.firstPort[firstNic + nic] + sharers, leafPort, tree.host());
      } else if (gpuOfOwnNic(nic) >= 0) {
        joinOwnNic(nic, leafPort, addressOfNic[nic], tree.host());
      }
    }
    if (firstNic >= 0) {
      joinSharers(firstNic, addressOfNic);
    }
  }

  private int nicPortsOfNode() {
    return node.nics() * planes;
  }

  private int gpuOfOwnNic(int nic) {
    int local = nic % nicPortsOfNode() / ownNics;
    return local < node.gpus() ? nic / nicPortsOfNode() * node.gpus() + local : -1;
  }

  private void joinOwnNic(int nic, int leafPort, int address, Link link) {
    int gpu = gpuOfOwnNic(nic);
    int which = nic % nicPortsOfNode() % ownNics;
    arrays.nicAddress[gpu * ownNics + which] = address;
    arrays.join(arrays.firstPort[gpu] + scaleUpPorts() + which, leafPort, link);
  }

  private void joinSharers(int firstNic, int[] addressOfNic) {
    Link bus = link(Math.max(1, node.gpu().hostBytesPerSecond() / planes), 0, 0);
    int[] taken = new int[nicPorts];
    for (int gpu = 0; gpu < gpus; gpu++) {
      int near = gpu / node.gpus() * node.nics() + gpu % node.gpus() * node.nics() / node.gpus();
      for (int plane = 0; plane < planes; plane++) {
        int nic = near * planes + plane;
        int place = taken[nic]++;
        arrays.nicAddress[gpu * planes + plane] = addressOfNic[nic] + place;
        arrays.join(
            arrays.firstPort[gpu] + scaleUpPorts() + plane,
            arrays.firstPort[firstNic + nic] + place,
            bus);
      }
    }
  }

  private static Link link(double bytesPerSecond, double cableSeconds, double hopSeconds) {
    return new Link(
        Math.max(1, Math.round(bytesPerSecond)), SimTime.ps(cableSeconds), SimTime.ps(hopSeconds));
  }
}
