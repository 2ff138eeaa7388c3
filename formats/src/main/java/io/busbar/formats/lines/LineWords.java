package io.busbar.formats.lines;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The words of a line, which blanks and tabs part, without making strings. Belongs to one {@link
 * ByteLines}; valid until its next line.
 */
public final class LineWords {
  /** Given for what is no whole number of 18 digits at most. */
  public static final long NO_NUMBER = Long.MIN_VALUE;

  private static final int MAX_DIGITS = 18;

  private final ByteLines lines;
  private final int[] from;
  private final int[] to;
  private int count;

  /**
   * @param mostWords further words of a line are not looked at
   */
  public LineWords(ByteLines lines, int mostWords) {
    this.lines = lines;
    from = new int[mostWords];
    to = new int[mostWords];
  }

  /**
   * Splits the line that the reader is at.
   *
   * @return how many words there are, at most as many as are looked at
   */
  public int split() {
    count = 0;
    byte[] line = lines.bytes();
    int at = 0;
    while (count < from.length) {
      while (at < lines.length() && blank(line[at])) {
        at++;
      }
      if (at == lines.length()) {
        return count;
      }
      from[count] = at;
      while (at < lines.length() && !blank(line[at])) {
        at++;
      }
      to[count++] = at;
    }
    return count;
  }

  private static boolean blank(byte b) {
    return b == ' ' || b == '\t';
  }

  public int count() {
    return count;
  }

  public boolean is(int word, String ascii) {
    return word < count
        && to[word] - from[word] == ascii.length()
        && Arrays.equals(
            lines.bytes(),
            from[word],
            to[word],
            ascii.getBytes(StandardCharsets.US_ASCII),
            0,
            ascii.length());
  }

  /** Whether the word starts with this letter. */
  public boolean startsWith(int word, char ascii) {
    return word < count && lines.bytes()[from[word]] == ascii;
  }

  /** The word as text; empty when there is none. */
  public String text(int word) {
    return word < count ? lines.text(from[word], to[word]) : "";
  }

  /** Where the word starts, from 1; behind the last word when there is none. */
  public int column(int word) {
    return word < count ? from[word] + 1 : count == 0 ? 1 : to[count - 1] + 1;
  }

  /** The word as a whole number, or {@link #NO_NUMBER}. */
  public long number(int word) {
    return word < count ? number(from[word], to[word]) : NO_NUMBER;
  }

  /** The word as a whole number with some letters behind it, such as {@code 4096b}. */
  public long number(int word, String unit) {
    int end = word < count ? to[word] - unit.length() : 0;
    if (word >= count || end <= from[word]) {
      return NO_NUMBER;
    }
    for (int i = 0; i < unit.length(); i++) {
      if (lines.bytes()[end + i] != unit.charAt(i)) {
        return NO_NUMBER;
      }
    }
    return number(from[word], end);
  }

  /** A part of a word as a whole number: from some byte of it to the end. */
  public long number(int word, int offset, int length) {
    return number(from[word] + offset, from[word] + offset + length);
  }

  private long number(int begin, int end) {
    byte[] line = lines.bytes();
    int at = begin < end && line[begin] == '-' ? begin + 1 : begin;
    if (at >= end || end - at > MAX_DIGITS) {
      return NO_NUMBER;
    }
    long value = 0;
    for (int i = at; i < end; i++) {
      if (line[i] < '0' || line[i] > '9') {
        return NO_NUMBER;
      }
      value = value * 10 + line[i] - '0';
    }
    return at > begin ? -value : value;
  }

  /** Where two letters stand in a word, counted from its start; −1 when they do not. */
  public int find(int word, char first, char second) {
    byte[] line = lines.bytes();
    for (int i = from[word]; i + 1 < to[word]; i++) {
      if (line[i] == first && line[i + 1] == second) {
        return i - from[word];
      }
    }
    return -1;
  }

  public int length(int word) {
    return to[word] - from[word];
  }
}
