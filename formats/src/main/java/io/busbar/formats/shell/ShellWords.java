package io.busbar.formats.shell;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Splits shell text into words, operators and comments by POSIX quoting. Expansions are not made: a
 * word with one is not {@code known}, unless the name was set before or has a default. One use.
 */
public final class ShellWords {
  /** What a token is. */
  public enum Kind {
    WORD,
    /** {@code ; & | ( ) && || < >}. */
    OPERATOR,
    NEWLINE,
    COMMENT,
    END
  }

  /**
   * A token.
   *
   * @param value with quotes taken off and known expansions made
   * @param known whether {@code value} is what the shell would make of it
   * @param plain whether the value stands in the text as it is, so that it can be edited
   */
  public record Token(Kind kind, int start, int end, String value, boolean known, boolean plain) {}

  private final String text;
  private final int end;
  private final Map<String, String> variables;
  private int at;
  private boolean known;
  private boolean plain;

  /**
   * @param variables values by name, for the expansions that can be made
   */
  public ShellWords(String text, int start, int end, Map<String, String> variables) {
    this.text = text;
    this.at = start;
    this.end = end;
    this.variables = variables;
  }

  /** Goes on behind {@code offset}, for what follows other rules, such as a here-document. */
  public void skipTo(int offset) {
    at = Math.min(end, Math.max(at, offset));
  }

  /** The next token; {@link Kind#END} for ever at the end. */
  public Token next() {
    skipBlanks();
    int start = at;
    if (at >= end) {
      return token(Kind.END, start, "");
    }
    char c = text.charAt(at);
    if (c == '\n') {
      at++;
      return token(Kind.NEWLINE, start, "\n");
    }
    if (c == '#') {
      int stop = lineEnd(at);
      String comment = text.substring(at + 1, stop);
      at = stop;
      return token(Kind.COMMENT, start, comment);
    }
    if (isOperator(c)) {
      while (at < end && text.charAt(at) == c && at - start < 3) {
        at++;
      }
      return token(Kind.OPERATOR, start, text.substring(start, at));
    }
    return word(start);
  }

  private Token token(Kind kind, int start, String value) {
    return new Token(kind, start, at, value, true, true);
  }

  private int lineEnd(int from) {
    int newline = text.indexOf('\n', from);
    return newline < 0 || newline > end ? end : newline;
  }

  private void skipBlanks() {
    while (at < end) {
      char c = text.charAt(at);
      if (c == '\\' && at + 1 < end && text.charAt(at + 1) == '\n') {
        at += 2;
      } else if (c == '\\' && text.startsWith("\\\r\n", at)) {
        at += 3;
      } else if (c == ' ' || c == '\t' || c == '\r') {
        at++;
      } else {
        return;
      }
    }
  }

  private static boolean isOperator(char c) {
    return c == ';' || c == '&' || c == '|' || c == '(' || c == ')' || c == '<' || c == '>';
  }

  private Token word(int start) {
    StringBuilder out = new StringBuilder();
    known = true;
    plain = true;
    while (at < end) {
      char c = text.charAt(at);
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || isOperator(c)) {
        break;
      }
      at++;
      switch (c) {
        case '\\' -> escape(out);
        case '\'' -> single(out);
        case '"' -> doubled(out);
        case '$' -> expansion(out);
        case '`' -> substitution(out, '`');
        default -> out.append(c);
      }
    }
    return new Token(Kind.WORD, start, at, out.toString(), known, plain);
  }

  private void escape(StringBuilder out) {
    plain = false;
    if (at < end) {
      char c = text.charAt(at++);
      if (c != '\n') {
        out.append(c);
      }
    }
  }

  private void single(StringBuilder out) {
    int close = text.indexOf('\'', at);
    int stop = close < 0 || close >= end ? end : close;
    out.append(text, at, stop);
    at = Math.min(end, stop + 1);
  }

  private void doubled(StringBuilder out) {
    while (at < end) {
      char c = text.charAt(at++);
      if (c == '"') {
        return;
      } else if (c == '\\' && at < end && "$`\"\\\n".indexOf(text.charAt(at)) >= 0) {
        escape(out);
      } else if (c == '$') {
        expansion(out);
      } else if (c == '`') {
        substitution(out, '`');
      } else {
        out.append(c);
      }
    }
  }

  private void expansion(StringBuilder out) {
    plain = false;
    if (at < end && text.charAt(at) == '(') {
      substitution(out, ')');
    } else if (at < end && text.charAt(at) == '{') {
      int stop = ShellSpans.braces(text, at, end);
      String inside = text.substring(at + 1, Math.max(at + 1, stop - 1));
      at = stop;
      braces(out, inside);
    } else {
      int from = at;
      while (at < end && isName(text.charAt(at))) {
        at++;
      }
      if (at == from && at < end && "?*@#!$-".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      put(out, "$" + text.substring(from, at), variables.get(text.substring(from, at)));
    }
  }

  /** {@code ${NAME}} and {@code ${NAME:-default}}; other forms stay unknown. */
  private void braces(StringBuilder out, String inside) {
    int dash = inside.indexOf(":-");
    String name = dash < 0 ? inside : inside.substring(0, dash);
    String value = variables.get(name);
    if (value == null && dash >= 0 && inside.indexOf('$', dash) < 0) {
      value = inside.substring(dash + 2);
    }
    put(out, "${" + inside + "}", value);
  }

  private void put(StringBuilder out, String written, @Nullable String value) {
    known &= value != null;
    out.append(value == null ? written : value);
  }

  private void substitution(StringBuilder out, char close) {
    known = false;
    plain = false;
    int from = at - 1;
    at =
        close == ')' ? ShellSpans.parentheses(text, at, end) : ShellSpans.backquotes(text, at, end);
    out.append(text, from, at);
  }

  /** Whether a character may stand in the name of a variable. */
  public static boolean isName(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }
}
