package io.busbar.simulate.fabric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes a fabric of a list of cables, when they form a tree of tiers as {@link Fabric} routes it:
 * hosts with equally many ports, leaves, spines that reach each leaf of their pod with equally many
 * cables, cores that reach each pod so. Used once.
 */
public final class TreeFabric {
  private static final int LEAF = 1;
  private static final int SPINE = 2;
  private static final int CORE = 3;
  private static final int NONE = -1;

  /**
   * A cable.
   *
   * @param forwardPs from the last bit leaving {@code from} until {@code to} has taken it in
   * @param backwardPs the same from {@code to}
   */
  public record Cable(int from, int to, long bytesPerSecond, long forwardPs, long backwardPs) {}

  private final int endpoints;
  private final boolean[] scaleUp;
  private final List<Cable> cables;
  private final List<List<Cable>> of = new ArrayList<>();
  private final int[] tier;
  private final int[] pod;
  private final List<Integer> leaves = new ArrayList<>();
  private final List<Integer> spines = new ArrayList<>();
  private final List<Integer> cores = new ArrayList<>();
  private int nics;
  private int domain = 1;
  private int leafDown;
  private int leavesPerPod;
  private int pods;

  /**
   * @param nodes hosts first, from 0, then switches
   * @param scaleUp switches that join the GPUs of a scale-up domain
   */
  public TreeFabric(int nodes, int endpoints, int[] scaleUp, List<Cable> cables) {
    this.endpoints = endpoints;
    this.cables = List.copyOf(cables);
    this.scaleUp = new boolean[nodes];
    for (int node : scaleUp) {
      this.scaleUp[node] = true;
    }
    tier = new int[nodes];
    pod = new int[nodes];
    Arrays.fill(pod, NONE);
    for (int node = 0; node < nodes; node++) {
      of.add(new ArrayList<>());
    }
    for (Cable cable : this.cables) {
      of.get(cable.from()).add(cable);
      of.get(cable.to()).add(cable);
    }
  }

  /** Network ports of a host. */
  public int nics() {
    return nics;
  }

  /** Hosts that scale-up switches join; 1 for none. */
  public int domain() {
    return domain;
  }

  /**
   * @throws IllegalArgumentException with what is not as in a tree of tiers
   */
  public Fabric build() {
    findDomains();
    findTiers();
    findPods();
    FabricArrays arrays = new FabricArrays(nodeCount(), portCount());
    arrays.domain = domain;
    arrays.nicsPerEndpoint = Math.max(1, nics);
    arrays.nicAddress = new int[endpoints * arrays.nicsPerEndpoint];
    int scaleUpPorts = domain > 1 ? 1 : 0;
    for (int e = 0; e < endpoints; e++) {
      arrays.scaleUpPorts[arrays.add(NodeKind.ENDPOINT, scaleUpPorts + nics)] = scaleUpPorts;
    }
    joinDomains(arrays);
    addSwitches(arrays);
    return new Fabric(arrays, endpoints);
  }

  private int far(Cable cable, int node) {
    return cable.from() == node ? cable.to() : cable.from();
  }

  private static long ps(Cable cable, int away) {
    return cable.from() == away ? cable.forwardPs() : cable.backwardPs();
  }

  private static IllegalArgumentException not(String what) {
    return new IllegalArgumentException(what);
  }

  private void findDomains() {
    for (int node = endpoints; node < scaleUp.length; node++) {
      if (!scaleUp[node]) {
        continue;
      }
      int[] joined = of.get(node).stream().mapToInt(c -> far(c, nodeOf(c))).distinct().toArray();
      Arrays.sort(joined);
      int size = joined.length;
      if (size < 2 || joined[size - 1] >= endpoints || joined[size - 1] - joined[0] != size - 1) {
        throw not("switch " + node + " joins no run of GPUs");
      }
      if ((domain > 1 && domain != size) || joined[0] % size != 0) {
        throw not("switch " + node + " joins " + size + " GPUs, others " + domain);
      }
      domain = size;
    }
  }

  /** The switch at an end of a cable of a host; the far end elsewhere. */
  private int nodeOf(Cable cable) {
    return cable.from() >= endpoints ? cable.from() : cable.to();
  }

