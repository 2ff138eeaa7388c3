package io.busbar.design.discover;

import io.busbar.formats.fabric.Cable;
import io.busbar.formats.fabric.FabricDump;
import io.busbar.formats.fabric.FabricNode;
import io.busbar.formats.fabric.FabricNode.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hosts, switches and who is cabled to whom, with the tier of every switch: 1 for a leaf, then the
 * distance from the nearest one. Switches are nodes of the dump by their index there. Immutable
 * once made.
 */
final class Wiring {
  /** Hosts at a switch are a service (a subnet manager, say) when they are that few of the most. */
  private static final int FEW = 10;

  private final FabricDump dump;
  private final List<String> hosts = new ArrayList<>();
  private final List<HostPort> ports = new ArrayList<>();
  private final int[] tier;
  private final List<List<Integer>> cablesOf;
  private final int tiers;
  private final boolean rated;

  Wiring(FabricDump dump) {
    this.dump = dump;
    int nodes = dump.nodes().size();
    rated = dump.cables().stream().anyMatch(cable -> cable.bytesPerSecond() > 0);
    tier = new int[nodes];
    cablesOf = new ArrayList<>(nodes);
    for (int i = 0; i < nodes; i++) {
      cablesOf.add(new ArrayList<>());
    }
    List<HostPort> found = findPorts();
    findTiers(found);
    for (HostPort port : found) {
      if (tier[port.leaf()] == 1) {
        ports.add(port);
      }
    }
    tiers = Arrays.stream(tier).max().orElse(0);
  }

  private List<HostPort> findPorts() {
    Map<String, Integer> byName = new LinkedHashMap<>();
    Map<String, Map<Integer, Integer>> devices = new LinkedHashMap<>();
    List<HostPort> found = new ArrayList<>();
    for (int c = 0; c < dump.cables().size(); c++) {
      Cable cable = dump.cables().get(c);
      cablesOf.get(cable.nodeA()).add(c);
      cablesOf.get(cable.nodeB()).add(c);
      boolean first = node(cable.nodeA()).kind() == Kind.ADAPTER;
      FabricNode adapter = node(first ? cable.nodeA() : cable.nodeB());
      FabricNode other = node(first ? cable.nodeB() : cable.nodeA());
      if (adapter.kind() != Kind.ADAPTER
          || other.kind() != Kind.SWITCH
          || DeviceName.inSwitch(adapter.name())) {
        continue;
      }
      DeviceName name = DeviceName.of(adapter.name(), guid(adapter));
      int host = byName.computeIfAbsent(name.host(), n -> byName.size());
      Map<Integer, Integer> own = devices.computeIfAbsent(name.host(), n -> new LinkedHashMap<>());
      int node = first ? cable.nodeA() : cable.nodeB();
      String device =
          name.device().isEmpty() ? "" + own.computeIfAbsent(node, n -> own.size()) : name.device();
      found.add(
          new HostPort(
              host,
              device,
              first ? cable.portA() : cable.portB(),
              HostPort.ODD,
              first ? cable.nodeB() : cable.nodeA(),
              first ? cable.portB() : cable.portA(),
              c));
    }
    hosts.addAll(byName.keySet());
    return found;
  }

  private static String guid(FabricNode adapter) {
    return String.format("0x%016x", adapter.guid());
  }

  private void findTiers(List<HostPort> found) {
    int[] hostCables = new int[tier.length];
    found.forEach(port -> hostCables[port.leaf()]++);
    int most = Arrays.stream(hostCables).max().orElse(0);
    List<Integer> front = new ArrayList<>();
    for (int node = 0; node < tier.length; node++) {
      boolean service = hostCables[node] * FEW < most && touchesFuller(node, hostCables, most);
      if (hostCables[node] > 0 && !service) {
        tier[node] = 1;
        front.add(node);
      }
    }
    for (int distance = 2; !front.isEmpty(); distance++) {
      List<Integer> next = new ArrayList<>();
      for (int node : front) {
        for (int cable : cablesOf.get(node)) {
          int far = far(cable, node);
          if (node(far).kind() == Kind.SWITCH && tier[far] == 0) {
            tier[far] = distance;
            next.add(far);
          }
        }
      }
      front = next;
    }
  }

  /** Whether most of its switches below are full leaves. */
  private boolean touchesFuller(int node, int[] hostCables, int most) {
    return cablesOf.get(node).stream()
            .filter(cable -> hostCables[far(cable, node)] * FEW >= most)
            .count()
        > hostCables[node];
  }

  FabricDump dump() {
    return dump;
  }

  FabricNode node(int index) {
    return dump.nodes().get(index);
  }

  Cable cable(int index) {
    return dump.cables().get(index);
  }

  List<String> hosts() {
    return hosts;
  }

  /** Ports of hosts at leaves. */
  List<HostPort> ports() {
    return ports;
  }

  /** 1 for leaves, 2 for spines, 3 for cores; 0 for what is no switch or reaches no host. */
  int tier(int node) {
    return tier[node];
  }

  int tiers() {
    return tiers;
  }

  /** The switches of a tier. */
  List<Integer> switches(int wanted) {
    List<Integer> found = new ArrayList<>();
    for (int node = 0; node < tier.length; node++) {
      if (tier[node] == wanted) {
        found.add(node);
      }
    }
    return found;
  }

  List<Integer> cablesOf(int node) {
    return cablesOf.get(node);
  }

  /** The other end of a cable. */
  int far(int cable, int node) {
    Cable c = cable(cable);
    return c.nodeA() == node ? c.nodeB() : c.nodeA();
  }

  /** Cables of a switch to switches of the next tier. */
  List<Integer> uplinks(int node) {
    return cablesOf.get(node).stream()
        .filter(cable -> tier[far(cable, node)] == tier[node] + 1)
        .toList();
  }

  double bytesPerSecond(List<Integer> cables) {
    return cables.stream().mapToDouble(c -> cable(c).bytesPerSecond()).sum();
  }

  /** Whether the rate of any cable is known. */
  boolean rated() {
    return rated;
  }

  /**
   * What cables carry for ratios: bytes per second in one direction, or their count where no rate
   * is known at all; 0 where not even the cables are told.
   */
  double weight(List<Integer> cables) {
    return rated ? bytesPerSecond(cables) : dump.counted() ? cables.size() : 0;
  }

  /** Where a cable is told, as an end of a sentence: {@code (leaf01.json:17)}; or nothing. */
  String place(int cable) {
    String place = cable(cable).place();
    return place.isEmpty() ? "" : " (" + place + ")";
  }
}
