package io.busbar.formats.env;

import io.busbar.formats.env.Assignment.Manner;
import io.busbar.formats.shell.ShellWords;
import io.busbar.formats.shell.ShellWords.Kind;
import io.busbar.formats.shell.ShellWords.Token;
import org.jspecify.annotations.Nullable;

/** Makes assignments of shell words. */
final class Words {
  private Words() {}

  /** Whether a word is {@code NAME=...} as a shell reads it. */
  static boolean isAssignment(Token token) {
    return token.kind() == Kind.WORD && nameLength(token.value()) > 0;
  }

  /** Length of the name in {@code NAME=...}; 0 when the word is none. */
  static int nameLength(String word) {
    int i = 0;
    while (i < word.length() && ShellWords.isName(word.charAt(i))) {
      i++;
    }
    boolean named = i > 0 && !Character.isDigit(word.charAt(0));
    return named && i < word.length() && word.charAt(i) == '=' ? i : 0;
  }

  /** The assignment of a {@code NAME=VALUE} word. */
  static Assignment assignment(
      Collector out, Token token, Manner manner, boolean alone, boolean conditional, String scope) {
    String word = token.value();
    int length = nameLength(word);
    String name = word.substring(0, length);
    String value = word.substring(length + 1);
    int start = token.start();
    boolean direct = out.text.startsWith(name + "=", start);
    Span nameAt = direct ? new Span(start, start + length) : null;
    Span valueAt = direct ? value(out, token, start + length + 1, value) : quoted(out, token, word);
    if (!direct && valueAt != null) {
      nameAt = new Span(valueAt.start() - length - 1, valueAt.start() - 1);
    }
    return new Assignment(
        name,
        value,
        token.known(),
        manner,
        out.lines.at(start),
        new Span(token.start(), token.end()),
        nameAt,
        valueAt,
        alone,
        conditional,
        scope,
        "",
        "");
  }

  /** Where a value that was written plainly stands, inside its quotes. */
  private static @Nullable Span value(Collector out, Token token, int from, String value) {
    if (!token.plain() || !token.known()) {
      return null;
    }
    int start = from;
    if (start < token.end() && (out.text.charAt(start) == '"' || out.text.charAt(start) == '\'')) {
      start++;
    }
    return out.text.startsWith(value, start) && start + value.length() <= token.end()
        ? new Span(start, start + value.length())
        : null;
  }

  /** The value of {@code "NAME=VALUE"}, quoted as a whole. */
  private static @Nullable Span quoted(Collector out, Token token, String word) {
    int at = token.plain() ? out.text.indexOf(word, token.start()) : -1;
    return at >= 0 && at + word.length() <= token.end()
        ? new Span(at + nameLength(word) + 1, at + word.length())
        : null;
  }

  /** The assignment of a name and a value in two words. */
  static Assignment pair(
      Collector out,
      Token name,
      Token value,
      Manner manner,
      Span whole,
      boolean alone,
      boolean conditional,
      String scope) {
    return new Assignment(
        name.value(),
        value.value(),
        value.known(),
        manner,
        out.lines.at(name.start()),
        whole,
        new Span(name.start(), name.end()),
        value(out, value, value.start(), value.value()),
        alone,
        conditional,
        scope,
        "",
        "");
  }
}
