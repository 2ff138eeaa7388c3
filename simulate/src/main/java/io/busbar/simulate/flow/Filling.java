package io.busbar.simulate.flow;

import java.util.Arrays;

/**
 * Progressive filling of free flows into what the fixed flows leave of each link. The link with the
 * smallest share per unit of weight saturates first and fixes its free flows at that level; shares
 * of the other links only rise by that, so a heap with keys that may be too low is enough
 * (Bertsekas and Gallager, Data Networks, 6.5.2). O(crossings + links · log links).
 */
final class Filling {
  /** Levels closer than this are one level: symmetric flows get the same rate to the last bit. */
  static final double SAME = 1e-9;

  private final Crossings crossings;
  private final double[] left;
  private final double[] weight;
  private final int[] count;
  private final double[] level;
  private final double[] top;
  private final double[] key;
  private int[] heap = new int[16];
  private int heapSize;

  private double[] rate = new double[64];
  private int[] bottleneck = new int[64];
  private int[] filled = new int[64];
  private int round;

  Filling(Crossings crossings, int links) {
    this.crossings = crossings;
    left = new double[links];
    weight = new double[links];
    count = new int[links];
    level = new double[links];
    top = new double[links];
    key = new double[links];
  }

  /** Makes room for flows up to this number. */
  void room(int flows) {
    if (flows > rate.length) {
      int longer = Math.max(flows, rate.length * 2);
      rate = Arrays.copyOf(rate, longer);
      bottleneck = Arrays.copyOf(bottleneck, longer);
      filled = Arrays.copyOf(filled, longer);
    }
  }

  /** Begins a round: what follows are {@link #offer} for each link, then {@link #fill}. */
  void begin() {
    round++;
    heapSize = 0;
  }

  /** Offers a link: what is left of it for its free flows, their weights together and number. */
  void offer(int link, double leftHere, double freeWeight, int freeCount) {
    left[link] = Math.max(0, leftHere);
    weight[link] = freeWeight;
    count[link] = freeCount;
    level[link] = -1;
    top[link] = 0;
    if (freeCount > 0) {
      key[link] = left[link] / freeWeight;
      if (heapSize == heap.length) {
        heap = Arrays.copyOf(heap, heapSize * 2);
      }
      heap[heapSize++] = link;
    }
  }

  /**
   * Gives each free flow its rate and bottleneck.
   *
   * @param freeIn mark per flow: a flow is free when its mark is {@code free}
   */
  void fill(int[] freeIn, int free) {
    for (int i = heapSize / 2 - 1; i >= 0; i--) {
      siftDown(i, heap[i]);
    }
    double now = 0;
    while (heapSize > 0) {
      int link = heap[0];
      if (count[link] == 0) {
        pop();
        continue;
      }
      double share = Math.max(0, left[link]) / weight[link];
      if (share > key[link] * (1 + SAME)) {
        key[link] = share;
        siftDown(0, link);
        continue;
      }
      pop();
      now = share <= now * (1 + SAME) ? now : share;
      level[link] = now;
      for (int i = 0, n = crossings.count(link); i < n && count[link] > 0; i++) {
        int flow = crossings.flow(crossings.member(link, i));
        if (freeIn[flow] == free && filled[flow] != round) {
          fix(flow, link, now);
        }
      }
    }
  }

  private void fix(int flow, int link, double now) {
    filled[flow] = round;
    rate[flow] = now;
    bottleneck[flow] = link;
    for (int c = crossings.first(flow), end = crossings.end(flow); c < end; c++) {
      int crossed = crossings.link(c);
      left[crossed] -= crossings.weight(c) * now;
      weight[crossed] -= crossings.weight(c);
      count[crossed]--;
      top[crossed] = now;
    }
  }

  double rate(int flow) {
    return rate[flow];
  }

  int bottleneck(int flow) {
    return bottleneck[flow];
  }

  /** What the last round left of a link. */
  double left(int link) {
    return left[link];
  }

  /** Rate of the free flows that the link holds back; negative when it holds none back. */
  double level(int link) {
    return level[link];
  }

  /** The largest rate of a free flow on the link. */
  double top(int link) {
    return top[link];
  }

  private void pop() {
    int last = heap[--heapSize];
    if (heapSize > 0) {
      siftDown(0, last);
    }
  }

  private void siftDown(int place, int link) {
    int at = place;
    double mine = key[link];
    int child = 2 * at + 1;
    while (child < heapSize) {
      if (child + 1 < heapSize && key[heap[child + 1]] < key[heap[child]]) {
        child++;
      }
      if (key[heap[child]] >= mine) {
        break;
      }
      heap[at] = heap[child];
      at = child;
      child = 2 * at + 1;
    }
    heap[at] = link;
  }
}
