package io.busbar.simulate.scenario.report;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Shape;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.scenario.answer.Loads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws a fabric by tiers, cores on top, with the load of links as colour and the longest queues in
 * the switches. Tiers with many nodes are drawn as runs of nodes; a line then shows the busiest
 * link between two runs. Used once.
 */
public final class FabricDrawing {
  private static final int MOST_BOXES = 16;
  private static final double WIDTH = 1060;
  private static final double TOP = 44;
  private static final double TIER = 116;
  private static final double BOX = 38;
  private static final double WIDEST_BOX = 150;
  private static final double GAP = 6;
  private static final double BESIDE = 1.7;
  private static final int CLASSES = 5;
  private static final double MEGA = 1e6;
  private static final int MANY_LINES = 100;
  private static final double LEGEND_STEP = 118;

  /** From the top. */
  private static final List<NodeKind> ROWS =
      List.of(
          NodeKind.CORE,
          NodeKind.SPINE,
          NodeKind.LEAF,
          NodeKind.NIC,
          NodeKind.ENDPOINT,
          NodeKind.SCALE_UP_SWITCH);

  /** A run of nodes of a tier. */
  private record Box(double centre, double top, int row) {}

  private final Fabric fabric;
  private final Loads loads;
  private final List<Shape> shapes = new ArrayList<>();
  private final Box[] boxOf;
  private int rows;
  private boolean dense;

  private FabricDrawing(Fabric fabric, Loads loads) {
    this.fabric = fabric;
    this.loads = loads;
    boxOf = new Box[fabric.nodes()];
  }

  static Block.Drawing of(Fabric fabric, Loads loads) {
    return new FabricDrawing(fabric, loads).draw();
  }

  private Block.Drawing draw() {
    legend();
    boolean cut = false;
    for (NodeKind kind : ROWS) {
      List<Integer> nodes = new ArrayList<>();
      for (int node = 0; node < fabric.nodes(); node++) {
        if (fabric.kind(node) == kind) {
          nodes.add(node);
        }
      }
      if (!nodes.isEmpty()) {
        cut |= nodes.size() > MOST_BOXES;
        row(kind, nodes);
      }
    }
    links();
    String caption =
        "Left line upwards, right line downwards; colour and width are the part of the time in"
            + " which a link sends."
            + (loads.hasQueues() ? " Amounts are the longest queue seen at a port." : "")
            + (cut ? " Runs of nodes are one box, and a line is their busiest link." : "");
    double height = TOP + (rows - 1) * TIER + BOX + GAP;
    return new Block.Drawing("Load of links", WIDTH, height, shapes, caption);
  }

  private void legend() {
    for (int c = 0; c < CLASSES; c++) {
      double x = GAP + c * LEGEND_STEP;
      shapes.add(new Shape.Line(x, 12, x + 26, 12, 1 + c, "load" + c));
      int from = (c - 1) * 25;
      String range = c == 0 ? "unused" : from + " to " + (from + 25) + " %";
      shapes.add(new Shape.Text(x + 32, 16, range, 12, "muted"));
    }
  }

  private void row(NodeKind kind, List<Integer> nodes) {
    int perBox = Math.ceilDiv(nodes.size(), MOST_BOXES);
    int boxes = Math.ceilDiv(nodes.size(), perBox);
    double step = (WIDTH - 2 * GAP) / boxes;
    double width = Math.min(WIDEST_BOX, step - GAP);
    double top = TOP + rows * TIER;
    for (int b = 0; b < boxes; b++) {
      List<Integer> run = nodes.subList(b * perBox, Math.min(nodes.size(), (b + 1) * perBox));
      double centre = GAP + (b + 0.5) * step;
      Box box = new Box(centre, top, rows);
      run.forEach(node -> boxOf[node] = box);
      String name = fabric.nodeName(run.getFirst());
      if (run.size() > 1) {
        String last = fabric.nodeName(run.getLast());
        name += "-" + last.substring(last.lastIndexOf(' ') + 1);
      }
      String label = kind == NodeKind.ENDPOINT ? name.replace("endpoint", "host") : name;
      shapes.add(
          new Shape.Box(centre - width / 2, top, width, BOX, label + queue(run), colour(kind)));
    }
    rows++;
  }

  private static String colour(NodeKind kind) {
    return switch (kind) {
      case CORE -> "core";
      case SPINE -> "spine";
      case LEAF -> "leaf";
      case NIC -> "nic";
      case ENDPOINT -> "gpu";
      case SCALE_UP_SWITCH -> "switch";
    };
  }

  private String queue(List<Integer> nodes) {
    long longest = 0;
    for (int node : nodes) {
      for (int port = fabric.firstPort(node); port < fabric.endPort(node); port++) {
        longest = Math.max(longest, loads.queueBytes(port));
      }
    }
    return longest == 0 || fabric.kind(nodes.getFirst()) == NodeKind.ENDPOINT
        ? ""
        : String.format(
            Locale.ROOT, " %.1f %s", longest / (longest < MEGA ? 1e3 : MEGA), unit(longest));
  }

  private static String unit(long bytes) {
    return bytes < MEGA ? "kB" : "MB";
  }

  /** The busiest link in each direction between each two boxes; idle ones below the others. */
  private void links() {
    Map<List<Box>, double[]> busiest = new LinkedHashMap<>();
    for (int port = 0; port < fabric.ports(); port++) {
      Box near = boxOf[fabric.owner(port)];
      Box far = boxOf[fabric.owner(fabric.peer(port))];
      if (fabric.joined(port) && near != far) {
        boolean up = near.row() > far.row() || (near.row() == far.row() && before(near, far));
        List<Box> pair = up ? List.of(near, far) : List.of(far, near);
        double[] both = busiest.computeIfAbsent(pair, p -> new double[2]);
        int which = up ? 0 : 1;
        both[which] = Math.max(both[which], loads.utilisation(port));
      }
    }
    dense = busiest.size() > MANY_LINES;
    for (int c = 0; c < CLASSES; c++) {
      int shown = c;
      busiest.forEach((pair, both) -> {
        for (int which = 0; which < 2; which++) {
          if (loadClass(both[which]) == shown) {
            line(pair, which == 0 ? -BESIDE : BESIDE, shown);
          }
        }
      });
    }
  }

  private static boolean before(Box one, Box other) {
    return one.centre() < other.centre();
  }

  private static int loadClass(double utilisation) {
    return utilisation == 0
        ? 0
        : (int) Math.clamp(Math.ceil(utilisation * (CLASSES - 1)), 1, CLASSES - 1);
  }

  private void line(List<Box> pair, double shift, int loadClass) {
    Box lower = pair.getFirst();
    Box upper = pair.getLast();
    boolean beside = lower.row() == upper.row();
    double from = beside ? lower.top() + BOX / 2 : lower.top();
    double to = beside ? upper.top() + BOX / 2 : upper.top() + BOX;
    shapes.add(
        new Shape.Line(
            lower.centre() + (beside ? 0 : shift),
            from + (beside ? shift : 0),
            upper.centre() + (beside ? 0 : shift),
            to + (beside ? shift : 0),
            Math.min(dense ? 1.5 : 3, 1 + loadClass / 2.0),
            String.format(Locale.ROOT, "load%d", loadClass)));
  }
}
