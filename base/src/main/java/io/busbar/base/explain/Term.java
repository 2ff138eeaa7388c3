package io.busbar.base.explain;

import org.jspecify.annotations.Nullable;

/**
 * The definition of one quantity of a model: declared once as a constant beside the code that
 * computes it.
 *
 * @param name snake_case with the unit spelt out where there is one, e.g. {@code wire_s}
 * @param unit unit for display ({@code s}, {@code B}, {@code B/s}, {@code FLOP}), empty for a ratio
 * @param meaning one line in plain words
 * @param formula template over other terms, e.g. {@code {volume_bytes} / {rate_bytes_per_s}}; null
 *     for an input
 * @param source paper, page or file that the formula or figure comes from; empty for arithmetic
 */
public record Term(
    String name, String unit, String meaning, @Nullable String formula, String source) {

  /** A figure that comes in from outside. */
  public static Term input(String name, String unit, String meaning) {
    return new Term(name, unit, meaning, null, "");
  }

  /** A constant of a model, with its source. */
  public static Term constant(String name, String unit, String meaning, String source) {
    return new Term(name, unit, meaning, null, source);
  }

  /** A quantity computed from others. */
  public static Term of(String name, String unit, String meaning, String formula) {
    return new Term(name, unit, meaning, formula, "");
  }

  /** The same term with the source of its formula. */
  public Term from(String newSource) {
    return new Term(name, unit, meaning, formula, newSource);
  }
}
