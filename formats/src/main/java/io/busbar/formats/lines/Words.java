package io.busbar.formats.lines;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes eight at a time, as a long whose lowest byte is the first. A test of all eight has the
 * highest bit of each byte for which it holds (Hacker's Delight, second edition, 6-1).
 */
public final class Words {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;
  private static final long LOW = ~HIGH;
  private static final long ZEROS = 0x3030303030303030L;

  /** 128 − 10 in each byte: added to 10 and more it sets the highest bit of seven. */
  private static final long NO_DIGIT = 0x7676767676767676L;

  /** The same for what is at least a, and what is beyond f. */
  private static final long NO_LETTER = 0x1f1f1f1f1f1f1f1fL;

  private static final long BEHIND_F = 0x1919191919191919L;

  private Words() {}

  /** Eight times a byte, as {@link #indexOf} wants it. */
  public static long each(byte b) {
    return (b & 0xff) * ONES;
  }

  /** Eight bytes from a place on. */
  public static long get(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  /** The bytes before an end, fewer than eight, and zeros behind them. */
  public static long last(byte[] bytes, int at, int end) {
    if (end >= Long.BYTES) {
      return end == at ? 0 : get(bytes, end - Long.BYTES) >>> (Long.BYTES - (end - at)) * Byte.SIZE;
    }
    long word = 0;
    for (int i = end - 1; i >= at; i--) {
      word = word << Byte.SIZE | bytes[i] & 0xff;
    }
    return word;
  }

  /** Which bytes of a word are digits. */
  public static long digits(long word) {
    long over = word ^ ZEROS;
    return ~((over & LOW) + NO_DIGIT | over) & HIGH;
  }

  /** Which bytes of a word are letters from a to f. */
  public static long hexLetters(long word) {
    long low = word & LOW;
    return low + NO_LETTER & ~(low + BEHIND_F) & ~word & HIGH;
  }

  /** Number of the first byte for which a test holds; 8 when there is none. */
  public static int first(long test) {
    return Long.numberOfTrailingZeros(test) >>> 3;
  }

  /** The first bytes of a word, fewer than eight. */
  public static long head(long word, int bytes) {
    return word & (1L << bytes * Byte.SIZE) - 1;
  }

  /** How many of the first bytes fail a test; 8 when all do. */
  public static int run(long test) {
    return first(~test & HIGH);
  }

  /**
   * Where a byte first stands.
   *
   * @param eight {@link #each} of it
   * @return the end where it does not
   */
  public static int indexOf(long eight, byte[] bytes, int from, int end) {
    int i = from;
    for (; end - i >= Long.BYTES; i += Long.BYTES) {
      long other = get(bytes, i) ^ eight;
      long test = other - ONES & ~other & HIGH;
      if (test != 0) {
        return i + first(test);
      }
    }
    while (i < end && bytes[i] != (byte) eight) {
      i++;
    }
    return i;
  }
}