  private void findTiers() {
    for (int node = endpoints; node < tier.length; node++) {
      int self = node;
      if (!scaleUp[node] && of.get(node).stream().anyMatch(c -> far(c, self) < endpoints)) {
        tier[node] = LEAF;
        leaves.add(node);
      }
    }
    above(leaves, SPINE, spines);
    above(spines, CORE, cores);
    for (int node = endpoints; node < tier.length; node++) {
      if (!scaleUp[node] && tier[node] == 0) {
        throw not("switch " + node + " is not within three tiers above the hosts");
      }
    }
    for (Cable cable : cables) {
      boolean inside = scaleUp[cable.from()] || scaleUp[cable.to()];
      if (!inside && Math.abs(tier[cable.from()] - tier[cable.to()]) != 1) {
        throw not("nodes " + cable.from() + " and " + cable.to() + " are not in neighbour tiers");
      }
    }
    for (int e = 0; e < endpoints; e++) {
      int self = e;
      int ports = (int) of.get(e).stream().filter(c -> !scaleUp[far(c, self)]).count();
      if (e > 0 && ports != nics) {
        throw not("host " + e + " has " + ports + " network ports, host 0 has " + nics);
      }
      nics = ports;
    }
  }

  private void above(List<Integer> below, int number, List<Integer> found) {
    for (int node : below) {
      for (Cable cable : of.get(node)) {
        int up = far(cable, node);
        if (up >= endpoints && !scaleUp[up] && tier[up] == 0) {
          tier[up] = number;
          found.add(up);
        }
      }
    }
    found.sort(Comparator.naturalOrder());
  }

  /** Leaves that spines join are one pod; leaves and spines are then in the order of pods. */
  private void findPods() {
    for (int leaf : leaves) {
      if (pod[leaf] == NONE) {
        fillPod(leaf, pods++);
      }
    }
    Comparator<Integer> byPod = Comparator.comparingInt(node -> pod[node]);
    leaves.sort(byPod.thenComparing(Comparator.naturalOrder()));
    spines.sort(byPod.thenComparing(Comparator.naturalOrder()));
    int[] inPod = new int[pods];
    for (int leaf : leaves) {
      leavesPerPod = Math.max(leavesPerPod, ++inPod[pod[leaf]]);
      leafDown = Math.max(leafDown, (int) hosts(leaf).size());
    }
  }

  private void fillPod(int start, int number) {
    List<Integer> open = new ArrayList<>(List.of(start));
    pod[start] = number;
    for (int i = 0; i < open.size(); i++) {
      int node = open.get(i);
      for (Cable cable : of.get(node)) {
        int next = far(cable, node);
        if ((tier[next] == LEAF || tier[next] == SPINE) && pod[next] == NONE) {
          pod[next] = number;
          open.add(next);
        }
      }
    }
  }

  private List<Cable> hosts(int leaf) {
    return of.get(leaf).stream().filter(c -> far(c, leaf) < endpoints).toList();
  }

  private List<Cable> up(int node) {
    return of.get(node).stream().filter(c -> tier[far(c, node)] > tier[node]).toList();
  }

  private int nodeCount() {
    return endpoints
        + (domain > 1 ? Math.ceilDiv(endpoints, domain) : 0)
        + leaves.size()
        + spines.size()
        + cores.size();
  }

  private int portCount() {
    int ports = endpoints * nics + (domain > 1 ? endpoints : 0);
    ports += domain > 1 ? Math.ceilDiv(endpoints, domain) * domain : 0;
    for (int leaf : leaves) {
      ports += leafDown + up(leaf).size();
    }
    for (int spine : spines) {
      ports += below(spine).size() + up(spine).size();
    }
    for (int core : cores) {
      ports += below(core).size();
    }
    return ports;
  }

  private List<Cable> below(int node) {
    return of.get(node).stream().filter(c -> tier[far(c, node)] < tier[node]).toList();
  }

  private void joinDomains(FabricArrays arrays) {
    for (int first = 0; domain > 1 && first < endpoints; first += domain) {
      int added = arrays.add(NodeKind.SCALE_UP_SWITCH, domain);
      arrays.covers(added, first, domain, 1, 1);
      for (int gpu = first; gpu < Math.min(first + domain, endpoints); gpu++) {
        int self = gpu;
        List<Cable> own = of.get(gpu).stream().filter(c -> scaleUp[far(c, self)]).toList();
        long rate = own.stream().mapToLong(Cable::bytesPerSecond).sum();
        if (own.isEmpty()) {
          throw not("GPU " + gpu + " has no scale-up switch, others have");
        }
        Cable one = own.getFirst();
        Cable all = new Cable(gpu, added, rate, ps(one, gpu), ps(one, far(one, gpu)));
        join(arrays, arrays.firstPort[gpu], arrays.firstPort[added] + gpu - first, all, gpu);
      }
    }
  }

