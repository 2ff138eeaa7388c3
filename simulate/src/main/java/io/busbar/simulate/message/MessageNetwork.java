package io.busbar.simulate.message;

import io.busbar.simulate.clock.EventQueue;
import io.busbar.simulate.clock.Turns;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.path.PathFinder;
import java.util.Arrays;

/**
 * Message fidelity: a message of m bytes arrives alpha + m · beta after it could start, whole
 * messages in order (cut-through: alpha is paid once, however many switches there are). The fabric
 * inside is never full; ends wait for each other as {@link Serialisation} says, the connections of
 * a port in turn. Traffic classes above 0 do not wait for bulk. Deterministic; one thread.
 */
public final class MessageNetwork implements Network {
  private static final int DELIVERED = 0;
  private static final int TIMER = 1;
  private static final int SENT = 2;
  private static final int FAILED = 3;
  private static final int LEAVES = 4;
  private static final int EVENTS_PER_ASK = 1 << 16;
  private static final long UNREACHABLE = -1;

  /** What a send touches lies together: rows of 2^this, with these columns. */
  private static final int ROW = 2;

  private static final int LATENCY_PS = 0;
  private static final int PS_PER_BYTE = 1;
  private static final int LANES = 2;
  private static final int SENT_BYTES = 3;

  private final PathFinder paths;
  private final Serialisation serialisation;
  private final EventQueue events = new EventQueue();

  private final Turns waiting = new Turns();
  private int connections;
  private long[] rows = new long[64 << ROW];
  private long[] leftAtPs = new long[64];
  private boolean[] sends = new boolean[64];
  private long[] arrivedAtPs = new long[0];
  private int lanes;
  private long[] entryToken = new long[64];
  private long[] entrySpanPs = new long[64];
  private int[] entryConnection = new int[64];
  private int entries;
  private int freeEntry = -1;
  private long nowPs;
  private long messages;

  public MessageNetwork(PathFinder paths, Serialisation serialisation) {
    this.paths = paths;
    this.serialisation = serialisation;
  }

  @Override
  public int connect(int src, int dst, int channel, int trafficClass) {
    if (connections << ROW == rows.length) {
      rows = Arrays.copyOf(rows, rows.length * 2);
    }
    int connection = connections++;
    int row = connection << ROW;
    if (paths.find(src, dst, channel)) {
      rows[row + LATENCY_PS] = paths.latencyPs();
      rows[row + PS_PER_BYTE] =
          Double.doubleToRawLongBits(SimTime.PS_PER_SECOND / paths.bytesPerSecond());
      boolean ports = serialisation == Serialisation.PORT && trafficClass == 0;
      int leaves = lane(ports ? 2 * paths.firstPort() : 2 * connection + 1);
      int arrives = ports ? lane(2 * paths.lastPort()) : leaves;
      rows[row + LANES] = (long) arrives << 32 | leaves;
      waiting.addConnection(leaves);
    } else {
      rows[row + LANES] = UNREACHABLE;
      waiting.addConnection(0);
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
      sends = Arrays.copyOf(sends, leftAtPs.length);
    }
    if (leftAtPs.length > arrivedAtPs.length) {
      arrivedAtPs = Arrays.copyOf(arrivedAtPs, leftAtPs.length);
    }
    return number;
  }

  @Override
  public void send(int connection, long bytes, long token) {
    int row = connection << ROW;
    long ends = rows[row + LANES];
    if (ends == UNREACHABLE) {
      events.add(nowPs, FAILED, token);
      return;
    }
    int from = (int) ends;
    rows[row + SENT_BYTES] += bytes;
    messages++;
    if ((from & 1) != 0) {
      long left = Math.max(nowPs, leftAtPs[from]) + spanPs(connection, bytes);
      leftAtPs[from] = left;
      events.add(left, SENT, token);
      events.add(left + rows[row + LATENCY_PS], DELIVERED, token);
    } else if (sends[from]) {
      waiting.add(connection, bytes, token);
    } else {
      sends[from] = true;
      start(connection, bytes, token);
    }
  }

  private long spanPs(int connection, long bytes) {
    double psPerByte = Double.longBitsToDouble(rows[(connection << ROW) + PS_PER_BYTE]);
    return Math.round(bytes * psPerByte);
  }

  private void start(int connection, long bytes, long token) {
    long spanPs = spanPs(connection, bytes);
    events.add(nowPs + spanPs, LEAVES, inFlight(connection, spanPs, token));
  }

  private int inFlight(int connection, long spanPs, long token) {
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

  /** The far port takes messages in the order in which they left; the near one goes on. */
  private void leave(int entry, Listener to) {
    int connection = entryConnection[entry];
    long token = entryToken[entry];
    int row = connection << ROW;
    int at = (int) (rows[row + LANES] >> 32);
    long arrived = Math.max(nowPs + rows[row + LATENCY_PS], arrivedAtPs[at] + entrySpanPs[entry]);
    arrivedAtPs[at] = arrived;
    entryConnection[entry] = freeEntry;
    freeEntry = entry;
    events.add(arrived, DELIVERED, token);
    int from = (int) rows[row + LANES];
    if (waiting.isEmpty(from)) {
      sends[from] = false;
    } else {
      waiting.take(from);
      start(waiting.connection(), waiting.bytes(), waiting.token());
    }
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
    return rows[(connection << ROW) + SENT_BYTES];
  }

  /** Messages handed over so far. */
  public long messages() {
    return messages;
  }
}
