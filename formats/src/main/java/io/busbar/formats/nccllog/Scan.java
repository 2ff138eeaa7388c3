package io.busbar.formats.nccllog;

import java.nio.charset.StandardCharsets;

/**
 * A cursor over a part of a line. What does not match makes {@link #failed} true and leaves the
 * cursor where it is, so that a parser can read on and ask once. Not thread-safe.
 */
final class Scan {
  private static final int MAX_WORD = 256;

  private final byte[] bytes;
  private final int end;
  private int at;
  private boolean failed;

  Scan(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** Skips blanks. */
  Scan blanks() {
    while (at < end && (bytes[at] == ' ' || bytes[at] == '\t')) {
      at++;
    }
    return this;
  }

  /** Skips a text that must stand here. */
  Scan skip(String text) {
    if (!take(text)) {
      failed = true;
    }
    return this;
  }

  /** Skips a text if it stands here. */
  boolean take(String text) {
    int length = text.length();
    if (at + length > end) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[at + i] != text.charAt(i)) {
        return false;
      }
    }
    at += length;
    return true;
  }

  /** Goes behind the next occurrence of a text. */
  Scan behind(String text) {
    int start = at;
    while (at < end) {
      if (take(text)) {
        return this;
      }
      at++;
    }
    at = start;
    failed = true;
    return this;
  }

  /** A whole number, with sign. */
  long whole() {
    blanks();
    int start = at;
    boolean negative = take("-");
    long value = 0;
    int digits = 0;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9' && digits < 18) {
      value = value * 10 + (bytes[at] - '0');
      at++;
      digits++;
    }
    if (digits == 0 || (at < end && bytes[at] >= '0' && bytes[at] <= '9')) {
      at = start;
      failed = true;
      return 0;
    }
    return negative ? -value : value;
  }

  /** A whole number that fits an int; out of its range it fails. */
  int count() {
    long value = whole();
    if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
      failed = true;
      return 0;
    }
    return (int) value;
  }

  /** A decimal number without exponent. */
  double decimal() {
    blanks();
    int start = at;
    while (at < end && at - start < 32 && isDecimal(bytes[at])) {
      at++;
    }
    try {
      return Double.parseDouble(new String(bytes, start, at - start, StandardCharsets.US_ASCII));
    } catch (NumberFormatException e) {
      at = start;
      failed = true;
      return 0;
    }
  }

  private static boolean isDecimal(byte b) {
    return (b >= '0' && b <= '9') || b == '.' || b == '-';
  }

  /** Letters and digits, at least one. */
  String word() {
    blanks();
    int start = at;
    while (at < end && at - start < MAX_WORD && isLetterOrDigit(bytes[at])) {
      at++;
    }
    if (at == start) {
      failed = true;
    }
    return text(start, at);
  }

  private static boolean isLetterOrDigit(byte b) {
    return (b >= '0' && b <= '9') || (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z') || b == '_';
  }

  /** What stands up to the next blank or the end. */
  String token() {
    blanks();
    int start = at;
    while (at < end && at - start < MAX_WORD && bytes[at] != ' ') {
      at++;
    }
    if (at == start) {
      failed = true;
    }
    return text(start, at);
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  boolean atEnd() {
    return at >= end;
  }

  /** Whether anything did not match so far. */
  boolean failed() {
    return failed;
  }
}
