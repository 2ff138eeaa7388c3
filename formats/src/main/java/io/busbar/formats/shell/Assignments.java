package io.busbar.formats.shell;

import io.busbar.formats.shell.ShellWords.Kind;
import io.busbar.formats.shell.ShellWords.Token;

/** What a word must look like to be an assignment. Stateless. */
final class Assignments {
  private Assignments() {}

  /** Whether a word in front of a command is one: its name stands there without quotes. */
  static boolean is(Token token, Traced in) {
    return token.kind() == Kind.WORD && equalsAt(ExpandedWords.raw(token, in).text) > 0;
  }

  /** Where the {@code =} of {@code NAME=}, {@code NAME+=} or {@code NAME[key]=} stands, or -1. */
  static int equalsAt(String word) {
    int i = 0;
    while (i < word.length() && ShellWords.isName(word.charAt(i))) {
      i++;
    }
    if (i == 0 || Character.isDigit(word.charAt(0))) {
      return -1;
    }
    if (i < word.length() && word.charAt(i) == '[') {
      int close = word.indexOf(']', i);
      i = close < 0 ? word.length() : close + 1;
    }
    if (i < word.length() && word.charAt(i) == '+') {
      i++;
    }
    return i < word.length() && word.charAt(i) == '=' ? i : -1;
  }
}
