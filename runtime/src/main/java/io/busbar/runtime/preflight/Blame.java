package io.busbar.runtime.preflight;

import java.util.ArrayList;
import java.util.List;

/**
 * Odd ways, explained by as little as possible: a host of which most ways on one side are odd
 * stands for them, and what is left stands for itself.
 *
 * @param host whose side it is; -1 for a single way
 * @param receives whether it is the side that takes
 * @param ways as from and to
 */
record Blame(int host, boolean receives, List<int[]> ways) {
  /** So much of a host's ways on one side is the host, not the ways. */
  static final double MOST_WAYS = 0.6;

  /** Whether a way is odd. */
  interface Odd {
    boolean test(int from, int to);
  }

  Blame {
    ways = List.copyOf(ways);
  }

  /**
   * @param hosts how many; with two nobody can be told from the other
   */
  static List<Blame> of(int hosts, Odd odd) {
    List<Blame> all = new ArrayList<>();
    boolean[] told = new boolean[hosts * hosts];
    for (int host = 0; host < hosts && hosts > 2; host++) {
      for (boolean receives : new boolean[] {true, false}) {
        List<int[]> ways = new ArrayList<>();
        boolean untold = false;
        for (int peer = 0; peer < hosts; peer++) {
          int from = receives ? peer : host;
          int to = receives ? host : peer;
          if (peer != host && odd.test(from, to)) {
            ways.add(new int[] {from, to});
            untold |= !told[from * hosts + to];
          }
        }
        if (untold && ways.size() > 1 && ways.size() >= MOST_WAYS * (hosts - 1)) {
          ways.forEach(way -> told[way[0] * hosts + way[1]] = true);
          all.add(new Blame(host, receives, ways));
        }
      }
    }
    for (int way = 0; way < told.length; way++) {
      if (!told[way] && way / hosts != way % hosts && odd.test(way / hosts, way % hosts)) {
        all.add(new Blame(-1, false, List.of(new int[] {way / hosts, way % hosts})));
      }
    }
    return all;
  }

  boolean single() {
    return host < 0;
  }

  String direction() {
    return receives ? "receives" : "sends";
  }
}
