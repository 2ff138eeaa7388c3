package io.busbar.plan.picture;

import io.busbar.base.border.Border;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Shape;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Level;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.fabric.TreeSize;
import io.busbar.model.training.Parallelism;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.picture.MapColumns.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where the communicators of a layout sit: nodes with their GPUs below the switches that join them,
 * and one group of each kind as lines along the way its bytes take. Large clusters are collapsed to
 * the nodes at which those groups begin, go on and end. One use.
 */
public final class GroupMap {
  private static final double SMALL_TEXT = 11;
  private static final double LINE_HEIGHT = 14;
  private static final double NARROWEST = 340;
  private static final double WIDEST = 1010;
  private static final int MOST_NODES = 7;
  private static final double CHARACTER = 6.6;
  private static final double LEGEND_LINE = 22;
  private static final double LEGEND_GAP = 18;

  private final Cluster cluster;
  private final Parallelism parallelism;
  private final TreeSize size;
  private final List<SampleGroup> groups;
  private final CellGrid cells;
  private final MapColumns columns;
  private final MapRows rows;
  private final Ranks ranks;
  private final List<Shape> shapes = new ArrayList<>();

  private GroupMap(Situation situation) {
    this.cluster = situation.cluster();
    this.parallelism = situation.training().parallelism();
    this.size = cluster.fabric().tree();
    this.groups = SampleGroup.of(cluster, parallelism);
    this.ranks = new Ranks(new Placement(cluster, parallelism), parallelism);
    this.cells = CellGrid.of(cluster.node().gpus());
    this.columns = columns();
    long inside = groups.stream().filter(g -> g.sharesDomain(cluster.gpusPerDomain())).count();
    double legend = legend();
    this.rows = new MapRows(legend, cluster, cells, (int) inside);
  }

  /** The drawing, with a caption that says which kind crosses which level at what rate. */
  public static Block.Drawing of(Situation situation) {
    return new GroupMap(situation).drawing();
  }

  /** As many nodes as the page is wide. */
  private MapColumns columns() {
    for (int most = MOST_NODES; ; most--) {
      List<Integer> shown = ShownNodes.of(cluster, groups, most);
      MapColumns columns = new MapColumns(cluster, shown, cells);
      if (columns.width <= WIDEST || most == 2) {
        return columns;
      }
    }
  }

  private double width() {
    return Math.max(NARROWEST, columns.width);
  }

  private Block.Drawing drawing() {
    new GroupLines(cluster, columns, rows, cells).draw(groups, shapes);
    if (rows.hasNetwork()) {
      switches();
    }
    for (Column node : columns.nodes) {
      node(node);
    }
    for (Column gap : columns.leftOut) {
      leftOut(gap);
    }
    String title = "Where the groups sit on the fabric";
    return new Block.Drawing(title, width(), rows.bottom() + 4, shapes, caption());
  }

  /** Draws the legend; returns its height. */
  private double legend() {
    double x = 4;
    double y = LINE_HEIGHT;
    for (SampleGroup group : groups) {
      double wide = 28 + group.name().length() * CHARACTER + LEGEND_GAP;
      if (x + wide > width()) {
        x = 4;
        y += LEGEND_LINE;
      }
      shapes.add(new Shape.Line(x, y - 4, x + 22, y - 4, 3, group.colour()));
      shapes.add(new Shape.Text(x + 28, y, group.name(), SMALL_TEXT, "text"));
      x += wide;
    }
    if (parallelism.pp() > 1) {
      String number = "number in a GPU: pipeline stage";
      boolean fits = x + number.length() * CHARACTER <= width();
      y += fits ? 0 : LEGEND_LINE;
      shapes.add(new Shape.Text(fits ? x : 4, y, number, SMALL_TEXT, "muted"));
    }
    return y + 10;
  }

  private void switches() {
    for (Column group : columns.leafGroups) {
      leaves(group);
    }
    if (size.spinesPerPod() > 0) {
      for (Column pod : columns.pods) {
        String label = count(size.spinesPerPod(), "spine switch", "spine switches");
        String name = size.pods() > 1 ? "pod " + (pod.index() + 1) + ": " + label : label;
        box(pod, rows.spineTop(), name, "spine");
      }
    }
    if (size.cores() > 0) {
      Column all = new Column(0, 4, columns.width - 8);
      box(all, rows.coreTop(), count(size.cores(), "core switch", "core switches"), "core");
    }
  }

  private void box(Column column, double top, String label, String kind) {
    shapes.add(new Shape.Box(column.x(), top, column.width(), MapRows.SWITCH_HEIGHT, label, kind));
  }

