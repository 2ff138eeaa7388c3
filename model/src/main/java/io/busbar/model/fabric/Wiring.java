package io.busbar.model.fabric;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Which leaf each NIC port is cabled to. Leaves are numbered within a tree: group by group, in a
 * group rail by rail. Immutable.
 */
public final class Wiring {
  /** As the topology has it. */
  public static final Wiring REGULAR = new Wiring(Kind.REGULAR, new int[0], 0);

  private enum Kind {
    REGULAR,
    RANDOM,
    GIVEN
  }

  private final Kind kind;
  private final int[] leaves;
  private final long seed;

  private Wiring(Kind kind, int[] leaves, long seed) {
    this.kind = kind;
    this.leaves = leaves;
    this.seed = seed;
  }

  /** Ports on any leaf of their pod, leaves as full as in the regular wiring. */
  public static Wiring random(long seed) {
    return new Wiring(Kind.RANDOM, new int[0], seed);
  }

  /**
   * As listed.
   *
   * @param leaves for each NIC port of the cluster, node by node, its leaf
   */
  public static Wiring given(int[] leaves) {
    return new Wiring(Kind.GIVEN, leaves.clone(), 0);
  }

  /** Whether ports of one rail share the leaf of their group. */
  public boolean regular() {
    return kind == Kind.REGULAR;
  }

  /** The same for another number of nodes; a list does not fit them. */
  public Wiring forOtherNodes() {
    return kind == Kind.GIVEN ? REGULAR : this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Wiring w
        && w.kind == kind
        && w.seed == seed
        && Arrays.equals(w.leaves, leaves);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * kind.ordinal() + Long.hashCode(seed)) + Arrays.hashCode(leaves);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case REGULAR -> "regular";
      case RANDOM -> "random " + seed;
      case GIVEN -> "given " + Arrays.toString(leaves);
    };
  }

  /**
   * The leaf of every NIC port.
   *
   * @param regular the leaf that the topology gives it
   * @param leavesPerPod below one spine layer
   */
  int[] leaves(int[] regular, int leavesPerPod) {
    return switch (kind) {
      case REGULAR -> regular;
      case GIVEN -> leaves.clone();
      case RANDOM -> shuffled(regular, leavesPerPod);
    };
  }

  /**
   * Shuffles the ports of each pod over its leaves, so that each leaf keeps its number of ports.
   */
  private int[] shuffled(int[] regular, int leavesPerPod) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] mixed = regular.clone();
    int from = 0;
    while (from < mixed.length) {
      int to = from;
      while (to < mixed.length && mixed[to] / leavesPerPod == mixed[from] / leavesPerPod) {
        to++;
      }
      for (int i = to - 1; i > from; i--) {
        int j = from + random.nextInt(i - from + 1);
        int leaf = mixed[i];
        mixed[i] = mixed[j];
        mixed[j] = leaf;
      }
      from = to;
    }
    return mixed;
  }
}
