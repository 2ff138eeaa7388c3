package io.busbar.formats.constants;

import io.busbar.base.explain.Quality;
import io.busbar.base.explain.Term;

/**
 * A constant of a model.
 *
 * @param name snake_case with its unit where it has one
 * @param value in {@code unit}
 * @param unit empty for a ratio
 * @param meaning one line
 * @param low smallest plausible value
 * @param high largest plausible value
 * @param quality sourced, fitted or assumed
 * @param source where it comes from
 */
public record Constant(
    String name,
    double value,
    String unit,
    String meaning,
    double low,
    double high,
    Quality quality,
    String source) {

  Term term() {
    return Term.constant(name, unit, meaning, source);
  }

  Constant with(double other) {
    return new Constant(name, other, unit, meaning, low, high, quality, source);
  }
}
