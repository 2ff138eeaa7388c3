package io.busbar.runtime.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A trial in which a host, not a rank, is what goes wrong; all of it follows from the seed.
 *
 * @param root whether ranks meet at rank 0's port; else in a folder
 * @param victim the rank whose process it happens to, where it happens to one
 * @param order in which ranks start
 * @param amount how much there is of what is scarce
 */
record Adversity(
    long seed,
    Kind kind,
    boolean root,
    String transport,
    int ranks,
    int victim,
    List<Integer> order,
    int amount) {
  enum Kind {
    /** Ranks start in any order, up to a second apart. */
    REORDERED(List.of("tcp", "shm", "mixed", "aggregated")),
    /** A rank is started twice. */
    TWICE(List.of("tcp", "shm", "mixed", "aggregated")),
    /** All processes are stopped, and go on later: in the meeting or at work. */
    PAUSED(List.of("tcp", "shm", "mixed", "aggregated")),
    /** The wall clocks of all ranks jump, each in its own way. */
    CLOCK(List.of("tcp", "shm", "mixed", "aggregated")),
    /** The file system of the shared memory is too small. */
    SMALL(List.of("shm", "mixed")),
    /** The file system of the shared memory is filled by others, while ranks compute. */
    FILLED(List.of("shm", "mixed")),
    /** The file system of the shared memory cannot be written to. */
    READ_ONLY(List.of("shm", "mixed")),
    /** The disk with the meeting's folder is full. */
    DISK(List.of("tcp", "shm", "mixed")),
    /** A rank may open few files. */
    FILES(List.of("tcp", "shm", "mixed")),
    /** Strangers call the ports of rank 0 and the aggregator, hundreds of them, without a pause. */
    STRANGERS(List.of("tcp", "mixed", "aggregated"));

    private final List<String> transports;

    Kind(List<String> transports) {
      this.transports = transports;
    }
  }

  static Adversity of(long seed) {
    Random random = new Random(seed);
    return of(seed, Kind.values()[random.nextInt(Kind.values().length)]);
  }

  static Adversity of(long seed, Kind kind) {
    Random random = new Random(seed * 31 + kind.ordinal());
    String transport = kind.transports.get(random.nextInt(kind.transports.size()));
    int ranks = transport.equals("mixed") ? 4 : random.nextInt(2, 5);
    List<Integer> order = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      order.add(rank);
    }
    Collections.shuffle(order, random);
    boolean root = kind == Kind.STRANGERS || kind != Kind.DISK && random.nextBoolean();
    int amount =
        switch (kind) {
          case SMALL -> 16 << random.nextInt(10);
          case FILLED -> 4 << 10;
          case FILES -> random.nextInt(12, 30);
          default -> random.nextInt(1 << 16);
        };
    return new Adversity(
        seed, kind, root, transport, ranks, random.nextInt(ranks), List.copyOf(order), amount);
  }

  /** Whether what happens makes a group impossible; else it is there, or may be. */
  boolean impossible() {
    return kind == Kind.READ_ONLY || kind == Kind.DISK;
  }

  /** Whether what happens must not be noticed. */
  boolean harmless() {
    return switch (kind) {
      case REORDERED, TWICE, PAUSED, CLOCK, STRANGERS -> true;
      case SMALL, FILLED, READ_ONLY, DISK, FILES -> false;
    };
  }
}
