package io.busbar.collective.algorithm;

/**
 * Orders of ranks whose pairs have a link each (xGMI, Gaudi): directed Hamiltonian cycles that
 * share no link direction, so that as many channels as there are cycles use that many links of each
 * rank.
 *
 * <pre>
 *   channel 0: 0 1 6 2 7 5 4 3    channel 1: 0 2 3 4 7 1 5 6    ... 7 of them for 8 ranks
 * </pre>
 *
 * <p>A complete directed graph of n nodes falls apart into n−1 such cycles for all n but 4 and 6
 * (Tillson, A Hamiltonian decomposition of K*2m, Journal of Combinatorial Theory B 29, 1980). Here
 * for 8, found by search, and for primes; for others the steps that are coprime to n, which are
 * fewer.
 */
final class MeshOrder {
  private static final String[] OF_EIGHT = {
    "01627543", "02347156", "03217645", "04135267", "05724631", "06125374", "07365142"
  };

  private MeshOrder() {}

  /** How many cycles there are. */
  static int cycles(int size) {
    if (size == OF_EIGHT[0].length()) {
      return OF_EIGHT.length;
    }
    int count = 0;
    for (int step = 1; step < size; step++) {
      count += coprime(step, size) ? 1 : 0;
    }
    return Math.max(1, count);
  }

  /** The ranks along a cycle, from 0; cycles repeat. */
  static int[] cycle(int size, int index) {
    int[] order = new int[size];
    int wanted = index % cycles(size);
    if (size == OF_EIGHT[0].length()) {
      for (int i = 0; i < size; i++) {
        order[i] = OF_EIGHT[wanted].charAt(i) - '0';
      }
      return order;
    }
    int step = 0;
    for (int left = wanted; left >= 0; left--) {
      do {
        step++;
      } while (!coprime(step, size) && size > 1);
    }
    for (int i = 0; i < size; i++) {
      order[i] = i * step % size;
    }
    return order;
  }

  private static boolean coprime(int a, int b) {
    return b == 0 ? a == 1 : coprime(b, a % b);
  }
}
