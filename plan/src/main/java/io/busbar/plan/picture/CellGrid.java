package io.busbar.plan.picture;

/**
 * The GPUs of a node as small boxes in rows.
 *
 * @param gpus of the node
 * @param columns boxes of a row
 * @param cellWidth pixels
 * @param cellHeight pixels
 */
record CellGrid(int gpus, int columns, double cellWidth, double cellHeight) {
  static final double GAP = 3;
  static final double PADDING = 8;

  /** Large boxes in rows of four for servers, small ones in rows of twelve for racks. */
  static CellGrid of(int gpus) {
    return gpus <= 16
        ? new CellGrid(gpus, Math.min(4, gpus), 25, 20)
        : new CellGrid(gpus, 12, 18, 16);
  }

  /** Width of the node. */
  double width() {
    return Math.max(64, columns * (cellWidth + GAP) - GAP + 2 * PADDING);
  }

  /** Height of all rows. */
  double height() {
    return Math.ceilDiv(gpus, columns) * (cellHeight + GAP) - GAP;
  }

  /** Left edge of a GPU's box, from the node's. */
  double x(int gpu) {
    return PADDING + gpu % columns * (cellWidth + GAP);
  }

  /** Upper edge of a GPU's box, from that of the first row. */
  double y(int gpu) {
    return Math.floorDiv(gpu, columns) * (cellHeight + GAP);
  }
}
