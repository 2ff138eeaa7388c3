package io.busbar.formats.cabling;

import io.busbar.formats.fabric.Cable;
import io.busbar.formats.fabric.DumpRemark;
import io.busbar.formats.fabric.FabricDump;
import io.busbar.formats.fabric.FabricNode;
import io.busbar.formats.fabric.FabricNode.Kind;
import io.busbar.formats.fabric.LaneSpeed;
import io.busbar.formats.hosts.NameOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/**
 * Makes a dump of joined cables: a node for each switch, one for each interface of a host, ports
 * numbered in the order of their names. Ports of management and networks at less than a quarter of
 * the fastest one's rate are left out, and said. One use.
 */
final class DumpMaker {
  private static final double MUCH_SLOWER = 4;

  /** Takes code, file, line and text of a remark. */
  interface Remarks {
    void remark(String code, String source, int line, String text);
  }

  private final List<ReportedLinks> all;
  private final Systems systems;
  private final List<Joined> cables;
  private final Remarks out;
  private final List<FabricNode> nodes = new ArrayList<>();
  private final Map<String, Integer> switches = new LinkedHashMap<>();
  private final Map<String, Map<String, Integer>> ports = new HashMap<>();

  DumpMaker(List<ReportedLinks> all, Systems systems, List<Joined> cables, Remarks out) {
    this.all = all;
    this.systems = systems;
    this.cables = cables;
    this.out = out;
  }

  /**
   * @param remarks what has been remarked, to which this adds
   */
  FabricDump make(List<DumpRemark> remarks, IntSupplier count) {
    List<Joined> kept = ofOneNetwork(withoutManagement());
    kept.sort((x, y) -> order(x, y));
    boolean rated = kept.stream().anyMatch(cable -> cable.gigabits() > 0);
    boolean counted = all.stream().allMatch(ReportedLinks::isCounted);
    long unrated = kept.stream().filter(cable -> cable.gigabits() == 0).count();
    if (counted && !rated && !kept.isEmpty()) {
      out.remark("no-rates", all.getFirst().source(), 0, kept.size() + " cables without a rate");
    }
    number(kept);
    List<Cable> made = new ArrayList<>();
    for (Joined cable : kept) {
      if (rated && unrated > 0 && cable.gigabits() == 0) {
        String text =
            "the link of " + systems.shown(cable.a()) + " " + cable.portA() + " has no known speed";
        out.remark("unknown-speed", cable.source(), cable.line(), text);
      }
      Cable one = cable(cable);
      made.add(one);
    }
    String source =
        all.getFirst().source() + (all.size() > 1 ? " and " + (all.size() - 1) + " more" : "");
    Set<String> tools =
        all.stream().map(ReportedLinks::tool).collect(Collectors.toCollection(LinkedHashSet::new));
    return new FabricDump(
        source, String.join(", ", tools), nodes, made, remarks, count.getAsInt(), counted);
  }

  private int order(Joined x, Joined y) {
    int by = NameOrder.NAMES.compare(systems.shown(x.a()), systems.shown(y.a()));
    return by != 0 ? by : NameOrder.NAMES.compare(x.portA(), y.portA());
  }

  private List<Joined> withoutManagement() {
    List<Joined> kept = new ArrayList<>();
    for (Joined cable : cables) {
      boolean a = Names.management(systems.kind(cable.a()), cable.portA());
      boolean b = Names.management(systems.kind(cable.b()), cable.portB());
      if (a || b) {
        int side = a ? 0 : 1;
        String text = systems.shown(cable.system(side)) + " " + cable.port(side);
        out.remark("management", cable.source(), cable.line(), text);
      } else if (systems.kind(cable.a()) == Kind.ADAPTER
          && systems.kind(cable.b()) == Kind.ADAPTER) {
        String text =
            "a cable between the hosts "
                + systems.shown(cable.a())
                + " and "
                + systems.shown(cable.b());
        out.remark("not-followed", cable.source(), cable.line(), text);
      } else {
        kept.add(cable);
      }
    }
    return kept;
  }

  /** Switches that hang together are a network; one that is much slower than another is not it. */
  private List<Joined> ofOneNetwork(List<Joined> all) {
    Map<String, String> root = new HashMap<>();
    for (Joined cable : all) {
      if (systems.kind(cable.a()) == Kind.SWITCH && systems.kind(cable.b()) == Kind.SWITCH) {
        root.put(root(root, cable.a()), root(root, cable.b()));
      }
    }
    Map<String, Double> fastest = new HashMap<>();
    for (Joined cable : all) {
      fastest.merge(root(root, switchOf(cable)), cable.gigabits(), Math::max);
    }
    double most = fastest.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    List<Joined> kept = new ArrayList<>();
    for (Joined cable : all) {
      double rate = fastest.getOrDefault(root(root, switchOf(cable)), 0.0);
      if (rate > 0 && rate * MUCH_SLOWER < most) {
        String text = systems.shown(cable.a()) + " " + cable.portA() + " at " + rate + " Gb/s";
        out.remark("other-network", cable.source(), cable.line(), text);
      } else {
        kept.add(cable);
      }
    }
    return kept;
  }

  private String switchOf(Joined cable) {
    return systems.kind(cable.a()) == Kind.SWITCH ? cable.a() : cable.b();
  }

  private static String root(Map<String, String> root, String of) {
    String at = of;
    while (root.containsKey(at) && !at.equals(root.get(at))) {
      at = root.getOrDefault(at, at);
    }
    return at;
  }

  /** Switches first, in the order of names; their ports from 1. */
  private void number(List<Joined> kept) {
    Map<String, TreeSet<String>> named = new HashMap<>();
    Map<String, Joined> first = new HashMap<>();
    for (Joined cable : kept) {
      for (int side = 0; side < 2; side++) {
        String system = cable.system(side);
        named.computeIfAbsent(system, s -> new TreeSet<>(NameOrder.NAMES)).add(cable.port(side));
        first.putIfAbsent(system, cable);
      }
    }
    for (String system : systems.keys()) {
      Joined cable = first.get(system);
      if (cable == null) {
        continue;
      }
      Map<String, Integer> numbers = new HashMap<>();
      named
          .getOrDefault(system, new TreeSet<>())
          .forEach(port -> numbers.put(port, numbers.size() + 1));
      ports.put(system, numbers);
      if (systems.kind(system) == Kind.SWITCH) {
        switches.put(system, nodes.size());
        nodes.add(new FabricNode(Kind.SWITCH, 0, systems.shown(system), true, cable.line()));
      }
    }
  }

  private Cable cable(Joined cable) {
    int a = node(cable, 0);
    int b = node(cable, 1);
    LaneSpeed speed = cable.gigabits() > 0 ? LaneSpeed.ethernet(cable.gigabits()) : null;
    return new Cable(
        a,
        port(cable, 0),
        b,
        port(cable, 1),
        speed == null ? 0 : 1,
        speed,
        "",
        cable.portA(),
        cable.portB(),
        cable.source(),
        cable.line());
  }

  private int node(Joined cable, int side) {
    String system = cable.system(side);
    Integer known = switches.get(system);
    if (known != null) {
      return known;
    }
    String name = systems.shown(system) + " " + cable.port(side);
    nodes.add(new FabricNode(Kind.ADAPTER, 0, name, true, cable.line()));
    return nodes.size() - 1;
  }

  private int port(Joined cable, int side) {
    String system = cable.system(side);
    return switches.containsKey(system)
        ? ports.getOrDefault(system, Map.of()).getOrDefault(cable.port(side), 1)
        : 1;
  }
}
