package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * The sender's side of InfiniBand's congestion control: a place in the table for each queue pair.
 */
final class TableControl implements RateControl {
  private final TableSettings settings;
  private double[] linePsPerByte = new double[64];
  private int[] place = new int[64];
  private long[] since = new long[64];

  TableControl(TableSettings settings) {
    this.settings = settings;
  }

  @Override
  public void add(int pair, double bytesPerSecond) {
    if (pair >= place.length) {
      linePsPerByte = Arrays.copyOf(linePsPerByte, 2 * pair);
      place = Arrays.copyOf(place, 2 * pair);
      since = Arrays.copyOf(since, 2 * pair);
    }
    linePsPerByte[pair] = 1e12 / bytesPerSecond;
  }

  @Override
  public boolean limited(int pair) {
    return place[pair] > 0;
  }

  @Override
  public void notified(int pair, long nowPs) {
    update(pair, nowPs);
    if (place[pair] == 0) {
      since[pair] = nowPs;
    }
    place[pair] = Math.min(settings.limit(), place[pair] + settings.increase());
  }

  private void update(int pair, long nowPs) {
    if (place[pair] > 0) {
      long ended = (nowPs - since[pair]) / settings.timerPs();
      since[pair] += ended * settings.timerPs();
      place[pair] = (int) Math.max(0, place[pair] - ended);
    }
  }

  private double psPerByte(int pair) {
    return linePsPerByte[pair] * (1 + place[pair] * settings.delay());
  }

  @Override
  public long gapPs(int pair, int bytes, long nowPs) {
    update(pair, nowPs);
    return (long) (bytes * psPerByte(pair));
  }

  @Override
  public long lookAgainPs(int pair, long duePs) {
    return Math.min(duePs, since[pair] + settings.timerPs());
  }

  @Override
  public long dueAnewPs(int pair, long duePs, long nowPs) {
    double owedBytes = (duePs - nowPs) / psPerByte(pair);
    update(pair, nowPs);
    return nowPs + (long) (owedBytes * psPerByte(pair));
  }

  /** The place of a queue pair in the table. */
  int place(int pair) {
    return place[pair];
  }
}
