package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * A rate control that bounds what a queue pair has under way. Bytes are those on the wire. A packet
 * is under way until an acknowledgement counts it as arrived, in whatever order; one that was lost
 * is until it was sent again and arrived. One packet may always be under way.
 */
abstract class WindowControl implements RateControl {
  final Signals signals;
  final int frameBytes;
  private final QueuePairs pairs;

  /** Line rate, bytes per picosecond. */
  double[] line = new double[64];

  /** Unloaded round trip of a full packet and its acknowledgement, picoseconds. */
  long[] basePs = new long[64];

  /** Switches on the way. */
  int[] switches = new int[64];

  /** What may be under way, bytes. */
  double[] window = new double[64];

  private int[] arrived = new int[64];

  WindowControl(Core core, boolean telemetry) {
    signals = new Signals(core.packets, core.ports, telemetry);
    frameBytes = core.fullFrameBytes() + core.settings.wire().gapBytes();
    pairs = core.pairs;
  }

  /** The one that settings ask for. */
  static WindowControl of(Core core, WindowSettings settings) {
    return switch (settings) {
      case HpccSettings hpcc -> new HpccControl(core, hpcc);
      case SwiftSettings swift -> new SwiftControl(core, swift);
      case NsccSettings nscc -> new NsccControl(core, nscc);
      case CreditSettings credit -> new CreditControl(core, credit);
    };
  }

  @Override
  public void add(int pair, double bytesPerSecond) {
    if (pair >= line.length) {
      grow(Math.max(pair + 1, line.length * 2));
    }
    line[pair] = bytesPerSecond / 1e12;
  }

  void grow(int size) {
    line = Arrays.copyOf(line, size);
    basePs = Arrays.copyOf(basePs, size);
    switches = Arrays.copyOf(switches, size);
    window = Arrays.copyOf(window, size);
    arrived = Arrays.copyOf(arrived, size);
  }

  /** The path of a queue pair is known: starts it. */
  void start(int pair, long unloadedPs, int switchCount) {
    basePs[pair] = unloadedPs;
    switches[pair] = switchCount;
    start(pair);
  }

  abstract void start(int pair);

  /** Bytes that fill the path of a queue pair at line rate. */
  double productBytes(int pair) {
    return line[pair] * basePs[pair];
  }

  /** Packets that are sent and not known to have arrived; below 0 while sending again. */
  int inFlight(int pair) {
    return pairs.nextSequence[pair] - Math.max(arrived[pair], pairs.acknowledged[pair]);
  }

  /** Whether the next packet may follow those under way. */
  boolean opens(int pair) {
    int packets = inFlight(pair);
    return packets <= 0 || (packets + 1.0) * frameBytes <= window[pair];
  }

  /** An acknowledgement came in; what it says in order has been taken in. */
  final void acknowledged(int pair, int packet, long nowPs) {
    int now = Math.max(signals.arrived(packet), pairs.acknowledged[pair]);
    int fresh = Math.max(0, now - arrived[pair]);
    arrived[pair] += fresh;
    heard(pair, packet, fresh, nowPs);
  }

  /**
   * @param fresh packets that it is the first to tell of
   */
  abstract void heard(int pair, int packet, int fresh, long nowPs);

  /** A packet was reported lost, or a timeout ended. */
  void lost(int pair, long nowPs) {}

  /** A data packet is made; the receiver will hear from it what its sender has posted. */
  void sent(int pair) {}

  /** Whether the sender must tell its receiver that it has something; asked once for each. */
  boolean mustAsk(int pair) {
    return false;
  }

  /** Whether the sender can go on after a grant only. */
  boolean waits(int pair) {
    return false;
  }

  /** A grant came in: packets below a number may be sent. */
  void granted(int pair, int below) {}

  /**
   * At the receiver: a packet came in that tells how many its sender has posted.
   *
   * @param fresh whether it is data that had not arrived before
   */
  void arrived(int pair, int posted, boolean fresh) {}

  /** The queue pair that the receiver of this one now grants more; NONE when none. */
  int nextGrant(int pair) {
    return QueuePairs.NONE;
  }

  /** What a queue pair is granted, as a number of packets from its start. */
  int grantedBelow(int pair) {
    return 0;
  }

  /** A queue pair gave up: its receiver waits for nothing more. */
  void forget(int pair) {}

  @Override
  public boolean limited(int pair) {
    return false;
  }

  @Override
  public void notified(int pair, long nowPs) {}

  @Override
  public long gapPs(int pair, int bytes, long nowPs) {
    return 0;
  }

  @Override
  public long lookAgainPs(int pair, long duePs) {
    return duePs;
  }

  @Override
  public long dueAnewPs(int pair, long duePs, long nowPs) {
    return duePs;
  }
}
