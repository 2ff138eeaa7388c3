package io.busbar.plan.picture;

import io.busbar.base.report.Block.Shape;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Level;
import io.busbar.model.fabric.FabricGraph;
import io.busbar.model.fabric.TreeSize;
import io.busbar.plan.picture.MapColumns.Column;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a map of groups: the fabric's own in grey, and along them the way of each sample
 * group as far as it goes: below the GPUs inside a domain, up to a leaf, its spines, the cores. One
 * use.
 */
final class GroupLines {
  private static final double FABRIC = 0.75;
  private static final double SINGLE = 2;
  private static final double BUNDLE = 4;
  private static final double BESIDE = 5;

  private final Cluster cluster;
  private final TreeSize size;
  private final MapColumns columns;
  private final MapRows rows;
  private final CellGrid cells;
  private final @Nullable FabricGraph graph;

  GroupLines(Cluster cluster, MapColumns columns, MapRows rows, CellGrid cells) {
    this.cluster = cluster;
    this.size = cluster.fabric().tree();
    this.columns = columns;
    this.rows = rows;
    this.cells = cells;
    boolean knowsRails = columns.rails > 1 && cluster.fabric().misfit().isEmpty();
    this.graph = knowsRails ? new FabricGraph(cluster.fabric(), cluster.network().wiring()) : null;
  }

  void draw(List<SampleGroup> groups, List<Shape> shapes) {
    if (rows.hasNetwork()) {
      fabric(shapes);
    }
    int track = 0;
    for (int i = 0; i < groups.size(); i++) {
      SampleGroup group = groups.get(i);
      if (group.sharesDomain(cluster.gpusPerDomain())) {
        inside(group, track++, shapes);
      }
      if (group.leavesDomain()) {
        outside(group, i, (i - groups.size() / 2) * BESIDE, shapes);
      }
    }
  }

  private void fabric(List<Shape> shapes) {
    for (Column node : columns.nodes) {
      Column group = leafGroup(node.index());
      for (int rail = 0; rail < columns.rails; rail++) {
        double from = node.x() + node.width() * (rail + 1) / (columns.rails + 1);
        line(from, rows.nodeTop(), columns.leaf(group, rail), leafEdge(), shapes);
      }
    }
    for (Column group : columns.leafGroups) {
      for (int rail = 0; rail < columns.rails && size.spinesPerPod() > 0; rail++) {
        double x = columns.leaf(group, rail);
        line(x, rows.leafTop() + MapRows.LEAF_TITLE, x, spineEdge(), shapes);
      }
    }
    for (Column pod : columns.pods) {
      if (size.cores() > 0) {
        double coreEdge = rows.coreTop() + MapRows.SWITCH_HEIGHT;
        line(pod.middle(), rows.spineTop(), pod.middle(), coreEdge, shapes);
      }
    }
  }

  private static void line(double x1, double y1, double x2, double y2, List<Shape> shapes) {
    shapes.add(new Shape.Line(x1, y1, x2, y2, FABRIC, "node"));
  }

  private double leafEdge() {
    return rows.leafTop() + MapRows.LEAF_TITLE + MapColumns.LEAF_BOX;
  }

  private double spineEdge() {
    return rows.spineTop() + MapRows.SWITCH_HEIGHT;
  }

  private Column leafGroup(int node) {
    return MapColumns.find(columns.leafGroups, cluster.leafGroup(node));
  }

  /** A line below the GPUs from the first to the last of a domain, with a tick to each. */
  private void inside(SampleGroup group, int track, List<Shape> shapes) {
    double y = rows.track(track);
    double shift = (track - 1) * BESIDE;
    int domain = -1;
    double from = 0;
    double to = 0;
    for (Column node : columns.nodes) {
      for (int gpu : group.on(node.index(), cells.gpus())) {
        double x = cellMiddle(node, gpu) + shift;
        tick(group, x, rows.cellTop() + cells.y(gpu % cells.gpus()), y, shapes);
        if (gpu / cluster.gpusPerDomain() == domain) {
          from = Math.min(from, x);
          to = Math.max(to, x);
          continue;
        }
        span(group, from, to, y, shapes);
        domain = gpu / cluster.gpusPerDomain();
        from = x;
        to = x;
      }
    }
    span(group, from, to, y, shapes);
  }

  private void tick(SampleGroup group, double x, double top, double y, List<Shape> shapes) {
    shapes.add(new Shape.Line(x, top + cells.cellHeight(), x, y, SINGLE, group.colour()));
  }

  private void span(SampleGroup group, double from, double to, double y, List<Shape> shapes) {
    if (to > from) {
      shapes.add(new Shape.Line(from - 1, y, to + 1, y, SINGLE, group.colour()));
    }
  }

  private double cellMiddle(Column node, int gpu) {
    return node.x() + cells.x(gpu % cells.gpus()) + cells.cellWidth() / 2;
  }

  /**
   * From each node up to the leaf, and from there as far as the group goes. Of several GPUs of a
   * node one is drawn, another one for each kind, so that their lines stay apart.
   */
  private void outside(SampleGroup group, int index, double shift, List<Shape> shapes) {
    TreeSet<Double> leaves = new TreeSet<>();
    TreeSet<Integer> pods = new TreeSet<>();
    for (Column node : columns.nodes) {
      int[] gpus = group.on(node.index(), cells.gpus());
      if (gpus.length > 0) {
        int gpu = gpus[2 * index % gpus.length];
        Column leafGroup = leafGroup(node.index());
        double leaf = columns.leaf(leafGroup, rail(gpu)) + shift / 2;
        double x = cellMiddle(node, gpu) + shift / 2;
        double width = gpus.length > 1 ? BUNDLE : SINGLE;
        double top = rows.cellTop() + cells.y(gpu % cells.gpus());
        shapes.add(new Shape.Line(x, top, x, rows.nodeTop(), width, group.colour()));
        shapes.add(new Shape.Line(x, rows.nodeTop(), leaf, leafEdge(), width, group.colour()));
        leaves.add(leaf);
        pods.add(leafGroup.index() / size.groupsPerPod());
      }
    }
    if (group.outermost().compareTo(Level.SPINE) >= 0) {
      double top = rows.leafTop() + MapRows.LEAF_TITLE;
      leaves.forEach(
          x -> shapes.add(new Shape.Line(x, top, x, spineEdge(), SINGLE, group.colour())));
    }
    if (group.outermost() == Level.CORE) {
      double bottom = rows.coreTop() + MapRows.SWITCH_HEIGHT;
      for (int pod : pods) {
        double x = MapColumns.find(columns.pods, pod).middle() + shift;
        shapes.add(new Shape.Line(x, rows.spineTop(), x, bottom, SINGLE, group.colour()));
      }
    }
  }

  private int rail(int gpu) {
    return graph == null ? 0 : graph.rail(graph.portOf(gpu));
  }
}