  private void addSwitches(FabricArrays arrays) {
    int[] made = new int[tier.length];
    for (int leaf : leaves) {
      made[leaf] = arrays.add(NodeKind.LEAF, leafDown + up(leaf).size());
    }
    for (int spine : spines) {
      made[spine] = arrays.add(NodeKind.SPINE, below(spine).size() + up(spine).size());
    }
    for (int core : cores) {
      made[core] = arrays.add(NodeKind.CORE, below(core).size());
    }
    int[] nextUp = new int[tier.length];
    int[] nextNic = new int[endpoints];
    int[] inPod = new int[pods];
    int[] address = new int[tier.length];
    for (int leaf : leaves) {
      int place = pod[leaf] * leavesPerPod + inPod[pod[leaf]]++;
      address[leaf] = endpoints + place * leafDown;
      arrays.covers(made[leaf], address[leaf], leafDown, 1, 1);
      nextUp[leaf] = arrays.firstPort[made[leaf]] + leafDown;
      int port = 0;
      for (Cable cable : hosts(leaf)) {
        int host = far(cable, leaf);
        int nic = nextNic[host]++;
        arrays.nicAddress[host * nics + nic] = address[leaf] + port;
        int hostPort = arrays.firstPort[host] + arrays.scaleUpPorts[host] + nic;
        join(arrays, hostPort, arrays.firstPort[made[leaf]] + port++, cable, host);
      }
    }
    int podSpan = leavesPerPod * leafDown;
    for (int spine : spines) {
      SortedMap<Integer, List<Cable>> parts = new TreeMap<>();
      below(spine)
          .forEach(c -> parts.computeIfAbsent(far(c, spine), l -> new ArrayList<>()).add(c));
      int low = endpoints + pod[spine] * podSpan;
      long leavesHere = leaves.stream().filter(leaf -> pod[leaf] == pod[spine]).count();
      even(spine, parts, leavesHere, "leaves of its pod");
      arrays.covers(made[spine], low, parts.size(), leafDown, parts.firstEntry().getValue().size());
      nextUp[spine] = arrays.firstPort[made[spine]] + below(spine).size();
      joinDown(arrays, spine, parts, made, nextUp);
    }
    for (int core : cores) {
      SortedMap<Integer, List<Cable>> parts = new TreeMap<>();
      below(core)
          .forEach(c -> parts.computeIfAbsent(pod[far(c, core)], p -> new ArrayList<>()).add(c));
      even(core, parts, pods, "pods");
      arrays.covers(
          made[core], endpoints, parts.size(), podSpan, parts.firstEntry().getValue().size());
      joinDown(arrays, core, parts, made, nextUp);
    }
  }

  private static void even(
      int node, SortedMap<Integer, List<Cable>> parts, long wanted, String what) {
    long sizes = parts.values().stream().map(List::size).distinct().count();
    if (parts.size() != wanted || sizes != 1) {
      throw not("switch " + node + " does not reach all " + what + " with equally many cables");
    }
  }

  private void joinDown(
      FabricArrays arrays,
      int node,
      SortedMap<Integer, List<Cable>> parts,
      int[] made,
      int[] nextUp) {
    int port = arrays.firstPort[made[node]];
    for (List<Cable> part : parts.values()) {
      for (Cable cable : part) {
        int lower = far(cable, node);
        join(arrays, nextUp[lower]++, port++, cable, lower);
      }
    }
  }

  /**
   * @param lower the end of the cable at the first port
   */
  private void join(FabricArrays arrays, int portA, int portB, Cable cable, int lower) {
    arrays.join(portA, portB, new FabricArrays.Link(cable.bytesPerSecond(), 0, 0));
    arrays.latencyPs[portA] = ps(cable, lower);
    arrays.latencyPs[portB] = cable.from() == lower ? cable.backwardPs() : cable.forwardPs();
  }
}
