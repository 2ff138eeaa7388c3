package io.busbar.formats.artefact;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds many keywords in one pass over a line (Aho and Corasick 1975), one table look-up per byte.
 * Every keyword belongs to a number; the answer is the set of numbers. Immutable.
 */
public final class KeywordMachine {
  private final int[] classOf = new int[256];
  private final int classes;
  private final int words;

  /** Row and class to row; complemented where a keyword ends. A row is its state times classes. */
  private final int[] next;

  private final long[][] found;

  /**
   * @param keywords per number its keywords, ASCII
   */
  public KeywordMachine(List<List<String>> keywords) {
    words = (keywords.size() + 63) / 64;
    int count = 1;
    for (List<String> list : keywords) {
      for (String keyword : list) {
        for (int i = 0; i < keyword.length(); i++) {
          int b = keyword.charAt(i) & 0xff;
          if (classOf[b] == 0) {
            classOf[b] = count++;
          }
        }
      }
    }
    classes = count;
    List<int[]> states = new ArrayList<>();
    List<long[]> outputs = new ArrayList<>();
    states.add(fresh());
    outputs.add(null);
    for (int number = 0; number < keywords.size(); number++) {
      for (String keyword : keywords.get(number)) {
        insert(keyword, number, states, outputs);
      }
    }
    close(states, outputs);
    next = new int[states.size() * classes];
    for (int s = 0; s < states.size(); s++) {
      for (int c = 0; c < classes; c++) {
        int to = states.get(s)[c];
        next[s * classes + c] = outputs.get(to) == null ? to * classes : ~(to * classes);
      }
    }
    found = outputs.toArray(long[][]::new);
  }

  private int[] fresh() {
    int[] state = new int[classes];
    Arrays.fill(state, -1);
    return state;
  }

  private void insert(String keyword, int number, List<int[]> states, List<long[]> outputs) {
    int state = 0;
    for (int i = 0; i < keyword.length(); i++) {
      int c = classOf[keyword.charAt(i) & 0xff];
      if (states.get(state)[c] < 0) {
        states.get(state)[c] = states.size();
        states.add(fresh());
        outputs.add(null);
      }
      state = states.get(state)[c];
    }
    long[] set = outputs.get(state) == null ? new long[words] : outputs.get(state);
    set[number >> 6] |= 1L << number;
    outputs.set(state, set);
  }

  /** Fills the fall-back transitions, breadth first. */
  private void close(List<int[]> states, List<long[]> outputs) {
    int[] fall = new int[states.size()];
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    for (int c = 0; c < classes; c++) {
      int to = states.getFirst()[c];
      if (to < 0) {
        states.getFirst()[c] = 0;
      } else {
        queue.add(to);
      }
    }
    while (!queue.isEmpty()) {
      int state = queue.remove();
      long[] inherited = outputs.get(fall[state]);
      if (inherited != null) {
        long[] own = outputs.get(state);
        long[] both = own == null ? inherited.clone() : own;
        for (int w = 0; own != null && w < words; w++) {
          both[w] |= inherited[w];
        }
        outputs.set(state, both);
      }
      for (int c = 0; c < classes; c++) {
        int to = states.get(state)[c];
        int other = states.get(fall[state])[c];
        if (to < 0) {
          states.get(state)[c] = other;
        } else {
          fall[to] = other;
          queue.add(to);
        }
      }
    }
  }

  /** A set that {@link #scan} can fill. */
  public long[] emptySet() {
    return new long[words];
  }

  /**
   * Adds the numbers whose keyword stands in the first {@code length} bytes.
   *
   * @return whether there was any
   */
  public boolean scan(byte[] line, int length, long[] into) {
    int state = 0;
    boolean any = false;
    for (int i = 0; i < length; i++) {
      state = next[state + classOf[line[i] & 0xff]];
      if (state < 0) {
        state = ~state;
        long[] here = found[state / classes];
        any = true;
        for (int w = 0; w < words; w++) {
          into[w] |= here[w];
        }
      }
    }
    return any;
  }
}
