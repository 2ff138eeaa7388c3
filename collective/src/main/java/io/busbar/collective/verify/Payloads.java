package io.busbar.collective.verify;

import java.util.Arrays;

/** Storage of messages on their way: runs of values in two arrays, reused by size. */
final class Payloads {
  private static final int NONE = -1;

  private int[] blocks = new int[1024];
  private long[] marks = new long[1024];
  private int used;
  private int[] lengthAt = new int[1024];
  private int[] nextFree = new int[1024];
  private final int[] free = new int[32];

  Payloads() {
    Arrays.fill(free, NONE);
  }

  /** A run of values; its handle is where it starts in {@link #blocks} and {@link #marks}. */
  int take(int length) {
    int size = sizeClass(length);
    int handle = free[size];
    if (handle != NONE) {
      free[size] = nextFree[handle];
    } else {
      handle = used;
      used = Math.addExact(used, 1 << size);
      grow();
    }
    lengthAt[handle] = length;
    return handle;
  }

  private static int sizeClass(int length) {
    return 32 - Integer.numberOfLeadingZeros(length - 1);
  }

  private void grow() {
    if (used > blocks.length) {
      int next = Math.max(used, 2 * blocks.length);
      blocks = Arrays.copyOf(blocks, next);
      marks = Arrays.copyOf(marks, next);
      lengthAt = Arrays.copyOf(lengthAt, next);
      nextFree = Arrays.copyOf(nextFree, next);
    }
  }

  void give(int handle) {
    int size = sizeClass(lengthAt[handle]);
    nextFree[handle] = free[size];
    free[size] = handle;
  }

  int length(int handle) {
    return lengthAt[handle];
  }

  int block(int at) {
    return blocks[at];
  }

  long mark(int at) {
    return marks[at];
  }

  void set(int at, int block, long mark) {
    blocks[at] = block;
    marks[at] = mark;
  }
}
