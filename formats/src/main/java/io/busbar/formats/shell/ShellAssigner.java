package io.busbar.formats.shell;

import io.busbar.formats.shell.ShellNode.Elements;
import io.busbar.formats.shell.ShellWords.Token;
import java.util.ArrayList;
import java.util.List;

/** Sets the variables and arrays of a script. One per script; not thread-safe. */
final class ShellAssigner {
  private final ShellState state;
  private final ExpandedWords words;

  ShellAssigner(ShellState state, ExpandedWords words) {
    this.state = state;
    this.words = words;
  }

  /** A word behind {@code export} or {@code declare}; its name may be quoted or come of a value. */
  void declare(Token token, List<Elements> arrays, Traced in) {
    if (Assignments.is(token, in)) {
      assign(token, arrays, in);
      return;
    }
    Traced word = words.joined(ExpandedWords.raw(token, in));
    int equals = Assignments.equalsAt(word.text);
    String name = equals < 0 ? "" : word.text.substring(0, equals);
    if (!name.isEmpty() && name.chars().allMatch(c -> ShellWords.isName((char) c))) {
      state.set(name, word.part(equals + 1, word.length()));
    }
  }

  /** {@code NAME=VALUE}, also to an element of an array or appended. */
  void assign(Token token, List<Elements> arrays, Traced in) {
    Traced raw = ExpandedWords.raw(token, in);
    int equals = Assignments.equalsAt(raw.text);
    boolean more = equals > 0 && raw.text.charAt(equals - 1) == '+';
    String target = raw.text.substring(0, more ? equals - 1 : equals);
    int bracket = target.indexOf('[');
    String name = bracket < 0 ? target : target.substring(0, bracket);
    for (Elements elements : arrays) {
      if (elements.name().equals(token)) {
        array(name, more, elements, in);
        return;
      }
    }
    Traced value = words.joined(raw.part(equals + 1, raw.length()));
    if (bracket >= 0) {
      String key = target.substring(bracket + 1, Math.max(bracket + 1, target.length() - 1));
      state.setElement(name, key.replace("\"", "").replace("'", ""), value);
    } else if (more) {
      state.append(name, value);
    } else if (value.known() || !value.text.startsWith("$" + name)) {
      state.set(name, value);
    }
  }

  private void array(String name, boolean more, Elements elements, Traced in) {
    List<Traced> values = new ArrayList<>();
    for (Token token : elements.words()) {
      Traced raw = ExpandedWords.raw(token, in);
      int close = raw.text.startsWith("[") ? raw.text.indexOf("]=") : -1;
      if (close > 0) {
        String key = raw.text.substring(1, close).replace("\"", "").replace("'", "");
        state.setElement(name, key, words.joined(raw.part(close + 2, raw.length())));
      } else {
        values.addAll(words.fields(token, in));
      }
    }
    if (more) {
      state.appendAll(name, values);
    } else if (!values.isEmpty() || elements.words().isEmpty()) {
      state.setAll(name, values);
    }
  }

  /** {@code (( ))}: a condition; of assignments only plain ones are made. */
  boolean let(List<Token> tokens, Traced in) {
    boolean result = true;
    for (Token token : tokens) {
      Traced raw = ExpandedWords.raw(token, in);
      String text = words.document(raw).text.strip();
      int equals = Assignments.equalsAt(text.replace(" ", ""));
      if (equals > 0 && text.indexOf("==") < 0) {
        String squeezed = text.replace(" ", "");
        Long value = ShellArithmetic.value(squeezed.substring(equals + 1), state);
        String name = squeezed.substring(0, equals);
        if (value != null && name.chars().allMatch(c -> ShellWords.isName((char) c))) {
          state.set(name, Traced.made(value.toString(), raw.at(0)));
        }
      } else {
        Long value = ShellArithmetic.value(text, state);
        result = value != null && value != 0;
      }
    }
    return result;
  }
}
