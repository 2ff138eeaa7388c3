package io.busbar.formats.shell;

import io.busbar.formats.shell.ShellWords.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Words of a script after expansion, counted against a bound of characters. Not thread-safe. */
final class ExpandedWords {
  private static final int MOST_CHARACTERS = 1 << 24;

  private final ShellExpander expander;
  private int characters;

  /**
   * @param substitute the output of commands, from their text and the place of the {@code $}
   */
  ExpandedWords(ShellState state, BiFunction<Traced, Integer, Traced> substitute) {
    this.expander = new ShellExpander(state, substitute);
  }

  /** Whether more was expanded than any script of a person needs. */
  boolean isExhausted() {
    return characters >= MOST_CHARACTERS;
  }

  /** The text of a token as it is written. */
  static Traced raw(Token token, Traced in) {
    return in.part(token.start(), token.end());
  }

  /** The words that a token becomes. */
  List<Traced> fields(Token token, Traced in) {
    List<Traced> fields = expander.fields(raw(token, in));
    for (Traced field : fields) {
      count(field);
    }
    return fields;
  }

  /** The words that tokens become. */
  List<Traced> fields(List<Token> tokens, Traced in) {
    List<Traced> out = new ArrayList<>();
    for (Token token : tokens) {
      out.addAll(fields(token, in));
    }
    return out;
  }

  /** A text as one word. */
  Traced joined(Traced text) {
    Traced value = expander.joined(text);
    count(value);
    return value;
  }

  /** A text as a here-document has it: variables only. */
  Traced document(Traced text) {
    Traced value = expander.document(text);
    count(value);
    return value;
  }

  private void count(Traced text) {
    characters += text.length() + 1;
  }
}
