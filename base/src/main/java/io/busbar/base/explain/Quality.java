package io.busbar.base.explain;

/** How well a figure is known; shown with it wherever it is not simply known. */
public enum Quality {
  /** Read in the named source, or given by the user. */
  SOURCED(""),
  /** Computed from other figures by the formula that is shown. */
  COMPUTED(""),
  /** A constant of a model, fitted on published measurements. */
  FITTED("fitted"),
  /** Written from memory; its source was not opened. */
  RECALLED("recalled"),
  /** A third party's estimate, such as a street price. */
  ESTIMATED("estimated"),
  /** Nothing was given: a documented default stands in. */
  ASSUMED("assumed");

  private final String mark;

  Quality(String mark) {
    this.mark = mark;
  }

  /** The word shown beside the figure; empty when none is needed. */
  public String mark() {
    return mark;
  }
}
