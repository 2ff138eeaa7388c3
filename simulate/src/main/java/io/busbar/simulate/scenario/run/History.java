package io.busbar.simulate.scenario.run;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.SimTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What was seen of a run from time to time. Filled while it goes on. */
public final class History {
  /** Ports of a fabric of which links are kept: some megabytes. */
  private static final int MOST_PORTS = 20_000;

  private static final int MOST_LOOKS = 256;

  private final List<Double> seconds = new ArrayList<>();
  private final List<Double> queued = new ArrayList<>();
  private final List<Double> longest = new ArrayList<>();
  private final List<Double> rate = new ArrayList<>();
  private final List<Double> pauses = new ArrayList<>();
  private final List<float[]> shares = new ArrayList<>();
  private final Fabric fabric;
  private final boolean links;
  private double[] lastCarried = {};
  private double lastSeconds;
  private double lastBytes;
  private long lastPauses;

  /**
   * @param fabric on which it goes on
   * @param links whether what each link carries is kept as well
   */
  History(Fabric fabric, boolean links) {
    this.fabric = fabric;
    this.links = links && fabric.ports() <= MOST_PORTS;
  }

  /**
   * Keeps what links carried; after as many looks as are kept, nothing more. Called before {@link
   * #look}.
   *
   * @param carried bytes of each link direction until then
   */
  void carried(long nowPs, Supplier<IntToDoubleFunction> carried) {
    double now = SimTime.seconds(nowPs);
    if (!links || now <= lastSeconds || shares.size() >= MOST_LOOKS) {
      return;
    }
    IntToDoubleFunction carriedBy = carried.get();
    double[] bytes = new double[fabric.ports()];
    float[] share = new float[bytes.length];
    for (int port = 0; port < bytes.length; port++) {
      bytes[port] = carriedBy.applyAsDouble(port);
      double since = bytes[port] - (lastCarried.length == 0 ? 0 : lastCarried[port]);
      double most = fabric.bytesPerSecond(port) * (now - lastSeconds);
      share[port] = (float) (most > 0 ? since / most : 0);
    }
    lastCarried = bytes;
    shares.add(share);
  }

  /** What links carried over time; null when it was not kept. */
  @Nullable Playback playback() {
    return shares.isEmpty()
        ? null
        : new Playback(fabric, seconds.subList(0, shares.size()), shares);
  }

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
  public List<Double> seconds() {
    return seconds;
  }

  /** Bytes in all queues at each time. */
  public List<Double> queuedBytes() {
    return queued;
  }

  /** Bytes in the longest queue at each time. */
  public List<Double> longestBytes() {
    return longest;
  }

  /** Bytes per second that arrived since the time before. */
  public List<Double> bytesPerSecond() {
    return rate;
  }

  /** Pauses that began since the time before. */
  public List<Double> pauses() {
    return pauses;
  }
}
