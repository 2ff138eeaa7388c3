package io.busbar.formats.perftest;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.List;

/**
 * Times of one operation that a program printed again and again.
 *
 * @param samples how many there are
 * @param median in microseconds
 * @param slowest the longest, longest first
 */
public record TimeSeries(int samples, double median, List<Sample> slowest, Place at)
    implements Entry {
  public TimeSeries {
    slowest = List.copyOf(slowest);
  }

  /** One of them, in microseconds. */
  public record Sample(double microseconds, Place at) {}
}
