package io.busbar.design.picture;

import io.busbar.base.quantity.Share;
import io.busbar.base.report.Block.Drawing;
import io.busbar.base.report.Block.Shape;
import io.busbar.base.report.Block.Shape.Box;
import io.busbar.base.report.Block.Shape.Line;
import io.busbar.base.report.Block.Shape.Text;
import io.busbar.design.answer.DecisionAnswer.Swing;
import java.util.ArrayList;
import java.util.List;

/** How far each input moves the ratio of two costs, the strongest on top. Stateless. */
public final class Tornado {
  private static final double WIDTH = 900;
  private static final double NAMES = 270;
  private static final double ROW = 28;

  private Tornado() {}

  /** A bar for each input, around the line at which both cost the same. */
  public static Drawing of(List<Swing> swings) {
    double most = 1e-9;
    for (Swing s : swings) {
      most = Math.max(most, Math.max(Math.abs(s.atLow()), Math.abs(s.atHigh())));
    }
    double middle = NAMES + (WIDTH - NAMES - 80) / 2 + 20;
    double scale = (WIDTH - NAMES - 120) / 2 / most;
    List<Shape> shapes = new ArrayList<>();
    double y = 34;
    for (Swing s : swings) {
      double left = middle + scale * Math.min(s.atLow(), s.atHigh());
      double right = middle + scale * Math.max(s.atLow(), s.atHigh());
      shapes.add(new Text(6, y + 15, s.input().replace('_', ' '), 12, "text"));
      shapes.add(new Box(left, y, Math.max(2, right - left), ROW - 8, "", "communication"));
      String ends = Share.print(s.atLow()) + " / " + Share.print(s.atHigh());
      shapes.add(new Text(WIDTH - 106, y + 15, ends, 11, "muted"));
      y += ROW;
    }
    shapes.add(new Line(middle, 26, middle, y, 1.5, "core"));
    shapes.add(new Text(middle - 170, 18, "InfiniBand cheaper", 12, "text"));
    shapes.add(new Text(middle + 60, 18, "RoCE cheaper", 12, "text"));
    return new Drawing(
        "Sensitivity",
        WIDTH,
        y + 10,
        shapes,
        "InfiniBand's cost per unit over RoCE's, minus 1, with one input at its low and its high"
            + " value; the line is equal cost.");
  }
}
