package io.busbar.design.place;

import io.busbar.formats.hosts.NameOrder;
import io.busbar.model.training.Parallelism;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Finds a placement: the scheduler's order, tiles, exchanges of single slots, and for small jobs
 * branch and bound. The scheduler's order is among the candidates, so the result is never worse.
 * Deterministic; one use.
 */
final class Search {
  private static final int MOST_SLOTS_EXACT = 12;
  private static final int MOST_BRANCHES = 60_000;
  private static final int MOST_EXCHANGES = 4000;
  private static final long EXCHANGE_WORK = 1_500_000;
  private static final double BETTER = 1 - 1e-9;

  /**
   * What was found.
   *
   * @param order node of each slot
   * @param seconds predicted step
   * @param boundSeconds that no placement beats
   * @param proved whether this is the best there is
   * @param candidates placements looked at
   */
  record Found(int[] order, double seconds, double boundSeconds, boolean proved, int candidates) {}

  private final Objective objective;
  private final FreeNodes free;
  private final Parallelism layout;
  private int[] best;
  private double bestSeconds;
  private int candidates;

  Search(Objective objective, FreeNodes free, Parallelism layout) {
    this.objective = objective;
    this.free = free;
    this.layout = layout;
    best = naive(objective, free);
    bestSeconds = objective.seconds(best);
  }

  /** The first nodes of the scheduler's order. */
  static int[] naive(Objective objective, FreeNodes free) {
    return Arrays.copyOf(free.order(), objective.slots());
  }

  Found run() {
    double bound = Relaxation.of(objective, free);
    if (open(bound)) {
      int[] sizes = Axes.inNodes(layout, objective.cluster().node().gpus());
      new Tiles(sizes, free).forEach(this::offer);
      FreeNodes sound = free.atLeast(1);
      if (sound.count() < free.count() && sound.count() >= objective.slots()) {
        new Tiles(sizes, sound).forEach(this::offer);
      }
    }
    boolean proved = !open(bound);
    if (!proved && objective.slots() <= MOST_SLOTS_EXACT) {
      Exact exact = new Exact(objective, free, best, MOST_BRANCHES);
      proved = exact.run();
      offer(exact.best());
      bound = proved ? bestSeconds : bound;
    }
    if (!proved) {
      exchange(bound);
      proved = !open(bound);
    }
    int[] order = sorted(best);
    return new Found(order, bestSeconds, Math.min(bound, bestSeconds), proved, candidates);
  }

  /** Nodes that are alike by name, which costs nothing and is shorter to write. */
  private int[] sorted(int[] order) {
    Site site = objective.site();
    Comparator<Integer> byName = Comparator.comparing(site.nodes()::get, NameOrder.NAMES);
    Map<List<Number>, PriorityQueue<Integer>> alike = new HashMap<>();
    for (int node : order) {
      alike.computeIfAbsent(like(node), l -> new PriorityQueue<>(byName)).add(node);
    }
    return Arrays.stream(order)
        .map(n -> alike.computeIfAbsent(like(n), l -> new PriorityQueue<>()).remove())
        .toArray();
  }

  private List<Number> like(int node) {
    return List.of(objective.site().leafOf(node), objective.site().nodeShare(node));
  }

  private boolean open(double bound) {
    return bestSeconds * BETTER > bound;
  }

  private void offer(int[] order) {
    candidates++;
    double seconds = objective.seconds(order);
    if (seconds < bestSeconds * BETTER) {
      bestSeconds = seconds;
      best = order.clone();
    }
  }

  /** Exchanges two slots, or a slot's node for a free one, as long as it helps. */
  private void exchange(double bound) {
    SplittableRandom random = new SplittableRandom(1);
    int[] pool = pool();
    int tries = (int) Math.min(MOST_EXCHANGES, EXCHANGE_WORK / objective.slots());
    for (int t = 0; t < tries && open(bound); t++) {
      int[] order = best.clone();
      int slot = random.nextInt(order.length);
      int other = random.nextInt(order.length + pool.length);
      int node = order[slot];
      if (other < order.length) {
        order[slot] = order[other];
        order[other] = node;
      } else {
        order[slot] = pool[other - order.length];
      }
      if (objective.site().leafOf(order[slot]) != objective.site().leafOf(node)) {
        double before = bestSeconds;
        offer(order);
        if (bestSeconds < before && other >= order.length) {
          pool[other - order.length] = node;
        }
      }
    }
  }

  /** Free nodes that the best placement leaves out. */
  private int[] pool() {
    int[] used = best.clone();
    Arrays.sort(used);
    return Arrays.stream(free.order()).filter(n -> Arrays.binarySearch(used, n) < 0).toArray();
  }
}
