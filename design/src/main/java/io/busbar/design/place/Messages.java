package io.busbar.design.place;

import io.busbar.simulate.traffic.Traffic;
import java.util.Arrays;

/**
 * Messages between slots, each between GPUs of the same index so that it stays on its rail. Streams
 * of a pair of slots take GPUs in turn. Not thread-safe.
 */
final class Messages {
  private final int gpus;
  private final int[] nextGpu;
  private int[] from = new int[1024];
  private int[] to = new int[1024];
  private int[] gpu = new int[1024];
  private long[] bytes = new long[1024];
  private int count;

  Messages(int slots, int gpus) {
    this.gpus = gpus;
    nextGpu = new int[slots];
  }

  void add(int fromSlot, int toSlot, int streams, double bytesEach) {
    if (fromSlot == toSlot) {
      return;
    }
    for (int s = 0; s < streams; s++) {
      if (count == from.length) {
        from = Arrays.copyOf(from, 2 * count);
        to = Arrays.copyOf(to, 2 * count);
        gpu = Arrays.copyOf(gpu, 2 * count);
        bytes = Arrays.copyOf(bytes, 2 * count);
      }
      from[count] = fromSlot;
      to[count] = toSlot;
      gpu[count] = nextGpu[fromSlot]++ % gpus;
      bytes[count++] = Math.max(1, Math.round(bytesEach));
    }
  }

  int size() {
    return count;
  }

  /** On the nodes of a placement. */
  Traffic on(SiteFabric fabric, int[] order) {
    int[] src = new int[count];
    int[] dst = new int[count];
    for (int i = 0; i < count; i++) {
      src[i] = fabric.endpoint(order[from[i]], gpu[i]);
      dst[i] = fabric.endpoint(order[to[i]], gpu[i]);
    }
    return new Traffic(src, dst, Arrays.copyOf(bytes, count));
  }
}
