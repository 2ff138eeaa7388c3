package io.busbar.app.render.html;

/**
 * A drawing in the making: shapes are added in pixels at 100 %, colours are classes of the style
 * sheet. {@link Page#drawing} gives it its size, title and description. One use; not thread-safe.
 */
final class Svg {
  /** Font sizes of the style sheet's text classes; charts measure with these. */
  static final double TEXT = 12;

  static final double SMALL = 11;

  private final Markup shapes = new Markup();

  void rect(double x, double y, double width, double height, String css, String tooltip) {
    String[] at = {
      "x",
      px(x),
      "y",
      px(y),
      "width",
      px(Math.max(0, width)),
      "height",
      px(Math.max(0, height)),
      "class",
      css
    };
    withTooltip("rect", tooltip, at);
  }

  void line(double x1, double y1, double x2, double y2, String css, String... more) {
    String[] at = {"x1", px(x1), "y1", px(y1), "x2", px(x2), "y2", px(y2), "class", css};
    String[] all = new String[at.length + more.length];
    System.arraycopy(at, 0, all, 0, at.length);
    System.arraycopy(more, 0, all, at.length, more.length);
    shapes.empty("line", all);
  }

  void path(String d, String css) {
    shapes.empty("path", "d", d, "class", css);
  }

  void circle(double x, double y, double radius, String css, String tooltip) {
    withTooltip("circle", tooltip, "cx", px(x), "cy", px(y), "r", px(radius), "class", css);
  }

  void text(double x, double y, String text, String css, String... more) {
    String[] all = new String[6 + more.length];
    all[0] = "x";
    all[1] = px(x);
    all[2] = "y";
    all[3] = px(y);
    all[4] = "class";
    all[5] = css;
    System.arraycopy(more, 0, all, 6, more.length);
    shapes.leaf("text", text, all);
  }

  /** A small text around {@code x}, moved as far as it must to stay between 0 and {@code width}. */
  void textWithin(double width, double x, double y, String text, String css) {
    double half = TextFit.width(text, SMALL) * TextFit.BOLD / 2;
    if (x + half > width) {
      text(Math.max(x, 2 * half), y, text, "ts e " + css);
    } else if (x - half < 0) {
      text(Math.min(x, width - 2 * half), y, text, "ts " + css);
    } else {
      text(x, y, text, "ts m " + css);
    }
  }

  /** Starts a group whose tooltip belongs to everything up to {@link #endGroup}. */
  void group(String tooltip) {
    shapes.open("g");
    if (!tooltip.isEmpty()) {
      shapes.leaf("title", tooltip);
    }
  }

  void endGroup() {
    shapes.close();
  }

  Markup shapes() {
    return shapes;
  }

  private void withTooltip(String tag, String tooltip, String... attributes) {
    if (tooltip.isEmpty()) {
      shapes.empty(tag, attributes);
    } else {
      shapes.open(tag, attributes).leaf("title", tooltip).close();
    }
  }

  /** A coordinate with at most two decimals. */
  static String px(double value) {
    if (!Double.isFinite(value)) {
      return "0";
    }
    double rounded = Math.rint(value * 100) / 100;
    if (rounded == Math.rint(rounded)) {
      return Long.toString((long) rounded);
    }
    return Double.toString(rounded);
  }
}
