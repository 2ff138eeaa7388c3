package io.busbar.design.discover;

import io.busbar.formats.hosts.NameOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rails, leaf groups and pods of a wiring. Adapters whose hosts share a leaf as a rule are one
 * rail; a leaf belongs to the rail of most of its cables. Leaves that the same hosts use are a
 * group, by majority, so that single wrong cables change nothing. Groups that share a spine are a
 * pod. Immutable.
 */
final class Rails {
  /** Hosts that must have an adapter before it counts as the rule. */
  private static final double RULE = 0.1;

  private static final double SHARED = 0.5;

  private final Wiring wiring;
  private final List<HostPort> ports;
  private final int adapters;
  private final int count;
  private final int[] railOfIndex;
  private final Map<Integer, Integer> railOfLeaf = new TreeMap<>();
  private final Map<Integer, Integer> groupOfLeaf = new TreeMap<>();
  private final int[] groupOfHost;
  private final int groups;
  private final int[] podOfGroup;
  private final int pods;
  private final Map<Integer, Integer> cables = new HashMap<>();

  Rails(Wiring wiring) {
    this.wiring = wiring;
    List<String> places = places();
    adapters = places.size();
    ports = indexed(places);
    railOfIndex = new int[adapters];
    count = findRails();
    groupOfHost = new int[wiring.hosts().size()];
    groups = findGroups();
    podOfGroup = new int[groups];
    pods = findPods();
  }

  private static String place(HostPort port) {
    return port.device() + " " + port.port();
  }

  /** Devices and ports that hosts have as a rule, ascending. */
  private List<String> places() {
    TreeMap<String, Integer> hosts = new TreeMap<>(NameOrder.NAMES);
    wiring.ports().forEach(port -> hosts.merge(place(port), 1, Integer::sum));
    double enough = RULE * wiring.hosts().size();
    return hosts.entrySet().stream()
        .filter(e -> e.getValue() >= enough)
        .map(Map.Entry::getKey)
        .toList();
  }

  private List<HostPort> indexed(List<String> places) {
    Map<String, Integer> index = new HashMap<>();
    for (int i = 0; i < places.size(); i++) {
      index.put(places.get(i), i);
    }
    return wiring.ports().stream()
        .map(port -> port.withIndex(index.getOrDefault(place(port), HostPort.ODD)))
        .sorted(
            Comparator.comparingInt(HostPort::host).thenComparing(Rails::place, NameOrder.NAMES))
        .toList();
  }

  private int findRails() {
    Map<Integer, int[]> byLeaf = new TreeMap<>();
    for (HostPort port : ports) {
      if (port.index() >= 0) {
        byLeaf.computeIfAbsent(port.leaf(), l -> new int[adapters])[port.index()]++;
      }
    }
    Sets same = sharing(byLeaf.values());
    int rails = 0;
    for (int i = 0; i < adapters; i++) {
      railOfIndex[i] = same.of(i) == i ? rails++ : railOfIndex[same.of(i)];
    }
    int found = rails;
    byLeaf.forEach((leaf, cables) -> railOfLeaf.put(leaf, most(cables, found)));
    return Math.max(1, rails);
  }

  /** Adapters of which the rarer stands beside the other at leaves with half its cables or more. */
  private Sets sharing(Collection<int[]> leaves) {
    int[] total = new int[adapters];
    int[][] beside = new int[adapters][adapters];
    for (int[] cables : leaves) {
      for (int i = 0; i < adapters; i++) {
        total[i] += cables[i];
        for (int j = 0; j < i; j++) {
          beside[i][j] += Math.min(cables[i], cables[j]);
        }
      }
    }
    Sets same = new Sets(adapters);
    for (int i = 0; i < adapters; i++) {
      for (int j = 0; j < i; j++) {
        if (beside[i][j] >= SHARED * Math.min(total[i], total[j])) {
          same.join(i, j);
        }
      }
    }
    return same;
  }

