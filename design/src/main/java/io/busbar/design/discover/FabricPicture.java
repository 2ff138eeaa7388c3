package io.busbar.design.discover;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Shape;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A fabric as rows of tiers: cores, spines by pod, leaves as a grid of rails by leaf groups, hosts.
 * What is too much for the page is put together, and the worst state of its parts shows. One use.
 */
final class FabricPicture {
  private static final double WIDTH = 1010;
  private static final double LEFT = 84;
  private static final double GAP = 3;
  private static final double ROW = 18;
  private static final double LEVEL = 62;
  private static final double NARROWEST = 17;
  private static final double WIDEST = 49;
  private static final double SWITCH = 9;
  private static final double TEXT = 11;
  private static final int MOST_RAIL_ROWS = 18;

  private static final int FINE = 0;
  private static final int SLOW = 1;
  private static final int MISSING = 2;
  private static final List<String> COLOURS = List.of("leaf", "warning", "critical");

  private final Discovery discovery;
  private final Wiring wiring;
  private final Rails rails;
  private final LinkStates states;
  private final BitSet lacking = new BitSet();
  private final List<Shape> shapes = new ArrayList<>();

  /** State of what hangs below a leaf, by leaf group and rail. */
  private final int[][] below;

  private final int[] above;
  private final boolean[][] present;
  private final int[] hosts;

  /** Leaf groups that share a column, in the order of their pods. */
  private final List<List<Integer>> columns;

  private final int railRows;
  private final int perRow;

  FabricPicture(Discovery discovery) {
    this.discovery = discovery;
    wiring = discovery.wiring();
    rails = discovery.rails();
    states = LinkStates.of(wiring);
    new MissingLinks(wiring).pairs().forEach(pair -> lacking.set(pair.lower()));
    below = new int[rails.groups()][rails.count()];
    present = new boolean[rails.groups()][rails.count()];
    above = new int[rails.groups()];
    hosts = new int[rails.groups()];
    judge();
    columns = columns();
    perRow = Math.ceilDiv(rails.count(), MOST_RAIL_ROWS);
    railRows = Math.ceilDiv(rails.count(), perRow);
  }

  private void judge() {
    for (int leaf : wiring.switches(1)) {
      int group = rails.groupOfLeaf(leaf);
      present[group][rails.railOfLeaf(leaf)] = true;
      above[group] = Math.max(above[group], stateAbove(leaf));
    }
    for (HostPort port : rails.ports()) {
      boolean wrong =
          port.index() >= 0 && rails.railOfLeaf(port.leaf()) != rails.railOfIndex(port.index());
      if (wrong || states.isDegraded(port.cable())) {
        below[rails.groupOfLeaf(port.leaf())][rails.railOfLeaf(port.leaf())] = SLOW;
      }
    }
    for (int h = 0; h < wiring.hosts().size(); h++) {
      if (rails.groupOfHost(h) >= 0) {
        hosts[rails.groupOfHost(h)]++;
      }
    }
  }

  private int stateAbove(int node) {
    if (lacking.get(node)) {
      return MISSING;
    }
    return wiring.uplinks(node).stream().anyMatch(states::isDegraded) ? SLOW : FINE;
  }

  Block.Drawing drawing() {
    double y = legend();
    if (wiring.tiers() > 2) {
      y = strip("core", wiring.switches(3), y, LEFT, columnsWidth()) + LEVEL;
    }
    if (wiring.tiers() > 1) {
      y = spines(y) + LEVEL;
    }
    double bottom = leaves(y);
    int most = columns.stream().mapToInt(List::size).max().orElse(1);
    String caption =
        "Colour of a leaf: its hosts' cables; of a line: the links upwards of that leaf group."
            + (most > 1 ? " A column is up to " + most + " leaf groups." : "");
    return new Block.Drawing("The fabric by tiers", WIDTH, bottom + 6, shapes, caption);
  }

  private double legend() {
    double x = LEFT;
    List<String> words = List.of("as it should be", "below its like or miscabled", "links missing");
    for (int state = FINE; state <= MISSING; state++) {
      shapes.add(new Shape.Box(x, 4, 14, 12, "", COLOURS.get(state)));
      shapes.add(new Shape.Text(x + 20, 14, words.get(state), TEXT, "text"));
      x += 40 + 6.6 * words.get(state).length();
    }
    return 34;
  }

  /** As many columns as have room; a column holds groups of one pod where that is possible. */
  private List<List<Integer>> columns() {
    int room = (int) ((WIDTH - LEFT) / (NARROWEST + GAP));
    Map<Integer, List<Integer>> byPod = new TreeMap<>();
    for (int group = 0; group < rails.groups(); group++) {
      int pod = rails.pods() > room ? 0 : rails.podOfGroup(group);
      byPod.computeIfAbsent(pod, p -> new ArrayList<>()).add(group);
    }
    for (int each = 1; ; each++) {
      List<List<Integer>> found = new ArrayList<>();
      for (List<Integer> groups : byPod.values()) {
        for (int i = 0; i < groups.size(); i += each) {
          found.add(groups.subList(i, Math.min(groups.size(), i + each)));
        }
      }
      if (found.size() <= room) {
        return found;
      }
    }
  }

  private double columnWidth() {
    return Math.min(WIDEST, (WIDTH - LEFT) / columns.size() - GAP);
  }

