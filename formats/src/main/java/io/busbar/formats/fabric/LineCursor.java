package io.busbar.formats.fabric;

/**
 * Takes a line apart from left to right; what is not there gives an empty text or −1, never an
 * exception. Not thread-safe.
 */
final class LineCursor {
  private static final int SHOWN = 80;

  private final String text;
  private int at;

  LineCursor(String text) {
    this.text = text;
    blanks();
  }

  private void blanks() {
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
  }

  boolean atEnd() {
    return at >= text.length();
  }

  boolean is(char c) {
    return at < text.length() && text.charAt(at) == c;
  }

  boolean startsWith(String prefix) {
    return text.startsWith(prefix, at);
  }

  boolean contains(String part) {
    return text.indexOf(part, at) >= 0;
  }

  /** Whether the next word is this one. */
  boolean word(String word) {
    int end = at + word.length();
    return text.startsWith(word, at) && end < text.length() && text.charAt(end) <= ' ';
  }

  String nextWord() {
    int from = at;
    while (at < text.length() && text.charAt(at) > ' ') {
      at++;
    }
    String word = text.substring(from, at);
    blanks();
    return word;
  }

  String lastWord() {
    String plain = text.stripTrailing();
    return plain.substring(Math.max(plain.lastIndexOf(' '), plain.lastIndexOf('\t')) + 1);
  }

  String rest() {
    return text.substring(at).strip();
  }

  /** Digits here, as a number; −1 when there are none or too many. */
  int number() {
    int from = at;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    int value = whole(text.substring(from, at));
    blanks();
    return value;
  }

  /** {@code [12]}; −1 when something else is here. */
  int bracketed() {
    if (!is('[')) {
      return -1;
    }
    at++;
    int value = number();
    skipTo(']');
    at = Math.min(text.length(), at + 1);
    blanks();
    return value;
  }

  /** What is between parentheses here; empty when something else is. */
  String parenthesised() {
    return between('(', ')');
  }

  String quoted() {
    return between('"', '"');
  }

  /** The next text in single quotes, wherever it stands. */
  String singleQuoted() {
    skipTo('\'');
    return between('\'', '\'');
  }

  private String between(char open, char close) {
    if (open == '"' && !is(open)) {
      skipTo(open);
    }
    if (!is(open)) {
      return "";
    }
    int end = text.indexOf(close, at + 1);
    int stop = end < 0 ? text.length() : end;
    String inside = text.substring(at + 1, stop);
    at = Math.min(text.length(), stop + 1);
    blanks();
    return inside;
  }

  /** To the next such letter, or the end. */
  void skipTo(char c) {
    int found = text.indexOf(c, at);
    at = found < 0 ? text.length() : found;
  }

  /** What stands between here and that part, which is passed as well. */
  String upTo(String part) {
    int found = text.indexOf(part, at);
    String before = text.substring(at, found < 0 ? text.length() : found);
    skipPast(part);
    return before;
  }

  void skipPast(String part) {
    int found = text.indexOf(part, at);
    at = found < 0 ? text.length() : found + part.length();
    blanks();
  }

  String shown() {
    String plain = text.strip();
    return plain.length() > SHOWN ? plain.substring(0, SHOWN) + "..." : plain;
  }

  /** A whole number of at most nine digits, or −1. */
  static int whole(String digits) {
    if (digits.isEmpty() || digits.length() > 9 || !digits.chars().allMatch(Character::isDigit)) {
      return -1;
    }
    return Integer.parseInt(digits);
  }

  /** A hexadecimal number of at most 16 digits, with or without {@code 0x}; 0 when it is none. */
  static long hex(String text) {
    String digits = text.startsWith("0x") ? text.substring(2) : text;
    if (digits.isEmpty() || digits.length() > 16) {
      return 0;
    }
    long value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = Character.digit(digits.charAt(i), 16);
      if (digit < 0) {
        return 0;
      }
      value = value << 4 | digit;
    }
    return value;
  }
}
