package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * Both ends of receivers' credits (RCCC of Ultra Ethernet). A sender may send the packets below a
 * number that its receiver raises by grants. A receiver hears from each data packet, or from a
 * request, how many packets its sender has; it grants in turn, a quantum each, as long as no more
 * than a bound is granted and not received. Ultra Ethernet paces grants by the receiver's rate;
 * here each arrival makes room for the next grant, which is the same while data flow and needs no
 * timer. Where all that was told of has arrived, the sender may again send its first window
 * ungranted.
 *
 * <p>N senders that start together put N first windows into the network. After that no more waits
 * for a receiver than the bound less one bandwidth-delay product.
 */
final class CreditControl extends WindowControl {
  private static final int NONE = QueuePairs.NONE;

  private final Core core;
  private final QueuePairs pairs;
  private final CreditSettings settings;
  private final Grants grants;

  // Sender's end: packets below a number may be sent; the number that the receiver was told of.
  private int[] credit = new int[64];
  private int[] told = new int[64];
  private int[] first = new int[64];

  CreditControl(Core core, CreditSettings settings) {
    super(core, false);
    this.core = core;
    this.settings = settings;
    pairs = core.pairs;
    grants = new Grants();
  }

  @Override
  void grow(int size) {
    super.grow(size);
    credit = Arrays.copyOf(credit, size);
    told = Arrays.copyOf(told, size);
    first = Arrays.copyOf(first, size);
    grants.grow(size);
  }

  @Override
  void start(int pair) {
    first[pair] = (int) Math.ceil(settings.initial() * productBytes(pair) / frameBytes);
    credit[pair] = first[pair];
    grants.start(pair);
  }

  @Override
  boolean opens(int pair) {
    return pairs.nextSequence[pair] < credit[pair];
  }

  @Override
  void sent(int pair) {
    told[pair] = pairs.posted[pair];
  }

  @Override
  boolean mustAsk(int pair) {
    if (pairs.nextSequence[pair] < credit[pair] || told[pair] >= pairs.posted[pair]) {
      return false;
    }
    told[pair] = pairs.posted[pair];
    return true;
  }

  @Override
  boolean waits(int pair) {
    return pairs.nextSequence[pair] < pairs.posted[pair] && !opens(pair);
  }

  @Override
  void granted(int pair, int below) {
    credit[pair] = Math.max(credit[pair], below);
  }

  @Override
  void heard(int pair, int packet, int fresh, long nowPs) {
    if (pairs.acknowledged[pair] >= told[pair]) {
      credit[pair] = Math.max(credit[pair], told[pair] + first[pair]);
    }
  }

  @Override
  void arrived(int pair, int posted, boolean fresh) {
    grants.arrived(pair, posted, fresh);
  }

  @Override
  int nextGrant(int pair) {
    return grants.next(pairs.backPort[pair]);
  }

  @Override
  int grantedBelow(int pair) {
    return grants.granted[pair];
  }

  @Override
  void forget(int pair) {
    grants.forget(pair);
  }

  /** Receivers' ends. A list for each receiving port holds those who wait for a grant. */
  private final class Grants {
    private int[] granted = new int[64];
    private int[] wanted = new int[64];
    private int[] received = new int[64];
    private int[] counted = new int[64];
    private int[] next = new int[64];
    private boolean[] listed = new boolean[64];
    private final int[] head = new int[core.ports.count];
    private final int[] tail = new int[core.ports.count];
    private final long[] out = new long[core.ports.count];
    private final long[] bound = new long[core.ports.count];

    Grants() {
      Arrays.fill(head, NONE);
    }

    void grow(int size) {
      granted = Arrays.copyOf(granted, size);
      wanted = Arrays.copyOf(wanted, size);
      received = Arrays.copyOf(received, size);
      counted = Arrays.copyOf(counted, size);
      next = Arrays.copyOf(next, size);
      listed = Arrays.copyOf(listed, size);
    }

    void start(int pair) {
      granted[pair] = first[pair];
      int port = pairs.backPort[pair];
      long own = (long) Math.ceil(settings.outstanding() * productBytes(pair) / frameBytes);
      bound[port] = Math.max(bound[port], Math.max(own, settings.quantum()));
    }

    void arrived(int pair, int posted, boolean fresh) {
      wanted[pair] = Math.max(wanted[pair], posted);
      received[pair] += fresh ? 1 : 0;
      if (received[pair] >= wanted[pair]) {
        granted[pair] = Math.max(granted[pair], wanted[pair] + first[pair]);
      }
      count(pair);
      if (!listed[pair] && granted[pair] < wanted[pair]) {
        append(pair);
      }
    }

    /** What is granted, told of and not received counts against the bound of the port. */
    private void count(int pair) {
      int now = Math.max(0, Math.min(granted[pair], wanted[pair]) - received[pair]);
      out[pairs.backPort[pair]] += now - counted[pair];
      counted[pair] = now;
    }

    private void append(int pair) {
      int port = pairs.backPort[pair];
      listed[pair] = true;
      next[pair] = NONE;
      if (head[port] == NONE) {
        head[port] = pair;
      } else {
        next[tail[port]] = pair;
      }
      tail[port] = pair;
    }

    /** Grants a quantum to the next in turn; NONE where none waits or the bound is reached. */
    int next(int port) {
      int pair = head[port];
      if (pair == NONE) {
        return NONE;
      }
      int more = Math.min(settings.quantum(), wanted[pair] - granted[pair]);
      if (out[port] + more > bound[port] && out[port] > 0) {
        return NONE;
      }
      head[port] = next[pair];
      listed[pair] = false;
      granted[pair] += more;
      count(pair);
      if (granted[pair] < wanted[pair]) {
        append(pair);
      }
      return pair;
    }

    void forget(int pair) {
      wanted[pair] = Math.min(wanted[pair], granted[pair]);
      received[pair] = Integer.MAX_VALUE / 2;
      count(pair);
    }
  }
}
