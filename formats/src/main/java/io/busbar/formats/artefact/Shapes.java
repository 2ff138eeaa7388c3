package io.busbar.formats.artefact;

import io.busbar.formats.lines.Words;
import java.util.Arrays;

/**
 * Remembers for shapes of NCCL's informational lines which readers got nothing out of them, so that
 * lines by the million are not looked at closely again. The shape of a line is its text with
 * numbers collapsed, zero and other numbers told apart. A fixed number of shapes; newer ones
 * replace older.
 */
final class Shapes {
  /** So many lines of a shape must have given nothing. */
  private static final int SURE = 32;

  private static final int SLOTS = 1 << 12;
  private static final byte[] INFO = {'N', 'C', 'C', 'L', ' ', 'I', 'N', 'F', 'O', ' '};
  private static final int LOOKED = 300;
  private static final long N = Words.each((byte) 'N');
  private static final long ZEROS = Words.each((byte) '0');

  /** Odd and of many bits: 2^64 over the golden ratio. */
  private static final long PRIME = 0x9e3779b97f4a7c15L;

  private final long[] hashes = new long[SLOTS];
  private final long[] skipped = new long[SLOTS];
  private final int[][] nothing = new int[SLOTS][];
  private final int[][] given = new int[SLOTS][];
  private final int[] looks = new int[SLOTS];
  private final long[] hits = new long[SLOTS];
  private final int readers;

  /** The last informational line up to its text. */
  private final byte[] head = new byte[LOOKED];

  private int headLength;

  Shapes(int readers) {
    this.readers = readers;
  }

  /**
   * The slot of a line's shape; −1 for a line that is not informational.
   *
   * @param from where the line begins
   */
  int slot(byte[] bytes, int from, int length) {
    int text = text(bytes, from, length);
    if (text < 0 || readers > Long.SIZE) {
      return -1;
    }
    long hash = hash(bytes, text, from + length);
    int slot = (int) (hash >>> 20) & SLOTS - 1;
    if (hashes[slot] != hash) {
      hashes[slot] = hash;
      skipped[slot] = 0;
      looks[slot] = 0;
      hits[slot] = 0;
      nothing[slot] = new int[readers];
      given[slot] = new int[readers];
    }
    return slot;
  }

  /** Where the text of an informational line begins: lines of one rank begin alike. */
  private int text(byte[] bytes, int from, int length) {
    if (headLength > 0
        && length >= headLength
        && Arrays.equals(bytes, from, from + headLength, head, 0, headLength)) {
      return from + headLength;
    }
    int text = info(bytes, from, from + Math.min(length, LOOKED));
    if (text >= 0) {
      headLength = text - from;
      System.arraycopy(bytes, from, head, 0, headLength);
    }
    return text;
  }

  private static int info(byte[] bytes, int from, int end) {
    int last = end - INFO.length;
    for (int i = from; i <= last; i++) {
      i = Words.indexOf(N, bytes, i, last + 1);
      if (i <= last && bytes[i + 5] == 'I' && starts(bytes, i)) {
        return i + INFO.length;
      }
    }
    return -1;
  }

  private static boolean starts(byte[] bytes, int at) {
    return Arrays.equals(bytes, at, at + INFO.length, INFO, 0, INFO.length);
  }

  /** Text between numbers counts eight bytes at a time, wherever it stands. */
  private static long hash(byte[] bytes, int from, int end) {
    long hash = 0xcbf29ce484222325L;
    int i = from;
    while (i < end) {
      boolean whole = end - i >= Long.BYTES;
      long word = whole ? Words.get(bytes, i) : Words.last(bytes, i, end);
      long digits = Words.digits(word);
      if (digits == 0) {
        hash = mix(hash, word);
        i += Long.BYTES;
        continue;
      }
      int before = Words.first(digits);
      if (before > 0) {
        hash = mix(hash, Words.head(word, before));
        i += before;
      }
      int run = Words.run(digits >>> before * Byte.SIZE);
      long number = word >>> before * Byte.SIZE;
      boolean inside = before + run < Long.BYTES;
      boolean hex = inside && run == 1 && (number & 0xffff) == ('x' << Byte.SIZE | '0');
      if (inside && !hex) {
        boolean zero = Words.head(number, run) == Words.head(ZEROS, run);
        hash = mix(hash, zero ? '0' : '1');
        i += run;
      } else {
        int past = behindNumber(bytes, i, end);
        hash = mix(hash, past < 0 ? '0' : '1');
        i = past < 0 ? ~past : past;
      }
    }
    return hash ^ hash >>> 29;
  }

  private static long mix(long hash, long word) {
    long mixed = (hash ^ word) * PRIME;
    return mixed ^ mixed >>> 32;
  }

  /** The end of a number, decimal or with 0x before it; complemented where the number is zero. */
  private static int behindNumber(byte[] bytes, int from, int end) {
    boolean hex = bytes[from] == '0' && from + 1 < end && bytes[from + 1] == 'x';
    int i = hex ? from + 2 : from;
    long ones = 0;
    int run;
    do {
      long word = end - i >= Long.BYTES ? Words.get(bytes, i) : Words.last(bytes, i, end);
      run = Words.run(Words.digits(word) | (hex ? Words.hexLetters(word) : 0));
      ones |= run == 0 ? 0 : (word ^ ZEROS) << (Long.BYTES - run) * Byte.SIZE;
      i += run;
    } while (run == Long.BYTES);
    return ones == 0 ? ~i : i;
  }

  /** Whether no reader needs to see lines of this shape, so that nothing need be looked for. */
  boolean quiet(int slot) {
    return looks[slot] >= SURE && (hits[slot] & ~skipped[slot]) == 0;
  }

  /** Tells which readers' keywords stand in a line. */
  void looked(int slot, long wanted) {
    looks[slot] = Math.min(SURE, looks[slot] + 1);
    hits[slot] |= wanted;
  }

  /** Readers that need not see lines of this shape, as a set of bits. */
  long skipped(int slot) {
    return skipped[slot];
  }

  /**
   * Tells what a reader made of a line.
   *
   * @param enough lines of a shape after which the reader has seen what there is to see
   */
  void told(int slot, int reader, boolean any, int enough) {
    int count = any ? ++given[slot][reader] : ++nothing[slot][reader];
    boolean done = any ? count >= enough : count >= SURE && given[slot][reader] == 0;
    if (done) {
      skipped[slot] |= 1L << reader;
    }
  }
}
