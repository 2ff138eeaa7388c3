package io.busbar.formats.artefact;

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
  private static final long PRIME = 0x100000001b3L;

  private final long[] hashes = new long[SLOTS];
  private final long[] skipped = new long[SLOTS];
  private final int[][] nothing = new int[SLOTS][];
  private final int[][] given = new int[SLOTS][];
  private final int[] looks = new int[SLOTS];
  private final long[] hits = new long[SLOTS];
  private final int readers;

  Shapes(int readers) {
    this.readers = readers;
  }

  /** The slot of a line's shape; −1 for a line that is not informational. */
  int slot(byte[] line, int length) {
    int from = info(line, length);
    if (from < 0 || readers > Long.SIZE) {
      return -1;
    }
    long hash = hash(line, from, length);
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

  private static int info(byte[] line, int length) {
    int end = Math.min(length, LOOKED) - INFO.length;
    for (int i = 0; i <= end; i++) {
      if (line[i] == 'N' && line[i + 5] == 'I') {
        int k = 0;
        while (k < INFO.length && line[i + k] == INFO[k]) {
          k++;
        }
        if (k == INFO.length) {
          return i + k;
        }
      }
    }
    return -1;
  }

  private static long hash(byte[] line, int from, int length) {
    long hash = 0xcbf29ce484222325L;
    int i = from;
    while (i < length) {
      int b = line[i++];
      if (b >= '0' && b <= '9') {
        boolean zero = b == '0';
        boolean hex = zero && i < length && line[i] == 'x';
        i += hex ? 1 : 0;
        while (i < length && (line[i] >= '0' && line[i] <= '9' || hex && letter(line[i]))) {
          zero &= line[i++] == '0';
        }
        b = zero ? '0' : '1';
      }
      hash = (hash ^ b) * PRIME;
    }
    return hash ^ hash >>> 29;
  }

  private static boolean letter(byte b) {
    return b >= 'a' && b <= 'f';
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
