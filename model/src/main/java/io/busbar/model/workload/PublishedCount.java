package io.busbar.model.workload;

import io.busbar.base.explain.Quality;

/**
 * The number of parameters that a model's makers print.
 *
 * @param parameters the number
 * @param exact whether it is printed to the last digit, and then equals ours
 * @param tolerance relative difference that rounding or another way of counting explains; 0 if
 *     exact
 * @param source where it is printed
 * @param quality how well it is known
 */
public record PublishedCount(
    long parameters, boolean exact, double tolerance, String source, Quality quality) {

  /** Whether a count agrees with the printed one. */
  public boolean agreesWith(long counted) {
    return exact ? counted == parameters : Math.abs(counted - parameters) <= tolerance * parameters;
  }
}
