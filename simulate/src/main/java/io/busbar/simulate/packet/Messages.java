package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * Messages that are posted and not both delivered and acknowledged; each queue pair has a list. A
 * receiver in another region has a copy of each, until it is delivered.
 */
final class Messages {
  static final int NONE = -1;

  private long[] bytes = new long[256];
  private long[] token = new long[256];
  private long[] postedPs = new long[256];
  private int[] first = new int[256];
  private int[] last = new int[256];
  private int[] next = new int[256];
  private int free = NONE;
  private int made;
  private int inUse;

  /** A message of the packets {@code firstSequence} to {@code lastSequence}. */
  int take(long messageBytes, long messageToken, int firstSequence, int lastSequence, long nowPs) {
    int message = free;
    if (message == NONE) {
      message = made++;
      if (made > bytes.length) {
        grow();
      }
    } else {
      free = next[message];
    }
    inUse++;
    bytes[message] = messageBytes;
    token[message] = messageToken;
    postedPs[message] = nowPs;
    first[message] = firstSequence;
    last[message] = lastSequence;
    next[message] = NONE;
    return message;
  }

  private void grow() {
    int size = bytes.length * 2;
    bytes = Arrays.copyOf(bytes, size);
    token = Arrays.copyOf(token, size);
    postedPs = Arrays.copyOf(postedPs, size);
    first = Arrays.copyOf(first, size);
    last = Arrays.copyOf(last, size);
    next = Arrays.copyOf(next, size);
  }

  void release(int message) {
    next[message] = free;
    free = message;
    inUse--;
  }

  int inUse() {
    return inUse;
  }

  long token(int message) {
    return token[message];
  }

  /** When it was posted. */
  long postedPs(int message) {
    return postedPs[message];
  }

  long bytes(int message) {
    return bytes[message];
  }

  int first(int message) {
    return first[message];
  }

  int last(int message) {
    return last[message];
  }

  int next(int message) {
    return next[message];
  }

  void setNext(int message, int following) {
    next[message] = following;
  }

  /** Payload of one of its packets. */
  int payload(int message, int sequence, int mtuBytes) {
    return sequence == last[message]
        ? (int) (bytes[message] - (long) (last[message] - first[message]) * mtuBytes)
        : mtuBytes;
  }
}
