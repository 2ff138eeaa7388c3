package io.busbar.fleet.sweep;

import java.util.List;

/**
 * What a sweep gave; all rows are in its folder.
 *
 * @param calls that there are
 * @param made of them so far
 * @param madeNow in this run
 * @param failed calls with another exit code than 0
 * @param figures those that are not the same in all calls
 */
public record SweepAnswer(
    String name, int calls, int made, long madeNow, List<Failed> failed, List<Spread> figures) {
  public SweepAnswer {
    failed = List.copyOf(failed);
    figures = List.copyOf(figures);
  }

  /** A call that failed. */
  public record Failed(int call, String words, int exitCode, String error) {}

  /** A figure over all calls that have it. */
  public record Spread(String figure, int calls, double least, double median, double most) {}
}
