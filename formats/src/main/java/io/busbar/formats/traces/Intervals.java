package io.busbar.formats.traces;

import java.util.Arrays;

/** Time covered by spans, however they overlap. Not thread-safe. */
final class Intervals {
  private static final int MAX = 4_000_000;

  private double[] starts = new double[256];
  private double[] ends = new double[256];
  private int count;

  void add(double start, double end) {
    if (count == MAX || !(end > start)) {
      return;
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
    }
    starts[count] = start;
    ends[count++] = end;
  }

  /** Joins what overlaps; afterwards the spans are in order and apart. */
  void merge() {
    Integer[] order = new Integer[count];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(starts[a], starts[b]));
    double[] s = new double[Math.max(count, 1)];
    double[] e = new double[Math.max(count, 1)];
    int n = 0;
    for (int i : order) {
      if (n > 0 && starts[i] <= e[n - 1]) {
        e[n - 1] = Math.max(e[n - 1], ends[i]);
      } else {
        s[n] = starts[i];
        e[n++] = ends[i];
      }
    }
    starts = s;
    ends = e;
    count = n;
  }

  /** Time covered; after {@link #merge}. */
  double total() {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += ends[i] - starts[i];
    }
    return sum;
  }

  /** Time that both cover; after both were merged. */
  double common(Intervals other) {
    double sum = 0;
    int j = 0;
    for (int i = 0; i < count; i++) {
      while (j < other.count && other.ends[j] <= starts[i]) {
        j++;
      }
      for (int k = j; k < other.count && other.starts[k] < ends[i]; k++) {
        sum += Math.max(0, Math.min(ends[i], other.ends[k]) - Math.max(starts[i], other.starts[k]));
      }
    }
    return sum;
  }

  double first() {
    return count == 0 ? 0 : starts[0];
  }

  double last() {
    return count == 0 ? 0 : ends[count - 1];
  }

  boolean isEmpty() {
    return count == 0;
  }
}
