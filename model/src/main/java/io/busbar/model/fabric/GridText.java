package io.busbar.model.fabric;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.fabric.GridDesign.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Grids in a word: {@code torus:4x4x4}, {@code hyperx:8x8}. Stateless. */
public final class GridText {
  private static final String USAGE =
      "torus:AxBx.., mesh:AxBx.. or hyperx:AxBx.., chips by dimension; /B behind a torus for blocks"
          + " of side B joined by optical switches";
  private static final double MOST_CHIPS = 16e6;
  private static final int MOST_DIMENSIONS = 6;

  private GridText() {}

  /**
   * The grid of a word.
   *
   * @param text such as {@code torus:16x16x16/4}
   * @param link bytes per second of a link, one direction
   * @param key of the value in a file, for messages
   * @return null after problems were added
   */
  public static @Nullable GridDesign read(
      String text, double link, Position at, String key, Problems problems) {
    int colon = text.indexOf(':');
    String word = text.substring(0, Math.max(0, colon));
    Shape shape = Shape.byWord().get(word);
    if (shape == null) {
      String hint = Nearest.hint(word, Shape.byWord().keySet());
      problems.add(at, key, text, USAGE, hint);
      return null;
    }
    String[] parts = text.substring(colon + 1).split("/", 2);
    List<Integer> sizes = new ArrayList<>();
    double chips = 1;
    for (String size : parts[0].split("x", -1)) {
      if (!size.matches("[1-9][0-9]{0,6}")) {
        problems.add(at, key, text, USAGE, "sizes are whole numbers from 1");
        return null;
      }
      sizes.add(Integer.valueOf(size));
      chips *= Integer.parseInt(size);
    }
    boolean blocks = parts.length > 1;
    if (blocks && !parts[1].matches("[1-9][0-9]{0,3}")) {
      problems.add(at, key, text, USAGE, "a block has a side from 1");
      return null;
    }
    if (chips < 2 || chips > MOST_CHIPS || sizes.size() > MOST_DIMENSIONS) {
      String expected = "2 to 16,000,000 chips in at most " + MOST_DIMENSIONS + " dimensions";
      problems.add(at, key, text, expected, "");
      return null;
    }
    try {
      return new GridDesign(shape, sizes, link, blocks ? Integer.parseInt(parts[1]) : 0);
    } catch (IllegalArgumentException e) {
      problems.add(at, key, text, USAGE, String.valueOf(e.getMessage()));
      return null;
    }
  }
}
