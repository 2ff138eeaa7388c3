package io.busbar.simulate.validate;

import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.Counters;
import io.busbar.simulate.packet.PacketNetwork;
import java.util.Map;
import java.util.function.LongFunction;

/** Plays a network step by step and looks at its queues in between. Used once. */
final class Watch {
  private static final int LOOKS = 256;
  private static final double MEGA = 1e6;

  private final Place place;
  private final Network network;
  private final long sincePs;
  private long stepPs;
  private long peakQueue;
  private long peakBuffer;
  private double bufferTime;

  /**
   * @param expectedSeconds queues are looked at 256 times in it, and less often after four times as
   *     long
   */
  Watch(Place place, Network network, double expectedSeconds) {
    this.place = place;
    this.network = network;
    sincePs = network.nowPs();
    stepPs = Math.max(1, SimTime.ps(expectedSeconds) / LOOKS);
  }

  /**
   * Runs to the end, or to a time.
   *
   * @param until plays up to a time
   */
  RunEnd run(LongFunction<RunEnd> until, long lastPs) {
    if (!(network instanceof PacketNetwork packets)) {
      return until.apply(lastPs);
    }
    long next = Math.min(lastPs, network.nowPs() + stepPs);
    for (int looks = 1; ; looks++) {
      long before = network.nowPs();
      RunEnd end = until.apply(next);
      look(packets, network.nowPs() - before);
      if (end.reason() != RunEnd.Reason.TIME || next == lastPs) {
        return end;
      }
      stepPs = looks % (4 * LOOKS) == 0 ? 2 * stepPs : stepPs;
      next = Math.min(lastPs, next + stepPs);
    }
  }

  private void look(PacketNetwork packets, long forPs) {
    long fullest = 0;
    for (int node = place.fabric().endpoints(); node < place.fabric().nodes(); node++) {
      long buffer = 0;
      for (int port = place.fabric().firstPort(node); port < place.fabric().endPort(node); port++) {
        long queue = packets.queuedBytes(port);
        peakQueue = Math.max(peakQueue, queue);
        buffer += queue;
      }
      fullest = place.switches(node) ? Math.max(fullest, buffer) : fullest;
    }
    peakBuffer = Math.max(peakBuffer, fullest);
    bufferTime += (double) fullest * forPs;
  }

  /** Puts what was seen, and what the engine counted: nothing for engines without queues. */
  void into(Map<String, Double> figures) {
    if (!(network instanceof PacketNetwork packets)) {
      return;
    }
    Counters seen = packets.counters();
    figures.put("peak_queue_kb", peakQueue / 1e3);
    figures.put("peak_buffer_mb", peakBuffer / MEGA);
    double mean = bufferTime / Math.max(1, network.nowPs() - sincePs);
    figures.put("mean_buffer_mb", mean / MEGA);
    figures.put("mean_buffer_kb", mean / 1e3);
    figures.put("pauses", (double) seen.pauses());
    figures.put("drops", (double) seen.drops());
    figures.put("lost", (double) seen.corrupted());
    figures.put("sent_again", (double) seen.retransmitted());
    figures.put("timeouts", (double) seen.timeouts());
    long sent = Math.max(1, seen.dataPackets());
    figures.put("sent_per_packet", sent / (double) Math.max(1, sent - seen.retransmitted()));
    figures.put("marks", (double) seen.marks());
    figures.put("marked_share", (double) seen.marks() / sent);
    figures.put("notifications", (double) seen.notifications());
  }
}
