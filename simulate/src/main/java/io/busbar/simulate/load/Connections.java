package io.busbar.simulate.load;

import java.util.Arrays;

/** Who sends how much to whom, as arrays. Not thread-safe while it grows. */
public final class Connections {
  private int[] src = new int[64];
  private int[] dst = new int[64];
  private int[] channel = new int[64];
  private double[] bytes = new double[64];
  private int size;

  /**
   * Adds a connection between two endpoints.
   *
   * @param bytesInAll what it carries
   */
  void add(int from, int to, int onChannel, double bytesInAll) {
    if (size == src.length) {
      src = Arrays.copyOf(src, 2 * size);
      dst = Arrays.copyOf(dst, 2 * size);
      channel = Arrays.copyOf(channel, 2 * size);
      bytes = Arrays.copyOf(bytes, 2 * size);
    }
    src[size] = from;
    dst[size] = to;
    channel[size] = onChannel;
    bytes[size] = bytesInAll;
    size++;
  }

  /** How many there are. */
  public int size() {
    return size;
  }

  int src(int index) {
    return src[index];
  }

  int dst(int index) {
    return dst[index];
  }

  int channel(int index) {
    return channel[index];
  }

  double bytes(int index) {
    return bytes[index];
  }
}