  private void leaves(Column group) {
    boolean single = size.leafGroups() == 1;
    String name = single ? "leaf" : "leaf group " + (group.index() + 1);
    if (columns.rails == 1) {
      String label =
          size.rails() > 1 ? name + ": " + size.rails() + " rail leaves" : name + " switch";
      box(group, rows.leafTop() + MapRows.LEAF_TITLE, label, "leaf");
      return;
    }
    double height = MapRows.LEAF_TITLE + MapRows.SWITCH_HEIGHT;
    String label = single ? "leaf switches, one per rail" : name + ", by rail";
    shapes.add(new Shape.Box(group.x(), rows.leafTop(), group.width(), height, label, "leaf"));
    for (int rail = 0; rail < columns.rails; rail++) {
      double x = columns.leaf(group, rail) - MapColumns.LEAF_BOX / 2;
      double y = rows.leafTop() + MapRows.LEAF_TITLE;
      shapes.add(
          new Shape.Box(x, y, MapColumns.LEAF_BOX, MapColumns.LEAF_BOX, "" + (rail + 1), "leaf"));
    }
  }

  private void node(Column node) {
    String label = "node " + (node.index() + 1);
    double height = rows.bottom() - rows.nodeTop();
    shapes.add(new Shape.Box(node.x(), rows.nodeTop(), node.width(), height, label, "node"));
    for (int i = 0; i < cells.gpus(); i++) {
      int gpu = node.index() * cells.gpus() + i;
      shapes.add(
          new Shape.Box(
              node.x() + cells.x(i),
              rows.cellTop() + cells.y(i),
              cells.cellWidth(),
              cells.cellHeight(),
              ranks.label(gpu),
              ranks.colour(gpu)));
    }
  }

  private void leftOut(Column gap) {
    double y = rows.cellTop() + LINE_HEIGHT;
    for (String line : List.of("… " + gap.index(), "more", gap.index() == 1 ? "node" : "nodes")) {
      double x = gap.middle() - line.length() * CHARACTER / 2;
      shapes.add(new Shape.Text(x, y, line, SMALL_TEXT, "muted"));
      y += LINE_HEIGHT;
    }
  }

  private static String count(int number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  private String caption() {
    StringBuilder text = new StringBuilder();
    for (SampleGroup group : groups) {
      text.append(sentence(group)).append(' ');
    }
    if (groups.isEmpty()) {
      return "One GPU: there is nobody to communicate with.";
    }
    text.append("Rates are per GPU and direction. ");
    if (parallelism.tp() > 1) {
      text.append("GPUs of a tensor-parallel group have one colour. ");
    }
    text.append("Lines show one group of each kind");
    return text.append(anyBundle() ? ", a thick one several GPUs of a node." : ".").toString();
  }

  private boolean anyBundle() {
    int domain = cluster.gpusPerDomain();
    return groups.stream().anyMatch(g -> g.leavesDomain() && g.sharesDomain(domain));
  }

  private String sentence(SampleGroup group) {
    Reach reach = group.reach();
    boolean chain = group.kind() == GroupKind.PP;
    String who =
        group.kind() + (chain ? ": neighbouring stages " : ": " + reach.ranks() + " ranks ");
    Bandwidth inside = new Bandwidth(reach.insideBytesPerSecond());
    if (!reach.leavesDomain()) {
      return who + "inside a scale-up domain at " + inside + ".";
    }
    Bandwidth outside = new Bandwidth(reach.outsideBytesPerSecond());
    String where = "across " + level(reach.outermost()) + " at " + outside + borders(reach);
    if (chain || reach.ranksPerDomain() == 1) {
      return who + where + ".";
    }
    String shared = ", " + reach.ranksPerDomain() + " to a scale-up domain (" + inside + ")";
    return who + where + shared + ".";
  }

  /** {@code , 4:1 above each 32 of its ranks}, {@code (12:1 towards one other group)}. */
  private static String borders(Reach reach) {
    StringBuilder text = new StringBuilder();
    for (Border border : reach.borders()) {
      text.append(", ").append(ratio(border.oversubscription()));
      text.append(" above each ").append(border.ranks()).append(" of its ranks");
      if (border.pairOversubscription() > border.oversubscription()) {
        text.append(" (").append(ratio(border.pairOversubscription()));
        text.append(" towards one other group)");
      }
    }
    return text.toString();
  }

  private static String ratio(double oversubscription) {
    String ratio = String.format(Locale.ROOT, "%.3g", oversubscription);
    return ratio.replaceFirst("\\.0+$", "") + ":1";
  }

  private String level(Level level) {
    boolean rails = cluster.network().topology() != FabricTopology.FAT_TREE;
    return switch (level) {
      case SCALE_UP -> "a scale-up domain";
      case LEAF -> rails && size.rails() > 1 ? "rail leaves" : "leaf switches";
      case SPINE -> "spine switches";
      case CORE -> "core switches";
    };
  }
}
