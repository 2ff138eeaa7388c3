package io.busbar.app.render.html;

/** The two sizes in which charts are drawn; the style sheet shows the one that suits the screen. */
public enum Format {
  WIDE("wide", 960),
  NARROW("narrow", 352);

  private final String css;
  private final double width;

  Format(String css, double width) {
    this.css = css;
    this.width = width;
  }

  String css() {
    return css;
  }

  /** Pixels at 100 %. */
  double width() {
    return width;
  }

  boolean isNarrow() {
    return this == NARROW;
  }
}
