package io.busbar.design.place;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Shape;
import io.busbar.design.place.PlaceAnswer.Placed;
import io.busbar.design.place.PlaceAnswer.Uplink;
import java.util.ArrayList;
import java.util.List;

/**
 * The leaf groups that placements touch, a row for each placement: how many nodes of the job are
 * below each, and in colour what its uplinks give. One use.
 */
final class PlacePicture {
  private static final double WIDTH = 1010;
  private static final double LEFT = 92;
  private static final double BOX = 32;
  private static final double GAP = 4;
  private static final double HEIGHT = 20;
  private static final double TEXT = 11;
  private static final double LETTER = 6.6;
  private static final double HALF = 0.5;
  private static final double ALL = 0.999;
  private static final int MOST_ROWS = 6;

  private final List<Shape> shapes = new ArrayList<>();
  private double y = 34;

  private PlacePicture() {}

  static Block.Drawing of(PlaceAnswer answer) {
    PlacePicture picture = new PlacePicture();
    picture.legend();
    picture.row("scheduler's", answer.naive());
    Placed checked = answer.checked();
    if (checked != null) {
      picture.row("given", checked);
    }
    picture.row("proposed", answer.placed());
    String caption =
        "Nodes of the job below each leaf group; colour: what part of its NIC rate a rank gets over"
            + " the uplinks when all groups of its worst dimension send.";
    return new Block.Drawing("Load of the uplinks", WIDTH, picture.y, picture.shapes, caption);
  }

  private void legend() {
    double x = LEFT;
    for (Level level : Level.values()) {
      shapes.add(new Shape.Box(x, 4, 14, 12, "", level.colour));
      shapes.add(new Shape.Text(x + 20, 14, level.words, TEXT, "text"));
      x += 40 + LETTER * level.words.length();
    }
  }

  private enum Level {
    FULL("leaf", "full rate"),
    LESS("warning", "at least half of it"),
    LITTLE("critical", "less than half");

    private final String colour;
    private final String words;

    Level(String colour, String words) {
      this.colour = colour;
      this.words = words;
    }

    static Level of(double share) {
      return share >= ALL ? FULL : share >= HALF ? LESS : LITTLE;
    }
  }

  private void row(String label, Placed placed) {
    shapes.add(new Shape.Text(0, y + 14, label, TEXT, "text"));
    int across = (int) ((WIDTH - LEFT) / (BOX + GAP));
    int shown = Math.min(placed.uplinks().size(), MOST_ROWS * across - 1);
    for (int i = 0; i < shown; i++) {
      Uplink uplink = placed.uplinks().get(i);
      double x = LEFT + i % across * (BOX + GAP);
      double top = y + (i / across) * (HEIGHT + GAP);
      String colour = Level.of(uplink.rateShare()).colour;
      shapes.add(new Shape.Box(x, top, BOX, HEIGHT, "" + uplink.nodes(), colour));
    }
    int lines = Math.ceilDiv(Math.max(1, shown), across);
    y += lines * (HEIGHT + GAP) + 8;
    if (shown < placed.uplinks().size()) {
      String more = "and " + (placed.uplinks().size() - shown) + " more leaf groups";
      shapes.add(new Shape.Text(LEFT, y + 4, more, TEXT, "muted"));
      y += HEIGHT;
    }
  }
}
