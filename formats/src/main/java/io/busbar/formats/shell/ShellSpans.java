package io.busbar.formats.shell;

/** Where bracketed parts of shell text end. Stateless; an unclosed part ends with the text. */
final class ShellSpans {
  private ShellSpans() {}

  /** Behind the brace that closes the one at {@code open}. */
  static int braces(String text, int open, int end) {
    return closing(text, open, end, '{', '}');
  }

  /** Behind the parenthesis that closes the one at {@code open}. */
  static int parentheses(String text, int open, int end) {
    return closing(text, open, end, '(', ')');
  }

  /** Behind the backquote that closes one before {@code from}. */
  static int backquotes(String text, int from, int end) {
    for (int i = from; i < end; i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == '`') {
        return i + 1;
      }
    }
    return end;
  }

  private static int closing(String text, int open, int end, char opens, char closes) {
    int depth = 0;
    for (int i = open; i < end; i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '\'' && opens == '(') {
        int close = text.indexOf('\'', i + 1);
        i = close < 0 || close >= end ? i : close;
      } else if (c == opens) {
        depth++;
      } else if (c == closes && --depth == 0) {
        return i + 1;
      }
    }
    return end;
  }
}
