package io.busbar.nccl.variable;

/**
 * A text read as NCCL reads numbers: C's {@code strtoll} with base 0. Leading blanks are skipped, a
 * leading {@code 0x} means hexadecimal, a leading {@code 0} octal, and whatever follows the digits
 * is ignored, so that {@code true} is 0 and {@code 4MB} is 4.
 *
 * @param value what NCCL takes it for; clamped to 64 bits
 * @param used characters that were read; 0 when the text starts with no number
 * @param octal whether a leading zero made it octal and that matters
 * @param clamped whether the number does not fit into 64 bits; NCCL then keeps its default
 */
public record CInteger(long value, int used, boolean octal, boolean clamped) {
  /** What C's {@code isspace} is true of. */
  private static final String BLANKS = " \t\n\u000b\f\r";

  public static CInteger read(String text) {
    int i = 0;
    while (i < text.length() && BLANKS.indexOf(text.charAt(i)) >= 0) {
      i++;
    }
    boolean minus = i < text.length() && text.charAt(i) == '-';
    if (minus || (i < text.length() && text.charAt(i) == '+')) {
      i++;
    }
    int base = 10;
    boolean zero = i < text.length() && text.charAt(i) == '0';
    if (zero && i + 2 < text.length() && isHexMark(text, i)) {
      base = 16;
      i += 2;
    } else if (zero) {
      base = 8;
    }
    int start = i;
    long value = 0;
    boolean clamped = false;
    while (i < text.length() && digit(text.charAt(i)) < base) {
      int digit = digit(text.charAt(i));
      clamped |= value > (Long.MAX_VALUE - digit) / base;
      value = clamped ? Long.MAX_VALUE : value * base + digit;
      i++;
    }
    if (i == start) {
      return new CInteger(0, 0, false, false);
    }
    boolean octal = base == 8 && i - start > 1 && value != 0;
    return new CInteger(minus ? -value : value, i, octal, clamped);
  }

  private static boolean isHexMark(String text, int at) {
    char x = text.charAt(at + 1);
    return (x == 'x' || x == 'X') && digit(text.charAt(at + 2)) < 16;
  }

  private static int digit(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    } else if (c >= 'a' && c <= 'f') {
      return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : Integer.MAX_VALUE;
  }

  /** Whether the whole text was the number. */
  public boolean whole(String text) {
    return used > 0 && used == text.length();
  }
}
