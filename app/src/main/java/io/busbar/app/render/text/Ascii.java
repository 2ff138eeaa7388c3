package io.busbar.app.render.text;

import java.util.regex.Pattern;

/** Texts from outside made fit for a terminal: no control characters, ASCII when asked for. */
public final class Ascii {
  private static final Pattern CONTROLS = Pattern.compile("[\\p{Cntrl}&&[^\n\t\r]]");

  private Ascii() {}

  static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  /** Newlines and tabs become blanks, other controls {@code ?}; spelt in ASCII unless unicode. */
  static String clean(String text, boolean unicode) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> {
          if (c == '\n' || c == '\t' || c == '\r') {
            out.append(' ');
          } else if (isUnsafe(c)) {
            out.append('?');
          } else if (unicode || c <= '~') {
            out.appendCodePoint(c);
          } else {
            out.append(spelt(c));
          }
        });
    return out.toString();
  }

  /** A text for files of all kinds, whose controls but ends of lines and tabs become {@code ?}. */
  public static String withoutControls(String text) {
    return CONTROLS.matcher(text).replaceAll("?");
  }

  /** Controls, characters that turn the direction of writing, and what colours are made of. */
  static boolean isUnsafe(int c) {
    return c < ' '
        || (c >= 0x7f && c < 0xa0)
        || (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069)
        || Character.getType(c) == Character.PRIVATE_USE
        || Character.getType(c) == Character.SURROGATE;
  }

  private static String spelt(int c) {
    return switch (c) {
      case '→' -> "->";
      case '←' -> "<-";
      case '↔' -> "<->";
      case '≈' -> "~";
      case '≤' -> "<=";
      case '≥' -> ">=";
      case '≠' -> "!=";
      case '×' -> "x";
      case '·', '•' -> "*";
      case '÷' -> "/";
      case '±' -> "+/-";
      case '−', '–', '—', '‑' -> "-";
      case '…' -> "...";
      case 'µ', 'μ' -> "u";
      case 'α' -> "alpha";
      case 'β' -> "beta";
      case '²' -> "^2";
      case '³' -> "^3";
      case '‘', '’' -> "'";
      case '“', '”' -> "\"";
      case '\u00a0', '\u202f', '\u2009' -> " ";
      case '√' -> "sqrt";
      case '∞' -> "inf";
      case 'Δ' -> "delta ";
      default -> "?";
    };
  }
}
