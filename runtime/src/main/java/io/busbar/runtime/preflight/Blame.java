package io.busbar.runtime.preflight;

import java.util.ArrayList;
import java.util.List;

/**
 * Odd paths, explained by as little as possible: a host of which most paths on one side are odd
 * stands for them, and what is left stands for itself.
 *
 * @param host whose side it is; -1 for a single path
 * @param receives whether it is the side that takes
 * @param paths as from and to
 */
record Blame(int host, boolean receives, List<int[]> paths) {
  /** So much of a host's paths on one side is the host, not the paths. */
  static final double MOST_PATHS = 0.6;

  /** Whether a path is odd. */
  interface Odd {
    boolean test(int from, int to);
  }

  Blame {
    paths = List.copyOf(paths);
  }

  /**
   * @param hosts how many; with two nobody can be told from the other
   */
  static List<Blame> of(int hosts, Odd odd) {
    List<Blame> all = new ArrayList<>();
    boolean[] told = new boolean[hosts * hosts];
    for (int host = 0; host < hosts && hosts > 2; host++) {
      for (boolean receives : new boolean[] {true, false}) {
        List<int[]> paths = new ArrayList<>();
        boolean untold = false;
        for (int peer = 0; peer < hosts; peer++) {
          int from = receives ? peer : host;
          int to = receives ? host : peer;
          if (peer != host && odd.test(from, to)) {
            paths.add(new int[] {from, to});
            untold |= !told[from * hosts + to];
          }
        }
        if (untold && paths.size() > 1 && paths.size() >= MOST_PATHS * (hosts - 1)) {
          paths.forEach(path -> told[path[0] * hosts + path[1]] = true);
          all.add(new Blame(host, receives, paths));
        }
      }
    }
    for (int path = 0; path < told.length; path++) {
      if (!told[path] && path / hosts != path % hosts && odd.test(path / hosts, path % hosts)) {
        all.add(new Blame(-1, false, List.of(new int[] {path / hosts, path % hosts})));
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
