package io.busbar.simulate.emit;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.packet.Counters;
import io.busbar.simulate.packet.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as its ports show it when it is over.
 *
 * @param infiniband whether it is InfiniBand; else Ethernet
 * @param faults what is wrong
 * @param counters of the packet engine; null for engines that play no packets
 * @param table what nccl-tests would have printed; null without a collective that ended
 * @param endPs when it was over
 */
public record Observed(
    Fabric fabric,
    boolean infiniband,
    List<Fault> faults,
    @Nullable Counters counters,
    @Nullable Table table,
    long endPs) {

  /** A row of nccl-tests: operation, ranks, bytes, seconds, bus factor. */
  public record Table(String operation, int ranks, long bytes, double seconds, double busFactor) {}

  /** IEEE 802.1Qbb: a pause lasts at most 65,535 quanta of 512 bit times, and is then renewed. */
  private static final double PAUSE_BITS = 65_535.0 * 512;

  private static final double PS = 1e-12;

  public Observed {
    faults = List.copyOf(faults);
  }

  /** Frame bytes that left a port; 0 where no packets are played. */
  long sentBytes(int port) {
    return counters == null ? 0 : counters.portBytes(port);
  }

  /** Packets that arrived broken at a port, or vanished before it. */
  long lost(int port) {
    return counters == null ? 0 : counters.lost(port);
  }

  /** Packets that a switch dropped that had come in at a port. */
  long dropped(int port) {
    return counters == null ? 0 : counters.dropped(port);
  }

  /** Whether what is lost on the way to a port never arrives, as it does where bits are wrong. */
  boolean vanish(int port) {
    return faults.stream()
        .noneMatch(f -> f.kind() == Fault.Kind.BIT_ERRORS && f.where() == fabric.peer(port));
  }

  /** Pauses that a port sent; a NIC that takes nothing in renews its pause until the end. */
  long pauses(int port) {
    long begun = counters == null ? 0 : counters.pausesOf(port);
    for (Fault f : faults) {
      if (f.kind() == Fault.Kind.STUCK_NIC && f.where() == fabric.owner(port)) {
        double seconds = (Math.min(endPs, f.untilPs()) - f.fromPs()) * PS;
        double each = PAUSE_BITS / (8.0 * fabric.bytesPerSecond(port));
        begun += Math.max(1, Math.round(seconds / each));
      }
    }
    return begun;
  }

  /** How long a port had something to send and no credit for it, seconds. */
  double waitedSeconds(int port) {
    return counters == null ? 0 : counters.waitedPs(port, endPs) * PS;
  }

  /** Senders that gave up on a receiver, each pair once, in the order in which they did. */
  List<Counters.GaveUp> gaveUp() {
    return counters == null ? List.of() : counters.gaveUp().stream().distinct().toList();
  }

  /** Whether a port's link is down at the end. */
  boolean down(int port) {
    for (Fault f : faults) {
      boolean now = f.untilPs() > endPs;
      boolean link = f.kind() == Fault.Kind.LINK_DOWN && of(f, port);
      boolean node =
          f.kind() == Fault.Kind.SWITCH_LOSS
              && (f.where() == fabric.owner(port) || f.where() == fabric.owner(fabric.peer(port)));
      if (now && (link || node)) {
        return true;
      }
    }
    return false;
  }

  /** How often a port's link went down. */
  long downs(int port) {
    long downs = 0;
    for (Fault f : faults) {
      boolean node =
          f.kind() == Fault.Kind.SWITCH_LOSS
              && (f.where() == fabric.owner(port) || f.where() == fabric.owner(fabric.peer(port)));
      if (f.kind() == Fault.Kind.LINK_DOWN && of(f, port) || node) {
        downs += f.fromPs() < endPs ? 1 : 0;
      } else if (f.kind() == Fault.Kind.FLAP && of(f, port)) {
        downs +=
            Math.max(0, Math.min(endPs, f.untilPs()) - f.fromPs() + f.periodPs() - 1)
                / f.periodPs();
      }
    }
    return downs;
  }

  /** Rate of a port as its link came up, bits per second. */
  double bitsPerSecond(int port) {
    double factor = 1;
    for (Fault f : faults) {
      boolean host =
          f.kind() == Fault.Kind.SLOW_HOST
              && (f.where() == fabric.owner(port) || f.where() == fabric.owner(fabric.peer(port)));
      if (f.kind() == Fault.Kind.SLOW_LINK && of(f, port) || host) {
        factor = Math.min(factor, f.value());
      }
    }
    return 8.0 * fabric.bytesPerSecond(port) * factor;
  }

  private boolean of(Fault f, int port) {
    return f.where() == port || f.where() == fabric.peer(port);
  }

  /** Whether a node is outside of hosts: a switch with cables. */
  boolean forwards(int node) {
    NodeKind kind = fabric.kind(node);
    return kind == NodeKind.LEAF || kind == NodeKind.SPINE || kind == NodeKind.CORE;
  }

  /** Whether a port has a cable of the network. */
  boolean cabled(int port) {
    boolean joined = fabric.joined(port) && !fabric.scaleUp(port);
    return joined && (forwards(fabric.owner(port)) || forwards(fabric.owner(fabric.peer(port))));
  }

  /** Name of a node without blanks. */
  String name(int node) {
    return fabric.nodeName(node).replace(" ", "");
  }
}
