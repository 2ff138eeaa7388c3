package io.busbar.model.cluster;

/**
 * The ranks of one communicator relative to its lowest: all sums of i·stride over its digits, i
 * below the digit's size. Digits ascend; adjacent ones are merged. Filled once, then only read; not
 * thread-safe while it is filled.
 */
final class Box {
  /** Two parts of each of tensor, context and data axes at most. */
  private static final int MAX_DIGITS = 8;

  private final int[] strides = new int[MAX_DIGITS];
  private final int[] sizes = new int[MAX_DIGITS];
  private int digits;
  private int ranks = 1;

  /** Adds a digit above those before it; a digit of size 1 is none. */
  void add(int stride, int size) {
    if (size == 1) {
      return;
    }
    ranks *= size;
    if (digits > 0 && strides[digits - 1] * sizes[digits - 1] == stride) {
      sizes[digits - 1] *= size;
      return;
    }
    strides[digits] = stride;
    sizes[digits] = size;
    digits++;
  }

  /** The nearest {@code count} ranks of it, digit by digit; the count must divide the ranks. */
  Box inner(int count) {
    Box part = new Box();
    int left = count;
    for (int d = 0; d < digits; d++) {
      int size = Spread.gcd(left, sizes[d]);
      left /= size;
      part.add(strides[d], size);
    }
    return part;
  }

  /** One rank of each such part. */
  Box outer(int count) {
    Box part = new Box();
    int left = count;
    for (int d = 0; d < digits; d++) {
      int size = Spread.gcd(left, sizes[d]);
      left /= size;
      part.add(strides[d] * size, sizes[d] / size);
    }
    return part;
  }

  int ranks() {
    return ranks;
  }

  int digits() {
    return digits;
  }

  int stride(int digit) {
    return strides[digit];
  }

  int size(int digit) {
    return sizes[digit];
  }

  /** Numbers from the lowest rank up to which the digits so far repeat: stride·size. */
  int period(int digit) {
    return strides[digit] * sizes[digit];
  }

  /** The rank with that index, relative to the lowest. */
  int offset(int index) {
    int rest = index;
    int offset = 0;
    for (int d = 0; d < digits; d++) {
      offset += rest % sizes[d] * strides[d];
      rest /= sizes[d];
    }
    return offset;
  }
}
