package io.busbar.design.place;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.Parallelism;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The communicators of one kind as the slots that they touch, in the order of their ranks. A slot
 * is a node's place in the job; which node takes it is what a placement decides. Communicators over
 * the same slots are one, with a weight. Immutable.
 */
final class Groups {
  /** The kinds that the step model asks for. */
  static final List<GroupKind> KINDS =
      List.of(
          GroupKind.TP,
          GroupKind.CP,
          GroupKind.EP,
          GroupKind.PP,
          GroupKind.SHARD,
          GroupKind.REPLICA,
          GroupKind.EXPERT_DP);

  /** Who sends to whom. */
  enum Pattern {
    /** Each slot to the next, the last to the first. */
    RING,
    /** Each slot to the next and back. */
    CHAIN,
    /** Each slot to every other. */
    EXCHANGE
  }

  /**
   * Communicators over the same slots.
   *
   * @param slots in the order of their ranks; of a chain each stage's
   * @param ranks of the communicator on each of them
   * @param communicators how many there are
   */
  record Group(int[] slots, int[] ranks, int communicators) {}

  private final GroupKind kind;
  private final Pattern pattern;
  private final int size;
  private final int together;
  private final int domains;
  private final List<Group> groups;
  private final int mostSlots;

  private Groups(
      GroupKind kind, Pattern pattern, int size, int together, int domains, List<Group> groups) {
    this.kind = kind;
    this.pattern = pattern;
    this.size = size;
    this.together = together;
    this.domains = domains;
    this.groups = List.copyOf(groups);
    this.mostSlots =
        groups.stream()
            .mapToInt(g -> (int) Arrays.stream(g.slots()).distinct().count())
            .max()
            .orElse(1);
  }

  /**
   * Ranks fill slots in turn.
   *
   * @param experts whether the model has experts, without which nobody copies them
   */
  static List<Groups> of(Cluster cluster, Parallelism layout, boolean experts) {
    int perNode = cluster.node().gpus();
    int[] slots = new int[Math.toIntExact(layout.gpus())];
    for (int rank = 0; rank < slots.length; rank++) {
      slots[rank] = rank / perNode;
    }
    return of(cluster, layout, experts, slots);
  }

  /**
   * Ranks anywhere.
   *
   * @param slotOfRank slot of each rank
   */
  static List<Groups> of(Cluster cluster, Parallelism layout, boolean experts, int[] slotOfRank) {
    int[] domainOfRank = domains(cluster, slotOfRank);
    Placement grid = new Placement(cluster, layout);
    List<Groups> all = new ArrayList<>();
    for (GroupKind kind : KINDS) {
      boolean idle = kind == GroupKind.EXPERT_DP && !experts;
      all.add(
          idle
              ? new Groups(kind, Pattern.RING, 1, 1, 1, List.of())
              : of(kind, layout, grid, slotOfRank, domainOfRank));
    }
    return all;
  }

  /** Ranks of a slot fill its scale-up domains in turn. */
  private static int[] domains(Cluster cluster, int[] slotOfRank) {
    int perDomain = Math.min(cluster.gpusPerDomain(), cluster.node().gpus());
    int perSlot = Math.ceilDiv(cluster.node().gpus(), perDomain);
    int[] taken = new int[slotOfRank.length];
    int[] domains = new int[slotOfRank.length];
    for (int rank = 0; rank < slotOfRank.length; rank++) {
      int slot = slotOfRank[rank];
      domains[rank] = slot * perSlot + taken[slot]++ / perDomain;
    }
    return domains;
  }

  private static Groups of(
      GroupKind kind, Parallelism layout, Placement grid, int[] slotOfRank, int[] domainOfRank) {
    Map<List<Integer>, Integer> counts = new LinkedHashMap<>();
    int size = 1;
    int together = Integer.MAX_VALUE;
    int domains = 1;
    boolean chain = kind == GroupKind.PP;
    for (int[] members : grid.sampleGroups(kind, slotOfRank.length)) {
      Map<Integer, Integer> inDomain = new HashMap<>();
      Map<Integer, Integer> inSlot = new LinkedHashMap<>();
      List<Integer> key = new ArrayList<>();
      for (int rank : members) {
        inDomain.merge(domainOfRank[rank], 1, Integer::sum);
        inSlot.merge(slotOfRank[rank], 1, Integer::sum);
        if (chain) {
          key.add(slotOfRank[rank]);
        }
      }
      size = members.length;
      domains = Math.max(domains, inDomain.size());
      together = Math.min(together, inDomain.values().stream().mapToInt(n -> n).min().orElse(1));
      if (!chain) {
        inSlot.forEach((slot, n) -> {
          key.add(slot);
          key.add(n);
        });
      }
      counts.merge(key, 1, Integer::sum);
    }
    List<Group> groups = new ArrayList<>();
    counts.forEach((key, n) -> groups.add(chain ? chain(key, n) : group(key, n)));
    Pattern pattern = pattern(kind, layout);
    return new Groups(kind, pattern, size, Math.min(together, size), domains, groups);
  }

  private static Group chain(List<Integer> key, int count) {
    int[] slots = key.stream().mapToInt(s -> s).toArray();
    int[] ranks = new int[slots.length];
    Arrays.fill(ranks, 1);
    return new Group(slots, ranks, count);
  }

  private static Group group(List<Integer> key, int count) {
    int[] slots = new int[key.size() / 2];
    int[] ranks = new int[slots.length];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = key.get(2 * i);
      ranks[i] = key.get(2 * i + 1);
    }
    return new Group(slots, ranks, count);
  }

  private static Pattern pattern(GroupKind kind, Parallelism layout) {
    boolean toAll = layout.contextKind() == ContextParallel.ALL_TO_ALL;
    return switch (kind) {
      case PP -> Pattern.CHAIN;
      case EP -> Pattern.EXCHANGE;
      case CP -> toAll ? Pattern.EXCHANGE : Pattern.RING;
      default -> Pattern.RING;
    };
  }

  GroupKind kind() {
    return kind;
  }

  Pattern pattern() {
    return pattern;
  }

  /** Ranks of a communicator; of the pipeline all stages. */
  int size() {
    return size;
  }

  /** Fewest ranks of a communicator in a scale-up domain that it touches. */
  int together() {
    return together;
  }

  /** Most scale-up domains that a communicator touches. */
  int domains() {
    return domains;
  }

  List<Group> groups() {
    return groups;
  }

  /** Whether some communicator needs the network. */
  boolean leavesDomain() {
    return domains > 1;
  }

  /** Most slots that a communicator touches. */
  int mostSlots() {
    return mostSlots;
  }
}
