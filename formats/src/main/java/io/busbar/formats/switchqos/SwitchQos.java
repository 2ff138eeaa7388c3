package io.busbar.formats.switchqos;

import io.busbar.base.problem.Position;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a switch's configuration says of lossless traffic. Immutable.
 *
 * @param system host name; the file's name where it says none
 * @param vendor {@code SONiC}, {@code Arista EOS}, {@code Cumulus NVUE}, {@code Cisco NX-OS}
 * @param pfc flow control by priority
 * @param maps classes by DSCP; what is not in it goes to priority DSCP / 8 unless {@code strict}
 * @param strict whether a DSCP that is not mapped goes to priority 0
 * @param ecn marks by queue
 * @param headroom what arrives after a pause
 * @param watchdog whether a watchdog of flow control is configured
 * @param gigabits fastest rate that is given to a port, Gb/s; 0 when none is known
 * @param at where its part of the file begins
 */
public record SwitchQos(
    String system,
    String vendor,
    List<Pfc> pfc,
    List<Mapped> maps,
    boolean strict,
    List<Ecn> ecn,
    List<Headroom> headroom,
    boolean watchdog,
    double gigabits,
    Position at) {
  private static final int DSCPS_PER_PRIORITY = 8;

  /** Priorities with flow control on some ports. */
  public record Pfc(String ports, Set<Integer> priorities, Position at) {
    public Pfc {
      priorities = Set.copyOf(priorities);
    }
  }

  /** A DSCP and the priority of its packets, which is that of their queue. */
  public record Mapped(int dscp, int priority, Position at) {}

  /**
   * Marks on a queue.
   *
   * @param queue −1 for one that no queue is told to use
   * @param minBytes no marks below; −1 when not told
   * @param maxBytes all packets are marked above; −1 when not told
   * @param percent marked just below that; −1 when not told
   * @param marks whether packets are marked and not dropped
   */
  public record Ecn(
      int queue, long minBytes, long maxBytes, int percent, boolean marks, Position at) {}

  /** Buffer of a port and lossless priority, for a rate in Gb/s and a length of cable. */
  public record Headroom(String profile, double gigabits, double metres, long bytes, Position at) {}

  public SwitchQos {
    pfc = List.copyOf(pfc);
    maps = List.copyOf(maps);
    ecn = List.copyOf(ecn);
    headroom = List.copyOf(headroom);
  }

  /** The priority of a DSCP. */
  public int priority(int dscp) {
    for (Mapped mapped : maps) {
      if (mapped.dscp == dscp) {
        return mapped.priority;
      }
    }
    return strict ? 0 : dscp / DSCPS_PER_PRIORITY;
  }

  /** Where that stands. */
  public Position place(int dscp) {
    return maps.stream()
        .filter(mapped -> mapped.dscp == dscp)
        .findFirst()
        .map(Mapped::at)
        .orElse(maps.isEmpty() ? at : maps.getFirst().at);
  }

  /** Priorities with flow control on any port, ascending. */
  public Set<Integer> paused() {
    Set<Integer> all = new TreeSet<>();
    pfc.forEach(one -> all.addAll(one.priorities));
    return all;
  }

  /** Whether anything at all is configured. */
  public boolean any() {
    return !pfc.isEmpty() || !maps.isEmpty() || !ecn.isEmpty() || !headroom.isEmpty();
  }
}
