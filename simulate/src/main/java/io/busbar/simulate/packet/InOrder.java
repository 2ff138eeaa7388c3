package io.busbar.simulate.packet;

import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Listener;
import java.util.Arrays;

/**
 * Delivers the messages of a connection whole and in the order in which they were sent, when
 * several queue pairs carry them, or parts of them, and one may overtake another. A message is an
 * entry in its connection's list until it and all before it are delivered, and it is acknowledged.
 */
final class InOrder implements Listener {
  private static final int NONE = -1;
  private static final int ARRIVED = 1;
  private static final int DELIVERED = 2;
  private static final int SENT = 4;
  private static final int FAILED = 8;

  private int[] first = new int[64];
  private int[] last = new int[64];

  private long[] token = new long[256];
  private int[] connection = new int[256];
  private int[] next = new int[256];
  private byte[] state = new byte[256];

  /** Parts that have not arrived, and that are not acknowledged. */
  private int[] coming = new int[256];

  private int[] open = new int[256];
  private int free = NONE;
  private int made;
  private Listener to = any -> {};

  void listen(Listener listener) {
    to = listener;
  }

  void addConnection(int number) {
    if (number >= first.length) {
      first = Arrays.copyOf(first, 2 * number);
      last = Arrays.copyOf(last, 2 * number);
    }
    first[number] = NONE;
    last[number] = NONE;
  }

  /** A message is sent in parts on a connection; the token by which queue pairs know each part. */
  long add(int number, long itsToken, int parts) {
    int entry = free;
    if (entry == NONE) {
      entry = made++;
      if (made > token.length) {
        grow(2 * token.length);
      }
    } else {
      free = next[entry];
    }
    token[entry] = itsToken;
    connection[entry] = number;
    next[entry] = NONE;
    state[entry] = 0;
    coming[entry] = parts;
    open[entry] = parts;
    if (first[number] == NONE) {
      first[number] = entry;
    } else {
      next[last[number]] = entry;
    }
    last[number] = entry;
    return entry;
  }

  private void grow(int size) {
    token = Arrays.copyOf(token, size);
    connection = Arrays.copyOf(connection, size);
    next = Arrays.copyOf(next, size);
    state = Arrays.copyOf(state, size);
    coming = Arrays.copyOf(coming, size);
    open = Arrays.copyOf(open, size);
  }

  @Override
  public void delivered(long entry) {
    if (--coming[(int) entry] > 0) {
      return;
    }
    state[(int) entry] |= ARRIVED;
    int number = connection[(int) entry];
    while (first[number] != NONE && (state[first[number]] & ARRIVED) != 0) {
      int head = first[number];
      first[number] = next[head];
      state[head] |= DELIVERED;
      long itsToken = token[head];
      releaseWhenDone(head);
      to.delivered(itsToken);
    }
  }

  @Override
  public void sent(long entry) {
    if (--open[(int) entry] > 0) {
      return;
    }
    long itsToken = token[(int) entry];
    state[(int) entry] |= SENT;
    releaseWhenDone((int) entry);
    to.sent(itsToken);
  }

  private void releaseWhenDone(int entry) {
    if ((state[entry] & (DELIVERED | SENT)) == (DELIVERED | SENT)) {
      next[entry] = free;
      free = entry;
    }
  }

  /**
   * It stays in its place: what was sent after it on its connection will not arrive either. Told
   * once, however many of its parts fail.
   */
  @Override
  public void failed(long entry, Failure why) {
    if ((state[(int) entry] & FAILED) == 0) {
      state[(int) entry] |= FAILED;
      to.failed(token[(int) entry], why);
    }
  }

  @Override
  public void timer(long itsToken) {
    to.timer(itsToken);
  }
}
