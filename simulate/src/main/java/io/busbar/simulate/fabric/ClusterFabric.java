package io.busbar.simulate.fabric;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.FabricGraph;
import io.busbar.model.cluster.FabricSize;
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
  private final int nicPorts;

  /** NIC ports of a GPU of its own; 0 when NICs are shared, or there are none. */
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
    graph = new FabricGraph(cluster);
    gpus = cluster.gpus();
    nicPorts = cluster.nodes() * node.nics();
    if (cluster.nodes() > 1 && nicPorts == 0) {
      throw new IllegalArgumentException(node.name() + " has no NIC, so nodes cannot be joined");
    }
    ownNics = node.nics() / node.gpus();
    sharers = ownNics > 0 || nicPorts == 0 ? 1 : Math.ceilDiv(node.gpus(), node.nics());
    domain = Math.min(cluster.gpusPerDomain(), gpus);
    mesh = node.scaleUp() == ScaleUp.MESH;
    clos = nicPorts == 0 ? null : clos(graph.size());
    arrays = emptyArrays();
  }

  private Clos clos(FabricSize size) {
    double cable = cluster.network().linkLatencySeconds();
    double hop = cluster.network().switchLatencySeconds();
    // Two host links and one switch make the latency of a leaf: software and NIC are in the links.
    double hostLink = Math.max(cable, (cluster.network().leafLatencySeconds() - hop) / 2);
    double bus = node.gpu().hostBytesPerSecond();
    double nic = node.nicBytesPerSecond();
    return new Clos(
        size.leaves(),
        size.groupsPerPod() * size.rails(),
        size.leafDown(),
        sharers,
        size.leafUp(),
        size.spinesPerPod(),
        size.spineUp(),
        size.coresPerSpine(),
        link(bus > 0 && sharers == 1 ? Math.min(nic, bus) : nic, hostLink, hop),
        link(cluster.network().leafUplinkBytesPerSecond(), cable, hop),
        link(cluster.network().spineUplinkBytesPerSecond(), cable, hop));
  }

  private FabricArrays emptyArrays() {
    int sharedNics = sharers > 1 ? nicPorts : 0;
    int switches = domain > 1 && !mesh ? Math.ceilDiv(gpus, domain) : 0;
    int nodes = gpus + sharedNics + switches + (clos == null ? 0 : clos.switches());
    int gpuPorts = scaleUpPorts() + Math.max(ownNics, nicPorts > 0 ? 1 : 0);
    int ports = gpus * gpuPorts + sharedNics * (sharers + 1) + switches * domain;
    FabricArrays made = new FabricArrays(nodes, ports + (clos == null ? 0 : clos.switchPorts()));
    made.domain = domain;
    made.nicsPerEndpoint = Math.max(1, ownNics);
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
      joinNics(clos, firstNic, clos.build(arrays, gpus));
    }
    return new Fabric(arrays, gpus);
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
  private void joinNics(Clos tree, int firstNic, int firstLeaf) {
    int[] nextPort = new int[tree.leaves()];
    int[] addressOfNic = new int[nicPorts];
    for (int nic = 0; nic < nicPorts; nic++) {
      int leaf = graph.upper(nic) - nicPorts;
      int down = nextPort[leaf]++;
      addressOfNic[nic] = gpus + (leaf * tree.leafDown() + down) * sharers;
      int leafPort = arrays.firstPort[firstLeaf + leaf] + down;
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

  private int gpuOfOwnNic(int nic) {
    int local = nic % node.nics() / ownNics;
    return local < node.gpus() ? nic / node.nics() * node.gpus() + local : -1;
  }

  private void joinOwnNic(int nic, int leafPort, int address, Link link) {
    int gpu = gpuOfOwnNic(nic);
    int which = nic % node.nics() % ownNics;
    arrays.nicAddress[gpu * ownNics + which] = address;
    arrays.join(arrays.firstPort[gpu] + scaleUpPorts() + which, leafPort, link);
  }

  private void joinSharers(int firstNic, int[] addressOfNic) {
    Link bus = link(Math.max(1, node.gpu().hostBytesPerSecond()), 0, 0);
    int[] taken = new int[nicPorts];
    for (int gpu = 0; gpu < gpus; gpu++) {
      int nic = gpu / node.gpus() * node.nics() + gpu % node.gpus() * node.nics() / node.gpus();
      int place = taken[nic]++;
      arrays.nicAddress[gpu] = addressOfNic[nic] + place;
      arrays.join(
          arrays.firstPort[gpu] + scaleUpPorts(), arrays.firstPort[firstNic + nic] + place, bus);
    }
  }

  private static Link link(double bytesPerSecond, double cableSeconds, double hopSeconds) {
    return new Link(
        Math.max(1, Math.round(bytesPerSecond)), SimTime.ps(cableSeconds), SimTime.ps(hopSeconds));
  }
}
