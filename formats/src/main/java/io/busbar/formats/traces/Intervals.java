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

  void addAll(Intervals other) {
    for (int i = 0; i < other.count; i++) {
      add(other.starts[i], other.ends[i]);
    }
  }

  /** Joins what overlaps; afterwards the spans are in order and apart. */
  void merge() {
    if (!inOrder()) {
      sort();
    }
    int n = 0;
    for (int i = 0; i < count; i++) {
      if (n > 0 && starts[i] <= ends[n - 1]) {
        ends[n - 1] = Math.max(ends[n - 1], ends[i]);
      } else {
        starts[n] = starts[i];
        ends[n++] = ends[i];
      }
    }
    count = n;
  }

  private boolean inOrder() {
    for (int i = 1; i < count; i++) {
      if (starts[i] < starts[i - 1]) {
        return false;
      }
    }
    return true;
  }

  private void sort() {
    Integer[] order = new Integer[count];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(starts[a], starts[b]));
    double[] s = new double[Math.max(count, 1)];
    double[] e = new double[Math.max(count, 1)];
    for (int i = 0; i < count; i++) {
      s[i] = starts[order[i]];
      e[i] = ends[order[i]];
    }
    starts = s;
    ends = e;
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

  /** Time covered within a window; after {@link #merge}. */
  double within(double from, double to) {
    double sum = 0;
    for (int i = firstEndingAfter(from); i < count && starts[i] < to; i++) {
      sum += Math.max(0, Math.min(ends[i], to) - Math.max(starts[i], from));
    }
    return sum;
  }

  private int firstEndingAfter(double time) {
    int at = Arrays.binarySearch(ends, 0, count, time);
    return at < 0 ? -at - 1 : at;
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
