package io.busbar.tune.lint.rule;

import io.busbar.formats.env.Span;

/**
 * A change of a text.
 *
 * @param span what is changed
 * @param kind how
 * @param text what stands there afterwards; empty unless it is a replacement
 */
public record Edit(Span span, Kind kind, String text) {

  /** How a text is changed. */
  public enum Kind {
    REPLACE,
    /** The span's lines become comments. */
    COMMENT,
    /** The span goes, with the blanks before it. */
    DELETE
  }
}
