package io.busbar.formats.switchqos;

import io.busbar.base.problem.Position;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads Cumulus' NVUE, as YAML ({@code startup.yaml}) and as commands ({@code nv set …}): both are
 * paths with a value. {@code qos roce} stands for what the vendor documents of it: DSCP / 8, flow
 * control on priority 3 (not in mode lossy), marks on queue 3 from 150 kB to 1,500 kB. One use.
 */
final class NvueQos {
  private static final int ROCE = 3;
  private static final long ROCE_MIN = 150_000;
  private static final long ROCE_MAX = 1_500_000;
  private static final int MAX_DEPTH = 40;

  /** Marks of a traffic class while its parts are gathered. */
  private static final class Marks {
    long min = -1;
    long max = -1;
    int percent = -1;
    boolean ecn;
    Position at = Position.of("");
  }

  private final QosBuilder out;
  private final Map<Integer, Marks> marks = new TreeMap<>();
  private final Map<String, Set<Integer>> pfc = new HashMap<>();
  private final Map<String, Position> pfcAt = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private boolean roce;
  private boolean lossy;
  private Position roceAt = Position.of("");

  private NvueQos(QosBuilder out) {
    this.out = out;
  }

  static SwitchQos yaml(String source, String usual, Tree tree) {
    NvueQos reader = new NvueQos(new QosBuilder(usual, "Cumulus NVUE", new Position(source, 1, 0)));
    List<Tree> items = tree instanceof Tree.Sequence s ? s.items() : List.of(tree);
    for (Tree item : items) {
      if (item instanceof Tree.Mapping m && m.get("set") instanceof Tree.Mapping set) {
        reader.walk(set, new ArrayList<>());
      }
    }
    return reader.finish();
  }

  private void walk(Tree tree, List<String> path) {
    if (path.size() > MAX_DEPTH) {
      return;
    }
    if (tree instanceof Tree.Mapping m) {
      if (m.entries().isEmpty()) {
        take(path, m.at());
      }
      m.entries()
          .forEach((key, entry) -> {
            path.add(key);
            walk(entry.value(), path);
            path.removeLast();
          });
    } else if (tree instanceof Tree.Scalar s) {
      path.add(s.text());
      take(path, s.at());
      path.removeLast();
    }
  }

  static SwitchQos commands(String source, String usual, String text) {
    NvueQos reader = new NvueQos(new QosBuilder(usual, "Cumulus NVUE", new Position(source, 1, 0)));
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      int at = line.indexOf("nv set ");
      if (at >= 0) {
        List<String> words = List.of(line.substring(at + 7).strip().split("\\s+"));
        reader.take(words, new Position(source, number, at + 1));
      }
    }
    return reader.finish();
  }

  /** A path whose last word is the value. */
  private void take(List<String> path, Position at) {
    int qos = path.indexOf("qos");
    if (path.size() >= 3 && path.getFirst().equals("system") && path.get(1).equals("hostname")) {
      out.system = path.get(2);
    }
    if (qos < 0 || qos > 2 || path.size() <= qos + 1) {
      return;
    }
    List<String> rest = path.subList(qos + 1, path.size());
    String ports = qos == 2 ? path.get(1) : "all ports";
    switch (rest.getFirst()) {
      case "roce" -> roce(rest, at);
      case "pfc" -> pfc(rest, ports, at);
      case "mapping" -> mapping(rest, at);
      case "congestion-control" -> congestion(rest, at);
      case "pfc-watchdog" -> out.watchdog = true;
      default -> {}
    }
  }

  private void roce(List<String> rest, Position at) {
    boolean off = rest.contains("off") || rest.contains("disabled");
    roce |= !off;
    lossy |= rest.contains("lossy");
    roceAt = at;
  }

  private void pfc(List<String> rest, String ports, Position at) {
    int priority = rest.indexOf("switch-priority");
    if (priority > 0 && rest.size() > priority + 1) {
      String key = ports.equals("all ports") && rest.size() > 1 ? "ports of " + rest.get(1) : ports;
      pfc.computeIfAbsent(key, k -> new TreeSet<>())
          .addAll(QosBuilder.numbers(rest.get(priority + 1)));
      pfcAt.putIfAbsent(key, at);
    }
  }

  private void mapping(List<String> rest, Position at) {
    int dscp = rest.indexOf("dscp");
    int priority = rest.indexOf("switch-priority");
    if (dscp > 0 && priority == dscp + 2 && rest.size() == priority + 2) {
      for (int d : QosBuilder.numbers(rest.get(dscp + 1))) {
        if (rest.get(priority + 1).matches("\\d")) {
          out.map(d, Integer.parseInt(rest.get(priority + 1)), at);
        }
      }
    }
  }

  private void congestion(List<String> rest, Position at) {
    int queue = rest.indexOf("traffic-class");
    if (queue < 0 || rest.size() < queue + 4) {
      return;
    }
    String key = rest.get(queue + 2);
    String value = rest.get(queue + 3);
    for (int q : QosBuilder.numbers(rest.get(queue + 1))) {
      Marks m = marks.computeIfAbsent(q, n -> new Marks());
      m.at = seen.add("marks" + q) ? at : m.at;
      String number = value.replaceAll("[A-Za-z]+$", "");
      switch (key) {
        case "min-threshold" -> m.min = QosBuilder.bytes(number, value.substring(number.length()));
        case "max-threshold" -> m.max = QosBuilder.bytes(number, value.substring(number.length()));
        case "probability" -> m.percent = (int) QosBuilder.bytes(number, "");
        case "ecn" -> m.ecn = value.startsWith("enable") || value.equals("on");
        default -> {}
      }
    }
  }

  private SwitchQos finish() {
    if (roce) {
      if (!lossy && pfc.isEmpty()) {
        out.pfc("all ports", Set.of(ROCE), roceAt);
      }
      if (!marks.containsKey(ROCE)) {
        out.ecn(new SwitchQos.Ecn(ROCE, ROCE_MIN, ROCE_MAX, -1, true, roceAt));
      }
      out.watchdog = true; // part of what the command sets up
    }
    pfc.forEach(
        (ports, priorities) -> out.pfc(ports, priorities, pfcAt.getOrDefault(ports, roceAt)));
    marks.forEach(
        (queue, m) -> out.ecn(new SwitchQos.Ecn(queue, m.min, m.max, m.percent, m.ecn, m.at)));
    return out.build();
  }
}
