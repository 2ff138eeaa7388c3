package io.busbar.simulate.program;

import java.util.Arrays;

/**
 * Connections of a program: one for all sends of a pair of ranks, and one for each message that
 * takes its own path. Immutable but for the connections that are kept.
 */
final class Pairs {
  private static final int NONE = -1;

  private final int[] slotOf;
  private final int[] channelOf;
  private final int[] connection;

  Pairs(Program program) {
    int n = program.size();
    slotOf = new int[n];
    channelOf = new int[n];
    long[] keys = new long[n];
    int senders = 0;
    for (int task = 0; task < n; task++) {
      if (program.sends(task)) {
        keys[senders++] = key(program, task);
      }
    }
    keys = Arrays.stream(keys, 0, senders).sorted().distinct().toArray();
    int[] seen = new int[keys.length];
    int slots = keys.length;
    for (int task = 0; task < n; task++) {
      if (program.sends(task)) {
        int pair = Arrays.binarySearch(keys, key(program, task));
        boolean own = program.kind(task) == Program.Kind.MESSAGE;
        slotOf[task] = own ? slots++ : pair;
        channelOf[task] = own ? seen[pair]++ : 0;
      }
    }
    connection = new int[slots];
    Arrays.fill(connection, NONE);
  }

  private static long key(Program program, int task) {
    return (long) program.rank(task) * program.ranks() + program.peer(task);
  }

  /** The connection of a message; −1 when it is not made yet. */
  int connection(int task) {
    return connection[slotOf[task]];
  }

  void keep(int task, int made) {
    connection[slotOf[task]] = made;
  }

  /** Tells messages of one pair apart. */
  int channel(int task) {
    return channelOf[task];
  }
}
