package io.busbar.plan.picture;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.fabric.TreeSize;

/** Where things lie from top to bottom: legend, core, spine, leaves, nodes. Immutable. */
final class MapRows {
  static final double SWITCH_HEIGHT = 26;
  static final double LEAF_TITLE = 20;

  /** Between the lines of groups below the GPUs of a node. */
  static final double TRACK = 6;

  private static final double BETWEEN_SWITCHES = 44;
  private static final double ABOVE_NODES = 76;
  private static final double NODE_TITLE = 22;

  private final boolean network;
  private final double coreTop;
  private final double spineTop;
  private final double leafTop;
  private final double nodeTop;
  private final double cellsHeight;
  private final int tracks;

  /**
   * @param top where the legend ends
   * @param tracks kinds of groups that have lines inside the nodes
   */
  MapRows(double top, Cluster cluster, CellGrid cells, int tracks) {
    TreeSize tree = cluster.fabric().tree();
    this.network = cluster.nodes() > 1;
    this.coreTop = top;
    this.spineTop = coreTop + (tree.cores() > 0 ? SWITCH_HEIGHT + BETWEEN_SWITCHES : 0);
    this.leafTop = spineTop + (tree.spinesPerPod() > 0 ? SWITCH_HEIGHT + BETWEEN_SWITCHES : 0);
    this.nodeTop = network ? leafBottom() + ABOVE_NODES : top;
    this.cellsHeight = cells.height();
    this.tracks = tracks;
  }

  boolean hasNetwork() {
    return network;
  }

  double coreTop() {
    return coreTop;
  }

  double spineTop() {
    return spineTop;
  }

  double leafTop() {
    return leafTop;
  }

  double leafBottom() {
    return leafTop + LEAF_TITLE + SWITCH_HEIGHT;
  }

  double nodeTop() {
    return nodeTop;
  }

  double cellTop() {
    return nodeTop + NODE_TITLE;
  }

  double cellBottom() {
    return cellTop() + cellsHeight;
  }

  /** Height of the lines of a group inside a node. */
  double track(int index) {
    return cellBottom() + TRACK * (index + 1);
  }

  double bottom() {
    return cellBottom() + TRACK * (tracks + 1) + 2;
  }
}
