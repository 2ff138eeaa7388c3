package io.busbar.formats.shell;

import java.util.Arrays;

/**
 * Text that remembers where each of its characters was written, through assignments and expansions.
 * Immutable.
 */
final class Traced {
  static final Traced EMPTY = new Traced("", new int[0]);

  final String text;

  /**
   * Place of each character, as {@link Sources} counts; the place of what made it, if computed. The
   * complement of it for a character that only the machine knows.
   */
  private final int[] at;

  private Traced(String text, int[] at) {
    this.text = text;
    this.at = at;
  }

  /** Text that stands at {@code from} as it is. */
  static Traced written(String text, int from) {
    int[] at = new int[text.length()];
    for (int i = 0; i < at.length; i++) {
      at[i] = from + i;
    }
    return new Traced(text, at);
  }

  /** Text that was worked out from something at {@code place}. */
  static Traced made(String text, int place) {
    int[] at = new int[text.length()];
    Arrays.fill(at, place);
    return new Traced(text, at);
  }

  /** Stands for text that only the machine knows. */
  static Traced unknown(String shown, int place) {
    return made(shown, ~place);
  }

  boolean known() {
    for (int place : at) {
      if (place < 0) {
        return false;
      }
    }
    return true;
  }

  int length() {
    return text.length();
  }

  /** Place of a character, or of the last one behind the end. */
  int at(int index) {
    int place = at.length == 0 ? 0 : at[Math.min(Math.max(0, index), at.length - 1)];
    return place < 0 ? ~place : place;
  }

  Traced part(int from, int to) {
    return new Traced(text.substring(from, to), Arrays.copyOfRange(at, from, to));
  }

  @Override
  public String toString() {
    return text;
  }

  /** Collects pieces. Not thread-safe. */
  static final class Builder {
    private final StringBuilder text = new StringBuilder();
    private int[] at = new int[32];

    Builder add(char c, int place) {
      grow(1);
      at[text.length()] = place;
      text.append(c);
      return this;
    }

    Builder add(Traced piece) {
      grow(piece.length());
      System.arraycopy(piece.at, 0, at, text.length(), piece.length());
      text.append(piece.text);
      return this;
    }

    int length() {
      return text.length();
    }

    boolean isEmpty() {
      return text.isEmpty();
    }

    Traced build() {
      return new Traced(text.toString(), Arrays.copyOf(at, text.length()));
    }

    private void grow(int more) {
      int needed = text.length() + more;
      if (needed > at.length) {
        at = Arrays.copyOf(at, Math.max(needed, at.length * 2));
      }
    }
  }
}
