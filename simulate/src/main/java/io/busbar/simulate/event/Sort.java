package io.busbar.simulate.event;

/**
 * Sorts a range of longs in place without allocating: quicksort, insertion sort below a few dozen.
 * The JDK's sort may allocate for long ranges.
 */
final class Sort {
  private static final int SMALL = 24;

  private Sort() {}

  /** Sorts [from, to). */
  static void sort(long[] a, int from, int to) {
    int low = from;
    int high = to;
    while (high - low > SMALL) {
      int split = partition(a, low, high);
      if (split - low < high - split) {
        sort(a, low, split);
        low = split;
      } else {
        sort(a, split, high);
        high = split;
      }
    }
    insertion(a, low, high);
  }

  private static void insertion(long[] a, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long value = a[i];
      int place = i;
      while (place > from && a[place - 1] > value) {
        a[place] = a[place - 1];
        place--;
      }
      a[place] = value;
    }
  }

  /** Hoare's partition round the median of three; both parts are non-empty. */
  private static int partition(long[] a, int from, int to) {
    long pivot = median(a[from], a[(from + to) >>> 1], a[to - 1]);
    int left = from - 1;
    int right = to;
    while (true) {
      do {
        left++;
      } while (a[left] < pivot);
      do {
        right--;
      } while (a[right] > pivot);
      if (left >= right) {
        return right + 1;
      }
      long swap = a[left];
      a[left] = a[right];
      a[right] = swap;
    }
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
