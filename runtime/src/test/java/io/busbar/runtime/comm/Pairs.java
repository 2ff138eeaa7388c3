package io.busbar.runtime.comm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows of values, one per factor, such that every two values of two factors meet in some row,
 * unless they never can. Greedy: each row starts from a pair that is still open and takes the
 * values that close the most others. The same question gives the same rows.
 */
final class Pairs {
  private static final int OPEN = -1;

  /** What can be. */
  @FunctionalInterface
  interface Rule {
    /** Whether values do not exclude each other; those that are −1 are still open. */
    boolean allows(int[] row);
  }

  private final int[] levels;
  private final int[] first;
  private final Rule rule;
  private final BitSet[] missing;
  private final List<int[]> rows = new ArrayList<>();

  private Pairs(int[] levels, Rule rule) {
    this.levels = levels.clone();
    this.rule = rule;
    first = new int[levels.length + 1];
    for (int factor = 0; factor < levels.length; factor++) {
      first[factor + 1] = first[factor] + levels[factor];
    }
    missing = new BitSet[first[levels.length]];
    for (int factor = 0; factor < levels.length; factor++) {
      for (int value = 0; value < levels[factor]; value++) {
        BitSet others = new BitSet();
        others.set(first[factor + 1], missing.length);
        missing[first[factor] + value] = others;
      }
    }
  }

  /**
   * @param levels number of values of each factor
   */
  static List<int[]> cover(int[] levels, Rule rule) {
    Pairs pairs = new Pairs(levels, rule);
    for (int factor = 0; factor < levels.length; factor++) {
      for (int value = 0; value < levels[factor]; value++) {
        pairs.close(factor, value);
      }
    }
    return pairs.rows;
  }

  private void close(int factor, int value) {
    BitSet open = missing[first[factor] + value];
    for (int id = open.nextSetBit(0); id >= 0; id = open.nextSetBit(id)) {
      open.clear(id);
      int[] row = new int[levels.length];
      Arrays.fill(row, OPEN);
      row[factor] = value;
      int other = factorOf(id);
      row[other] = id - first[other];
      if (rule.allows(row) && complete(row)) {
        rows.add(row);
        for (int i = 0; i < row.length; i++) {
          for (int j = i + 1; j < row.length; j++) {
            missing[first[i] + row[i]].clear(first[j] + row[j]);
          }
        }
      }
    }
  }

  private int factorOf(int id) {
    int factor = 0;
    while (first[factor + 1] <= id) {
      factor++;
    }
    return factor;
  }

  private boolean complete(int[] row) {
    int factor = 0;
    while (factor < row.length && row[factor] != OPEN) {
      factor++;
    }
    if (factor == row.length) {
      return true;
    }
    int next = factor;
    List<Integer> values =
        IntStream.range(0, levels[next])
            .map(value -> (value + rows.size()) % levels[next])
            .boxed()
            .sorted(Comparator.comparingInt(value -> -gain(row, next, value)))
            .toList();
    for (int value : values) {
      row[next] = value;
      if (rule.allows(row) && complete(row)) {
        return true;
      }
    }
    row[next] = OPEN;
    return false;
  }

  /** Open pairs of a value with those that the row has. */
  private int gain(int[] row, int factor, int value) {
    int gain = 0;
    for (int other = 0; other < row.length; other++) {
      if (row[other] != OPEN && other != factor) {
        int a = first[Math.min(factor, other)] + (factor < other ? value : row[other]);
        int b = first[Math.max(factor, other)] + (factor < other ? row[other] : value);
        gain += missing[a].get(b) ? 1 : 0;
      }
    }
    return gain;
  }
}
