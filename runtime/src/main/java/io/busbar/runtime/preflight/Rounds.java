package io.busbar.runtime.preflight;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Who measures with whom, and when. All pairs of p in rounds in which nobody has two partners: the
 * round-robin 1-factorisation (Kirkman 1847) has p - 1 rounds for an even p, and p rounds in which
 * one pauses for an odd p.
 */
final class Rounds {
  private Rounds() {}

  /** Two that measure with each other. */
  record Pair(int first, int second) {
    Pair {
      if (first >= second) {
        throw new IllegalArgumentException(first + " before " + second);
      }
    }

    static Pair of(int a, int b) {
      return new Pair(Math.min(a, b), Math.max(a, b));
    }
  }

  /** All pairs of 0 to p - 1, each in one round. */
  static List<List<Pair>> all(int p) {
    int even = p + p % 2;
    List<List<Pair>> rounds = new ArrayList<>();
    for (int round = 0; round < even - 1; round++) {
      List<Pair> pairs = new ArrayList<>();
      // The last one stays; the others stand in a circle that turns, and opposites meet.
      meet(pairs, round, even - 1, p);
      for (int i = 1; i < even / 2; i++) {
        meet(pairs, (round + i) % (even - 1), (round - i + even - 1) % (even - 1), p);
      }
      rounds.add(pairs);
    }
    return rounds;
  }

  private static void meet(List<Pair> pairs, int a, int b, int p) {
    if (a < p && b < p) {
      pairs.add(Pair.of(a, b));
    }
  }

  /** Some of the pairs, in rounds as {@link #all} has them; empty ones are left out. */
  static List<List<Pair>> only(Set<Pair> wanted, int p) {
    List<List<Pair>> rounds = new ArrayList<>();
    for (List<Pair> round : all(p)) {
      List<Pair> left = round.stream().filter(wanted::contains).toList();
      if (!left.isEmpty()) {
        rounds.add(left);
      }
    }
    return rounds;
  }

  /**
   * Splits of 0 to p - 1 into halves with a partner for each in the other half, chosen by the seed;
   * with an odd p one is left out. First of a list: first of a half; second: its partner.
   */
  static List<List<int[]>> halves(int p, int splits, long seed) {
    Random random = new Random(seed);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < p; i++) {
      order.add(i);
    }
    List<List<int[]>> all = new ArrayList<>();
    for (int split = 0; split < splits; split++) {
      Collections.shuffle(order, random);
      List<int[]> partners = new ArrayList<>();
      for (int i = 0; i < p / 2; i++) {
        partners.add(new int[] {order.get(i), order.get(p / 2 + i)});
      }
      all.add(partners);
    }
    return all;
  }
}
