package io.busbar.plan.textbook;

import io.busbar.base.explain.Term;

/**
 * A value to one significant digit, as the textbook rounds before it computes on: {@code round(x /
 * d) * d} with d the power of ten below x; x is positive. Stateless.
 */
final class OneDigit {
  private OneDigit() {}

  static double of(double value) {
    double decade = Math.pow(10, Math.floor(Math.log(value) / Math.log(10)));
    return Math.rint(value / decade) * decade;
  }

  /** The term of a rounded value. */
  static Term term(String name, String unit, String meaning, Term exact) {
    String value = "{" + exact.name() + "}";
    String decade = "10 ^ floor(ln(" + value + ") / ln(10))";
    return Term.of(
        name,
        unit,
        meaning + ", to one digit as the textbook rounds",
        "round(" + value + " / " + decade + ") * " + decade);
  }
}
