package io.busbar.simulate.traffic;

import io.busbar.simulate.event.RandomStream;
import java.util.Arrays;

/**
 * Messages between endpoints, all posted at the start: message i goes from {@code src[i]} to {@code
 * dst[i]}. Immutable by convention: the arrays are not copied.
 *
 * @param src sending endpoints
 * @param dst receiving endpoints
 * @param bytes size of each message
 */
public record Traffic(int[] src, int[] dst, long[] bytes) {

  public Traffic {
    if (src.length != dst.length || src.length != bytes.length) {
      throw new IllegalArgumentException("each message has a source, a destination and a size");
    }
    for (int i = 0; i < src.length; i++) {
      if (src[i] == dst[i] || src[i] < 0 || dst[i] < 0 || bytes[i] < 0) {
        throw new IllegalArgumentException(
            "message " + i + " goes from " + src[i] + " to " + dst[i] + " with " + bytes[i]);
      }
    }
  }

  /** Messages. */
  public int count() {
    return src.length;
  }

  /** One message from every endpoint, one to every endpoint, none to itself; chosen by the seed. */
  public static Traffic permutation(int endpoints, long messageBytes, long seed) {
    if (endpoints < 2) {
      throw new IllegalArgumentException("a permutation needs two endpoints: " + endpoints);
    }
    RandomStream random = new RandomStream(seed);
    int[] order = new int[endpoints];
    for (int i = 0; i < endpoints; i++) {
      int swap = random.below(i + 1);
      order[i] = order[swap];
      order[swap] = i;
    }
    // Each sends to the next of a random circle: no endpoint meets itself.
    int[] dst = new int[endpoints];
    for (int i = 0; i < endpoints; i++) {
      dst[order[i]] = order[(i + 1) % endpoints];
    }
    return to(dst, messageBytes);
  }

  /** One message from each endpoint i to {@code dst[i]}. */
  public static Traffic to(int[] dst, long messageBytes) {
    int[] src = new int[dst.length];
    Arrays.setAll(src, i -> i);
    return new Traffic(src, dst, same(dst.length, messageBytes));
  }

  /** One message from each of [from, from + senders) to one receiver. */
  public static Traffic incast(int receiver, int from, int senders, long messageBytes) {
    int[] src = new int[senders];
    int[] dst = new int[senders];
    Arrays.setAll(src, i -> from + i);
    Arrays.fill(dst, receiver);
    return new Traffic(src, dst, same(senders, messageBytes));
  }

  /**
   * A message from every endpoint to every other. Each starts with its right neighbour and goes
   * round, so that at any time receivers differ.
   */
  public static Traffic allToAll(int endpoints, long messageBytes) {
    int count = Math.multiplyExact(endpoints, endpoints - 1);
    int[] src = new int[count];
    int[] dst = new int[count];
    Arrays.setAll(src, i -> i % endpoints);
    Arrays.setAll(dst, i -> (i % endpoints + 1 + i / endpoints) % endpoints);
    return new Traffic(src, dst, same(count, messageBytes));
  }

  /** Bytes from i to j as {@code matrix[i][j]}; zeros send nothing, the diagonal must be zero. */
  public static Traffic matrix(long[][] matrix) {
    int most = 0;
    for (long[] line : matrix) {
      most += line.length;
    }
    int[] src = new int[most];
    int[] dst = new int[most];
    long[] bytes = new long[most];
    int count = 0;
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix[i].length; j++) {
        if (matrix[i][j] != 0) {
          src[count] = i;
          dst[count] = j;
          bytes[count++] = matrix[i][j];
        }
      }
    }
    return new Traffic(
        Arrays.copyOf(src, count), Arrays.copyOf(dst, count), Arrays.copyOf(bytes, count));
  }

  private static long[] same(int count, long messageBytes) {
    long[] bytes = new long[count];
    Arrays.fill(bytes, messageBytes);
    return bytes;
  }
}
