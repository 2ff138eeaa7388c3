package io.busbar.simulate.flow;

import io.busbar.simulate.clock.EventQueue;
import io.busbar.simulate.clock.Turns;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Failure;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.path.LinkPathFinder;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Flow fidelity. The first message of a connection flows at its max-min fair rate over the links of
 * its path, the others wait behind it; the last byte arrives a path latency after it left.
 * Connections between the same two ends of a scale-up domain take turns, message by message: were
 * they to share evenly, the channels of a ring would all wait for their latency together, which
 * those of a GPU do not. Traffic classes above 0 go ahead of bulk and take no share from it:
 * latency plus bytes at line rate. Rates are settled once per instant, after all that happens then.
 * Deterministic; one thread.
 */
public final class FlowNetwork implements Network {
  private static final int DELIVERED = 0;
  private static final int TIMER = 1;
  private static final int SENT = 2;
  private static final int FAILED = 3;
  private static final int LINK = 4;
  private static final int INSTANTS_PER_ASK = 256;
  private static final byte UNREACHABLE = -1;

  private final int ports;
  private final LinkPathFinder paths;
  private final MaxMin shares;
  private final EventQueue events = new EventQueue();
  private final Finishes finishes = new Finishes();
  private final Turns waiting = new Turns();
  private final Map<Long, Integer> scaleUpPaths = new TreeMap<>();

  private int connections;
  private byte[] trafficClass = new byte[64];

  /** The connection whose flow a connection is part of; what follows is known of that one only. */
  private int[] leadOf = new int[64];

  private int[] flowOf = new int[64];
  private int[] connectionOf = new int[64];
  private long[] latencyPs = new long[64];
  private double[] lineRate = new double[64];
  private long[] headBytes = new long[64];
  private long[] headToken = new long[64];
  private boolean[] flowing = new boolean[64];
  private double[] leftBytes = new double[64];
  private long[] sincePs = new long[64];
  private long[] freeAtPs = new long[64];
  private boolean[] fresh = new boolean[64];
  private long[] sentBytes = new long[64];
  private int[] begun = new int[64];
  private int begunCount;
  private int flows;
  private long nowPs;
  private long busy;
  private long messagesDone;
  private long settles;
  private long rateChanges;

  public FlowNetwork(Fabric fabric, Routing routing, long seed) {
    this(new Paths(fabric, routing, seed));
  }

  /** Links carry what {@link LinkPathFinder#bytesPerSecond(int)} says. */
  public FlowNetwork(LinkPathFinder paths) {
    this.paths = paths;
    ports = paths.portCount();
    double[] bytesPerPs = new double[ports];
    Arrays.setAll(bytesPerPs, port -> perPs(paths.bytesPerSecond(port)));
    shares = new MaxMin(bytesPerPs);
  }

  private static double perPs(double bytesPerSecond) {
    return bytesPerSecond / SimTime.PS_PER_SECOND;
  }

  @Override
  public int connect(int src, int dst, int channel, int cls) {
    int connection = connections++;
    room();
    boolean found = paths.find(src, dst, channel);
    int lead = found && cls == 0 && paths.scaleUp() ? lead(dst, connection) : connection;
    leadOf[connection] = lead;
    waiting.addConnection(lead);
    trafficClass[connection] = found ? (byte) cls : UNREACHABLE;
    latencyPs[connection] = paths.latencyPs();
    lineRate[connection] = perPs(paths.bytesPerSecond());
    flowOf[connection] = -1;
    if (found && cls == 0 && lead == connection) {
      int flow = shares.add(paths.ports(), paths.parts(), paths.count());
      flowOf[connection] = flow;
      connectionOf[flow] = connection;
      flows = flow + 1;
    }
    return connection;
  }

  private int lead(int dst, int connection) {
    long path = (long) paths.firstPort() << 32 | dst;
    Integer before = scaleUpPaths.putIfAbsent(path, connection);
    return before == null ? connection : before;
  }

  private void room() {
    finishes.room(connections);
    if (connections <= flowOf.length) {
      return;
    }
    int longer = connections + (connections >> 1);
    trafficClass = Arrays.copyOf(trafficClass, longer);
    leadOf = Arrays.copyOf(leadOf, longer);
    headBytes = Arrays.copyOf(headBytes, longer);
    headToken = Arrays.copyOf(headToken, longer);
    flowing = Arrays.copyOf(flowing, longer);
    flowOf = Arrays.copyOf(flowOf, longer);
    connectionOf = Arrays.copyOf(connectionOf, longer);
    latencyPs = Arrays.copyOf(latencyPs, longer);
    lineRate = Arrays.copyOf(lineRate, longer);
    leftBytes = Arrays.copyOf(leftBytes, longer);
    sincePs = Arrays.copyOf(sincePs, longer);
    freeAtPs = Arrays.copyOf(freeAtPs, longer);
    fresh = Arrays.copyOf(fresh, longer);
    sentBytes = Arrays.copyOf(sentBytes, longer);
    begun = Arrays.copyOf(begun, longer);
  }

  @Override
  public void send(int connection, long bytes, long token) {
    if (trafficClass[connection] == UNREACHABLE) {
      events.add(nowPs, FAILED, token);
    } else if (trafficClass[connection] > 0) {
      sendAhead(connection, bytes, token);
    } else {
      int lead = leadOf[connection];
      if (flowing[lead]) {
        waiting.add(connection, bytes, token);
      } else {
        busy++;
        flowing[lead] = true;
        shares.start(flowOf[lead]);
        begin(lead, bytes, token);
      }
    }
  }

