package io.busbar.formats.shell;

/** Patterns of the shell with {@code *}, {@code ?} and {@code [...]}. Stateless. */
final class ShellGlob {
  private ShellGlob() {}

  static boolean isPattern(String text) {
    return text.indexOf('*') >= 0 || text.indexOf('?') >= 0 || text.indexOf('[') >= 0;
  }

  /** Whether the whole text fits; time grows with the product of both lengths at most. */
  static boolean matches(String pattern, String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int mark = 0;
    while (t < text.length()) {
      int next =
          p < pattern.length() && pattern.charAt(p) != '*' ? one(pattern, p, text.charAt(t)) : -1;
      if (next > 0) {
        p = next;
        t++;
      } else if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        mark = t;
      } else if (star >= 0) {
        p = star + 1;
        t = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /** Where the pattern goes on behind a part that fits one character, or -1. */
  private static int one(String pattern, int p, char c) {
    char sign = pattern.charAt(p);
    if (sign == '?') {
      return p + 1;
    }
    int close = sign == '[' ? pattern.indexOf(']', p + 2) : -1;
    if (close < 0) {
      return sign == c ? p + 1 : -1;
    }
    boolean not = pattern.charAt(p + 1) == '!' || pattern.charAt(p + 1) == '^';
    boolean in = false;
    for (int i = p + (not ? 2 : 1); i < close; i++) {
      if (i + 2 < close && pattern.charAt(i + 1) == '-') {
        in |= pattern.charAt(i) <= c && c <= pattern.charAt(i + 2);
        i += 2;
      } else {
        in |= pattern.charAt(i) == c;
      }
    }
    return in != not ? close + 1 : -1;
  }
}
