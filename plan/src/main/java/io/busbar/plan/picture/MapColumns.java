package io.busbar.plan.picture;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.fabric.TreeSize;
import java.util.ArrayList;
import java.util.List;

/**
 * Where things lie from left to right: nodes under their leaf group, leaf groups under their pod,
 * and a place for what is left out between two nodes. Immutable once made.
 */
final class MapColumns {
  static final double LEAF_BOX = 20;
  static final double LEAF_GAP = 3;
  static final double PADDING = 8;
  private static final double NODE_GAP = 12;
  private static final double LEFT_OUT = 54;
  private static final double GROUP_GAP = 14;
  private static final double MARGIN = 4;

  /** Rails drawn one by one; more are one box. */
  private static final int MOST_RAILS = 8;

  /** From {@code x} to {@code x + width}; {@code index} is of the node, leaf group or pod. */
  record Column(int index, double x, double width) {
    double middle() {
      return x + width / 2;
    }
  }

  final List<Column> nodes = new ArrayList<>();
  final List<Column> leafGroups = new ArrayList<>();
  final List<Column> pods = new ArrayList<>();

  /** Index: how many nodes are left out there. */
  final List<Column> leftOut = new ArrayList<>();

  final int rails;
  double width;

  MapColumns(Cluster cluster, List<Integer> shown, CellGrid cells) {
    TreeSize tree = cluster.fabric().tree();
    rails = tree.rails() <= MOST_RAILS ? tree.rails() : 1;
    double narrowest = rails * (LEAF_BOX + LEAF_GAP) - LEAF_GAP + 2 * PADDING;
    double x = MARGIN;
    int at = 0;
    while (at < shown.size()) {
      int group = cluster.leafGroup(shown.get(at));
      int end = at;
      while (end < shown.size() && cluster.leafGroup(shown.get(end)) == group) {
        end++;
      }
      if (at > 0) {
        x += gap(shown.get(at - 1), shown.get(at), x, GROUP_GAP);
      }
      double right = addNodes(shown.subList(at, end), x, cells.width());
      double width = Math.max(right - x, narrowest);
      leafGroups.add(new Column(group, x, width));
      x += width;
      at = end;
    }
    width = x + MARGIN;
    addPods(tree.groupsPerPod());
  }

  private double addNodes(List<Integer> shown, double left, double nodeWidth) {
    double x = left;
    for (int i = 0; i < shown.size(); i++) {
      if (i > 0) {
        x += gap(shown.get(i - 1), shown.get(i), x, NODE_GAP);
      }
      nodes.add(new Column(shown.get(i), x, nodeWidth));
      x += nodeWidth;
    }
    return x;
  }

  /** Width of the gap between two nodes, with a place for the note on those left out. */
  private double gap(int before, int after, double x, double usual) {
    int between = after - before - 1;
    if (between == 0) {
      return usual;
    }
    leftOut.add(new Column(between, x, LEFT_OUT));
    return LEFT_OUT;
  }

  private void addPods(int groupsPerPod) {
    for (Column group : leafGroups) {
      int pod = group.index() / groupsPerPod;
      if (!pods.isEmpty() && pods.getLast().index() == pod) {
        Column first = pods.removeLast();
        pods.add(new Column(pod, first.x(), group.x() + group.width() - first.x()));
      } else {
        pods.add(new Column(pod, group.x(), group.width()));
      }
    }
  }

  /** Middle of a rail's leaf in its group. */
  double leaf(Column group, int rail) {
    double all = rails * (LEAF_BOX + LEAF_GAP) - LEAF_GAP;
    double left = group.middle() - all / 2;
    return rails == 1 ? group.middle() : left + rail * (LEAF_BOX + LEAF_GAP) + LEAF_BOX / 2;
  }

  static Column find(List<Column> columns, int index) {
    return columns.stream().filter(column -> column.index() == index).findFirst().orElseThrow();
  }
}