  private void sendAhead(int connection, long bytes, long token) {
    long from = Math.max(nowPs, freeAtPs[connection]);
    long sent = from + Math.round(bytes / lineRate[connection]);
    freeAtPs[connection] = sent;
    sentBytes[connection] += bytes;
    events.add(sent, SENT, token);
    events.add(sent + latencyPs[connection], DELIVERED, token);
  }

  /** A message starts now; its end is known once rates are settled. */
  private void begin(int connection, long bytes, long token) {
    headBytes[connection] = bytes;
    headToken[connection] = token;
    leftBytes[connection] = bytes;
    sincePs[connection] = nowPs;
    if (!fresh[connection]) {
      fresh[connection] = true;
      begun[begunCount++] = connection;
    }
  }

  @Override
  public void timer(long delayPs, long token) {
    events.add(nowPs + delayPs, TIMER, token);
  }

  /**
   * Changes what a link direction carries: 0 shuts it. Messages on it wait or slow down; paths stay
   * as they are.
   *
   * @param atPs when, not before now
   */
  public void changeRate(int port, long bytesPerSecond, long atPs) {
    events.add(atPs, LINK + port, bytesPerSecond);
  }

  @Override
  public long nowPs() {
    return nowPs;
  }

  @Override
  public RunEnd run(Listener to, long untilPs, Cancel cancel) {
    for (int instants = 0; ; instants++) {
      if (instants % INSTANTS_PER_ASK == 0 && cancel.cancelled()) {
        return RunEnd.of(RunEnd.Reason.CANCELLED, nowPs);
      }
      settle();
      long at = Math.min(finishes.firstPs(), events.nextTimePs());
      if (at == Long.MAX_VALUE) {
        return RunEnd.of(busy == 0 ? RunEnd.Reason.DONE : RunEnd.Reason.STALLED, nowPs);
      }
      if (at > untilPs) {
        nowPs = Math.max(nowPs, untilPs);
        return RunEnd.of(RunEnd.Reason.TIME, nowPs);
      }
      nowPs = at;
      instant(to);
    }
  }

  private void instant(Listener to) {
    while (finishes.firstPs() == nowPs) {
      finish(finishes.poll(), to);
    }
    while (events.nextTimePs() == nowPs) {
      events.next();
      handle(to, events.what(), events.token());
    }
  }

  private void handle(Listener to, int what, long token) {
    switch (what) {
      case DELIVERED -> to.delivered(token);
      case TIMER -> to.timer(token);
      case SENT -> to.sent(token);
      case FAILED -> to.failed(token, Failure.UNREACHABLE);
      default -> shares.capacity(what - LINK, perPs(token));
    }
  }

  private void finish(int connection, Listener to) {
    long token = headToken[connection];
    sentBytes[connection] += headBytes[connection];
    messagesDone++;
    events.add(nowPs + latencyPs[connection], DELIVERED, token);
    if (waiting.isEmpty(connection)) {
      busy--;
      flowing[connection] = false;
      fresh[connection] = false;
      leftBytes[connection] = 0;
      shares.stop(flowOf[connection]);
    } else {
      waiting.take(connection);
      begin(connection, waiting.bytes(), waiting.token());
    }
    to.sent(token);
  }

  /** New rates, and from them new ends: of those that began and of those whose rate changed. */
  private void settle() {
    if (shares.unsettled()) {
      settles++;
      int changes = shares.settle();
      rateChanges += changes;
      for (int i = 0; i < changes; i++) {
        int connection = connectionOf[shares.changed(i)];
        progress(connection, shares.rateBefore(i));
        schedule(connection);
      }
    }
    for (int i = 0; i < begunCount; i++) {
      int connection = begun[i];
      if (fresh[connection]) {
        schedule(connection);
      }
    }
    begunCount = 0;
  }

  private void progress(int connection, double bytesPerPs) {
    double moved = bytesPerPs * (nowPs - sincePs[connection]);
    leftBytes[connection] = Math.max(0, leftBytes[connection] - moved);
    sincePs[connection] = nowPs;
  }

  private void schedule(int connection) {
    fresh[connection] = false;
    double rate = shares.rate(flowOf[connection]);
    double left = leftBytes[connection];
    if (left > 0 && rate <= 0) {
      finishes.remove(connection);
    } else {
      finishes.set(connection, nowPs + (left == 0 ? 0 : Math.round(left / rate)));
    }
  }

  /** Bytes that each port's link direction has carried so far; only bulk is counted. */
  public double[] carriedBytes() {
    Crossings crossings = shares.crossings();
    double[] carried = new double[ports];
    for (int flow = 0; flow < flows; flow++) {
      double moved = movedBytes(connectionOf[flow]);
      for (int c = crossings.first(flow); c < crossings.end(flow); c++) {
        carried[crossings.link(c)] += crossings.weight(c) * moved;
      }
    }
    return carried;
  }

  /** Bytes that a connection has carried so far, and those that it takes turns with. */
  public double movedBytes(int connection) {
    if (!flowing[connection]) {
      return sentBytes[connection];
    }
    double moved = shares.rate(flowOf[connection]) * (nowPs - sincePs[connection]);
    return sentBytes[connection]
        + Math.min(headBytes[connection], headBytes[connection] - leftBytes[connection] + moved);
  }

  /** Bulk messages that have left their senders. */
  public long messages() {
    return messagesDone;
  }

  /** How often rates were settled. */
  public long settles() {
    return settles;
  }

  /** Rates that settling changed, all together. */
  public long rateChanges() {
    return rateChanges;
  }
}
