package io.busbar.model.fabric;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Maximum flow by Dinic's algorithm, for checking formulas. Capacities are whole numbers. */
final class MaxFlow {
  private final List<int[]> edges = new ArrayList<>();
  private final List<List<Integer>> from = new ArrayList<>();
  private long[] room = new long[1024];
  private int[] level = {};
  private int[] next = {};

  int vertex() {
    from.add(new ArrayList<>());
    return from.size() - 1;
  }

  /** A link with this capacity in each direction. */
  void link(int a, int b, long capacity) {
    edge(a, b, capacity, capacity);
  }

  void arc(int a, int b, long capacity) {
    edge(a, b, capacity, 0);
  }

  private void edge(int a, int b, long there, long back) {
    if (edges.size() + 2 > room.length) {
      room = Arrays.copyOf(room, 2 * room.length);
    }
    room[edges.size()] = there;
    from.get(a).add(edges.size());
    edges.add(new int[] {a, b});
    room[edges.size()] = back;
    from.get(b).add(edges.size());
    edges.add(new int[] {b, a});
  }

  long between(int source, int sink) {
    long total = 0;
    while (levels(source, sink)) {
      next = new int[from.size()];
      long pushed = push(source, sink, Long.MAX_VALUE);
      while (pushed > 0) {
        total += pushed;
        pushed = push(source, sink, Long.MAX_VALUE);
      }
    }
    return total;
  }

  private boolean levels(int source, int sink) {
    level = new int[from.size()];
    Arrays.fill(level, -1);
    level[source] = 0;
    ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(source));
    while (!queue.isEmpty()) {
      int at = queue.remove();
      for (int edge : from.get(at)) {
        int to = edges.get(edge)[1];
        if (room[edge] > 0 && level[to] < 0) {
          level[to] = level[at] + 1;
          queue.add(to);
        }
      }
    }
    return level[sink] >= 0;
  }

  private long push(int at, int sink, long most) {
    if (at == sink) {
      return most;
    }
    List<Integer> out = from.get(at);
    for (; next[at] < out.size(); next[at]++) {
      int edge = out.get(next[at]);
      int to = edges.get(edge)[1];
      if (room[edge] > 0 && level[to] == level[at] + 1) {
        long pushed = push(to, sink, Math.min(most, room[edge]));
        if (pushed > 0) {
          room[edge] -= pushed;
          room[edge ^ 1] += pushed;
          return pushed;
        }
      }
    }
    return 0;
  }
}
