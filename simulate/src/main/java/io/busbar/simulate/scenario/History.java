package io.busbar.simulate.scenario;

import io.busbar.simulate.network.SimTime;
import java.util.ArrayList;
import java.util.List;

/** What was seen of a run from time to time. Filled while it goes on. */
final class History {
  private final List<Double> seconds = new ArrayList<>();
  private final List<Double> queued = new ArrayList<>();
  private final List<Double> longest = new ArrayList<>();
  private final List<Double> rate = new ArrayList<>();
  private final List<Double> pauses = new ArrayList<>();
  private double lastSeconds;
  private double lastBytes;
  private long lastPauses;

  /**
   * @param bytes that arrived until then
   * @param begun pauses until then
   */
  void look(long nowPs, double queuedBytes, double longestBytes, double bytes, long begun) {
    double now = SimTime.seconds(nowPs);
    if (now <= lastSeconds) {
      return;
    }
    seconds.add(now);
    queued.add(queuedBytes);
    longest.add(longestBytes);
    rate.add((bytes - lastBytes) / (now - lastSeconds));
    pauses.add((double) (begun - lastPauses));
    lastSeconds = now;
    lastBytes = bytes;
    lastPauses = begun;
  }

  /** Times of looking. */
  List<Double> seconds() {
    return seconds;
  }

  /** Bytes in all queues at each time. */
  List<Double> queuedBytes() {
    return queued;
  }

  /** Bytes in the longest queue at each time. */
  List<Double> longestBytes() {
    return longest;
  }

  /** Bytes per second that arrived since the time before. */
  List<Double> bytesPerSecond() {
    return rate;
  }

  /** Pauses that began since the time before. */
  List<Double> pauses() {
    return pauses;
  }
}
