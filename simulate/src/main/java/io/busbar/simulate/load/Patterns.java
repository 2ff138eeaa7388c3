package io.busbar.simulate.load;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Connections of collectives, all groups at once. Stateless. */
public final class Patterns {
  private Patterns() {}

  /**
   * Rings of several groups. Each rank sends to the next 2(n−1)/n of the size for an all-reduce,
   * (n−1)/n for an all-gather or reduce-scatter, over all channels together (Patarasuk and Yuan,
   * JPDC 69(2), 2009).
   *
   * @param groups endpoints of each group by rank
   * @param domain endpoints that scale-up links join
   * @param channels rings side by side, each on its own NIC of a node
   * @param bytes size of the collective of each group
   */
  public static Connections rings(
      CollectiveOp op, List<int[]> groups, int domain, int channels, double bytes) {
    Connections made = new Connections();
    for (int[] group : groups) {
      int n = group.length;
      if (n < 2) {
        continue;
      }
      ScheduleRequest request =
          ScheduleRequest.of(op, Algorithm.RING, locality(group, domain)).withChannels(channels);
      Schedule schedule = Schedules.of(request);
      double each = rounds(op) * (n - 1.0) / n * bytes / channels;
      int[] next = new int[1];
      for (int channel = 0; channel < channels; channel++) {
        for (int rank = 0; rank < n; rank++) {
          if (schedule.targets(rank, channel, next) > 0) {
            made.add(group[rank], group[next[0]], channel, each);
          }
        }
      }
    }
    return made;
  }

  private static int rounds(CollectiveOp op) {
    return switch (op) {
      case ALL_REDUCE -> 2;
      case ALL_GATHER, REDUCE_SCATTER -> 1;
      default -> throw new IllegalArgumentException("no ring of " + op + " here");
    };
  }

  /**
   * Each rank sends every other rank its part of the size.
   *
   * @param aligned whether bytes for another node go over NVLink to the GPU on the receiver's rail
   *     first, so that no rail is left in the network (NCCL's PXN)
   * @param bytes size per rank, as nccl-tests counts an all-to-all
   */
  public static Connections allToAll(
      List<int[]> groups, int domain, boolean aligned, double bytes) {
    Connections made = new Connections();
    for (int[] group : groups) {
      double each = bytes / group.length;
      for (int src : group) {
        for (int dst : group) {
          if (src != dst) {
            send(made, src, dst, domain, aligned, each);
          }
        }
      }
    }
    return made;
  }

  private static void send(
      Connections made, int src, int dst, int domain, boolean aligned, double bytes) {
    int relay = src / domain * domain + dst % domain;
    if (!aligned || src / domain == dst / domain || relay == src) {
      made.add(src, dst, 0, bytes);
    } else {
      made.add(src, relay, 0, bytes);
      made.add(relay, dst, 0, bytes);
    }
  }

  /** Nodes are scale-up domains, and each of their GPUs has its own rail. */
  private static Locality locality(int[] endpoints, int domain) {
    int[] node = new int[endpoints.length];
    int[] rail = new int[endpoints.length];
    Map<Integer, Integer> nodes = new LinkedHashMap<>();
    Map<Integer, Integer> rails = new LinkedHashMap<>();
    for (int rank = 0; rank < endpoints.length; rank++) {
      node[rank] = numbered(nodes, endpoints[rank] / domain);
      rail[rank] = numbered(rails, endpoints[rank] % domain);
    }
    return new Locality(node, rail);
  }

  private static int numbered(Map<Integer, Integer> seen, int what) {
    Integer before = seen.putIfAbsent(what, seen.size());
    return before == null ? seen.size() - 1 : before;
  }
}