  private double x(int column) {
    return LEFT + column * (columnWidth() + GAP);
  }

  private double columnsWidth() {
    return columns.size() * (columnWidth() + GAP) - GAP;
  }

  private static void widen(Map<Integer, double[]> spans, int key, double low, double high) {
    double[] span = spans.computeIfAbsent(key, k -> new double[] {low, high});
    span[0] = Math.min(span[0], low);
    span[1] = Math.max(span[1], high);
  }

  /** Spines stand over the columns of their pod, below lines from the cores. */
  private double spines(double y) {
    Map<Integer, double[]> spans = new TreeMap<>();
    for (int c = 0; c < columns.size(); c++) {
      int pod = rails.podOfGroup(columns.get(c).getFirst());
      widen(spans, pod, x(c), x(c) + columnWidth());
    }
    Map<Integer, List<Integer>> byPod = new TreeMap<>();
    for (int spine : wiring.switches(2)) {
      int pod = discovery.podOfSpine(spine);
      int shown = spans.containsKey(pod) ? pod : spans.keySet().iterator().next();
      byPod.computeIfAbsent(shown, p -> new ArrayList<>()).add(spine);
    }
    double bottom = y;
    for (Map.Entry<Integer, List<Integer>> e : byPod.entrySet()) {
      double[] span = spans.getOrDefault(e.getKey(), new double[] {LEFT, WIDTH});
      if (wiring.tiers() > 2) {
        int state = e.getValue().stream().mapToInt(this::stateAbove).max().orElse(FINE);
        double middle = (span[0] + span[1]) / 2;
        String colour = state == FINE ? "muted" : COLOURS.get(state);
        shapes.add(new Shape.Line(middle, y - LEVEL, middle, y, 2, colour));
      }
      bottom = Math.max(bottom, strip("spine", e.getValue(), y, span[0], span[1] - span[0]));
    }
    return bottom;
  }

  /** Switches side by side; as many as have no room of their own share a box. */
  private double strip(String kind, List<Integer> switches, double y, double x, double width) {
    if (switches.isEmpty()) {
      return y;
    }
    int room = Math.max(1, (int) (width / (SWITCH + GAP)));
    int each = Math.ceilDiv(switches.size(), room);
    int boxes = Math.ceilDiv(switches.size(), each);
    double wide = Math.min(WIDEST, width / boxes - GAP);
    double from = x + (width - boxes * (wide + GAP) + GAP) / 2;
    for (int i = 0; i < boxes; i++) {
      List<Integer> part = switches.subList(i * each, Math.min(switches.size(), (i + 1) * each));
      int state = part.stream().mapToInt(this::stateAbove).max().orElse(FINE);
      String name = wiring.node(part.getFirst()).label();
      String label = wide < 40 ? "" : part.size() > 1 ? part.size() + " " + kind + "s" : name;
      String colour = state == FINE ? kind : COLOURS.get(state);
      shapes.add(new Shape.Box(from + i * (wide + GAP), y, wide, ROW, label, colour));
    }
    boolean first = x <= LEFT + 1;
    if (first) {
      int all = wiring.switches(kind.equals("core") ? 3 : 2).size();
      shapes.add(new Shape.Text(0, y + 13, all + " " + kind + (all == 1 ? "" : "s"), TEXT, "text"));
    }
    return y + ROW;
  }

  private double leaves(double y) {
    for (int r = 0; r < railRows; r++) {
      double top = y + r * (ROW + GAP);
      shapes.add(new Shape.Text(0, top + 13, railName(r), TEXT, "text"));
    }
    double hostsY = y + railRows * (ROW + GAP) + 10;
    shapes.add(new Shape.Text(0, hostsY + 13, wiring.hosts().size() + " hosts", TEXT, "text"));
    for (int c = 0; c < columns.size(); c++) {
      column(c, y, hostsY);
    }
    return hostsY + ROW;
  }

  private String railName(int row) {
    if (rails.count() == 1) {
      return wiring.switches(1).size() + " leaves";
    }
    int last = Math.min(rails.count(), (row + 1) * perRow) - 1;
    return perRow == 1 ? "rail " + row : "rails " + row * perRow + "-" + last;
  }

  private void column(int c, double y, double hostsY) {
    List<Integer> groups = columns.get(c);
    int up = FINE;
    int count = 0;
    for (int group : groups) {
      up = Math.max(up, above[group]);
      count += hosts[group];
    }
    double middle = x(c) + columnWidth() / 2;
    if (wiring.tiers() > 1) {
      String colour = up == FINE ? "muted" : COLOURS.get(up);
      shapes.add(new Shape.Line(middle, y - LEVEL, middle, y, up == FINE ? 1.5 : 3, colour));
    }
    for (int r = 0; r < railRows; r++) {
      int state = -1;
      for (int group : groups) {
        for (int rail = r * perRow; rail < Math.min(rails.count(), (r + 1) * perRow); rail++) {
          state = present[group][rail] ? Math.max(state, below[group][rail]) : state;
        }
      }
      if (state >= FINE) {
        double top = y + r * (ROW + GAP);
        shapes.add(new Shape.Box(x(c), top, columnWidth(), ROW, "", COLOURS.get(state)));
      }
    }
    shapes.add(new Shape.Box(x(c), hostsY, columnWidth(), ROW, "" + count, "node"));
  }
}
