package io.busbar.simulate.message;

import io.busbar.simulate.clock.EventQueue;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.path.Ways;
import java.util.Arrays;

/**
 * Message fidelity: a message of m bytes arrives alpha + m · beta after it could start, whole
 * messages in order (cut-through: alpha is paid once, however many switches there are). The fabric
 * inside is never full; ends wait for each other as {@link Serialisation} says. Traffic classes
 * above 0 do not wait for bulk. Deterministic; one thread.
 */
public final class MessageNetwork implements Network {
  private static final int DELIVERED = 0;
  private static final int TIMER = 1;
  private static final int SENT = 2;
  private static final int FAILED = 3;
  private static final int LEAVES = 4;
  private static final int EVENTS_PER_ASK = 1 << 16;
  private static final int UNREACHABLE = -1;

  private final Ways ways;
  private final Serialisation serialisation;
  private final EventQueue events = new EventQueue();

  private int connections;
  private long[] latencyPs = new long[64];
  private double[] psPerByte = new double[64];
  private int[] leaves = new int[64];
  private int[] arrives = new int[64];
  private long[] sentBytes = new long[64];
  private long[] leftAtPs = new long[64];
  private long[] arrivedAtPs = new long[0];
  private int lanes;
  private long[] entryToken = new long[64];
  private long[] entrySpanPs = new long[64];
  private int[] entryConnection = new int[64];
  private int entries;
  private int freeEntry = -1;
  private long nowPs;
  private long messages;

  public MessageNetwork(Ways ways, Serialisation serialisation) {
    this.ways = ways;
    this.serialisation = serialisation;
  }

  @Override
  public int connect(int src, int dst, int channel, int trafficClass) {
    if (connections == latencyPs.length) {
      int longer = connections + (connections >> 1);
      latencyPs = Arrays.copyOf(latencyPs, longer);
      psPerByte = Arrays.copyOf(psPerByte, longer);
      leaves = Arrays.copyOf(leaves, longer);
      arrives = Arrays.copyOf(arrives, longer);
      sentBytes = Arrays.copyOf(sentBytes, longer);
    }
    int connection = connections++;
    if (ways.find(src, dst, channel)) {
      latencyPs[connection] = ways.latencyPs();
      psPerByte[connection] = SimTime.PS_PER_SECOND / ways.bytesPerSecond();
      boolean ports = serialisation == Serialisation.PORT && trafficClass == 0;
      leaves[connection] = ports ? lane(2 * ways.firstPort()) : lane(2 * connection + 1);
      arrives[connection] = ports ? lane(2 * ways.lastPort()) : leaves[connection];
    } else {
      leaves[connection] = UNREACHABLE;
    }
    return connection;
  }

  /** What messages wait at: a port has an even number, a connection of its own an odd one. */
  private int lane(int number) {
    if (number >= lanes) {
      lanes = number + 1;
    }
    if (lanes > leftAtPs.length) {
      leftAtPs = Arrays.copyOf(leftAtPs, lanes + (lanes >> 1));
    }
    if (leftAtPs.length > arrivedAtPs.length) {
      arrivedAtPs = Arrays.copyOf(arrivedAtPs, leftAtPs.length);
    }
    return number;
  }

  @Override
  public void send(int connection, long bytes, long token) {
    int from = leaves[connection];
    if (from == UNREACHABLE) {
      events.add(nowPs, FAILED, token);
      return;
    }
    long spanPs = Math.round(bytes * psPerByte[connection]);
    long left = Math.max(nowPs, leftAtPs[from]) + spanPs;
    leftAtPs[from] = left;
    sentBytes[connection] += bytes;
    messages++;
    if (arrives[connection] == from) {
      events.add(left, SENT, token);
      events.add(left + latencyPs[connection], DELIVERED, token);
    } else {
      events.add(left, LEAVES, underWay(connection, spanPs, token));
    }
  }

  private int underWay(int connection, long spanPs, long token) {
    int entry = freeEntry;
    if (entry < 0) {
      if (entries == entryToken.length) {
        int longer = entries * 2;
        entryToken = Arrays.copyOf(entryToken, longer);
        entrySpanPs = Arrays.copyOf(entrySpanPs, longer);
        entryConnection = Arrays.copyOf(entryConnection, longer);
      }
      entry = entries++;
    } else {
      freeEntry = entryConnection[entry];
    }
    entryToken[entry] = token;
    entrySpanPs[entry] = spanPs;
    entryConnection[entry] = connection;
    return entry;
  }

  /** The far port takes messages in the order in which they left. */
  private void leave(int entry, Listener to) {
    int connection = entryConnection[entry];
    long token = entryToken[entry];
    int at = arrives[connection];
    long arrived =
        Math.max(nowPs + latencyPs[connection], arrivedAtPs[at] + entrySpanPs[entry]);
    arrivedAtPs[at] = arrived;
    entryConnection[entry] = freeEntry;
    freeEntry = entry;
    events.add(arrived, DELIVERED, token);
    to.sent(token);
  }

  @Override
  public void timer(long delayPs, long token) {
    events.add(nowPs + delayPs, TIMER, token);
  }

  @Override
  public long nowPs() {
    return nowPs;
  }

  @Override
  public RunEnd run(Listener to, long untilPs, Cancel cancel) {
    for (int handled = 0; ; handled++) {
      if (handled % EVENTS_PER_ASK == 0 && cancel.cancelled()) {
        return RunEnd.of(RunEnd.Reason.CANCELLED, nowPs);
      }
      long at = events.nextTimePs();
      if (at == Long.MAX_VALUE) {
        return RunEnd.of(RunEnd.Reason.DONE, nowPs);
      }
      if (at > untilPs) {
        nowPs = Math.max(nowPs, untilPs);
        return RunEnd.of(RunEnd.Reason.TIME, nowPs);
      }
      nowPs = at;
      events.next();
      handle(to, events.what(), events.token());
    }
  }

  private void handle(Listener to, int what, long token) {
    switch (what) {
      case DELIVERED -> to.delivered(token);
      case TIMER -> to.timer(token);
      case SENT -> to.sent(token);
      case LEAVES -> leave((int) token, to);
      default -> to.failed(token, Failure.UNREACHABLE);
    }
  }

  /** Bytes handed over to a connection so far. */
  public long sentBytes(int connection) {
    return sentBytes[connection];
  }

  /** Messages handed over so far. */
  public long messages() {
    return messages;
  }
}