  private int most(int[] cables, int rails) {
    int[] byRail = new int[rails];
    for (int i = 0; i < cables.length; i++) {
      byRail[railOfIndex[i]] += cables[i];
    }
    int best = 0;
    for (int r = 1; r < rails; r++) {
      best = byRail[r] > byRail[best] ? r : best;
    }
    return best;
  }

  private int findGroups() {
    Sets sets = new Sets(wiring.dump().nodes().size());
    List<List<Integer>> leavesOfHost = new ArrayList<>();
    for (int h = 0; h < groupOfHost.length; h++) {
      leavesOfHost.add(new ArrayList<>());
    }
    ports.forEach(port -> leavesOfHost.get(port.host()).add(port.leaf()));
    Map<Integer, Map<Integer, Integer>> together = new TreeMap<>();
    for (List<Integer> leaves : leavesOfHost) {
      for (int a : leaves) {
        for (int b : leaves) {
          together.computeIfAbsent(a, l -> new TreeMap<>()).merge(b, 1, Integer::sum);
        }
      }
    }
    together.forEach((leaf, others) ->
        others.forEach((other, hosts) -> {
          if (2 * hosts > cables(leaf)) {
            sets.join(leaf, other);
          }
        }));
    Map<Integer, Integer> names = new HashMap<>();
    for (int leaf : wiring.switches(1)) {
      groupOfLeaf.put(leaf, names.computeIfAbsent(sets.of(leaf), s -> names.size()));
    }
    for (int h = 0; h < groupOfHost.length; h++) {
      groupOfHost[h] = commonest(leavesOfHost.get(h));
    }
    return names.size();
  }

  /** Cables of a leaf to hosts, one per host on a leaf of a rail. */
  private int cables(int leaf) {
    if (cables.isEmpty()) {
      ports.forEach(port -> cables.merge(port.leaf(), 1, Integer::sum));
    }
    return cables.getOrDefault(leaf, 0);
  }

  private int commonest(List<Integer> leaves) {
    Map<Integer, Integer> counts = new TreeMap<>();
    leaves.forEach(leaf -> counts.merge(groupOfLeaf.getOrDefault(leaf, 0), 1, Integer::sum));
    int best = -1;
    for (Map.Entry<Integer, Integer> e : counts.entrySet()) {
      best = best < 0 || e.getValue() > counts.getOrDefault(best, 0) ? e.getKey() : best;
    }
    return best;
  }

  private int findPods() {
    Sets sets = new Sets(groups);
    for (int spine : wiring.switches(2)) {
      int first = -1;
      for (int cable : wiring.cablesOf(spine)) {
        int far = wiring.far(cable, spine);
        if (wiring.tier(far) == 1) {
          int group = groupOfLeaf.getOrDefault(far, 0);
          first = first < 0 ? group : first;
          sets.join(first, group);
        }
      }
    }
    Map<Integer, Integer> names = new HashMap<>();
    for (int g = 0; g < groups; g++) {
      podOfGroup[g] = names.computeIfAbsent(sets.of(g), s -> names.size());
    }
    return names.size();
  }

  /** Ports of hosts with their index. */
  List<HostPort> ports() {
    return ports;
  }

  /** Adapters that a host has as a rule. */
  int adapters() {
    return adapters;
  }

  /** Rails; 1 when adapters are not told apart by their leaves. */
  int count() {
    return count;
  }

  int railOfIndex(int index) {
    return railOfIndex[index];
  }

  int railOfLeaf(int leaf) {
    return railOfLeaf.getOrDefault(leaf, 0);
  }

  int groupOfLeaf(int leaf) {
    return groupOfLeaf.getOrDefault(leaf, 0);
  }

  /** Leaf group of most of the host's cables; −1 for a host without any. */
  int groupOfHost(int host) {
    return groupOfHost[host];
  }

  int groups() {
    return groups;
  }

  int podOfGroup(int group) {
    return podOfGroup[group];
  }

  int pods() {
    return pods;
  }
}
