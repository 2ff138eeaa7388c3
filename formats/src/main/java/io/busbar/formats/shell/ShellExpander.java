package io.busbar.formats.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Expands words: parameters, arithmetic, command substitution, quotes, and the splitting of what
 * was not quoted. A name that the script never sets stays as it is written, marked unknown. One per
 * script text; not thread-safe.
 */
final class ShellExpander {
  private static final int MOST_DEPTH = 24;

  private final ShellState state;
  private final BiFunction<Traced, Integer, Traced> substitution;
  private int depth;

  /**
   * @param substitution the output of commands, from their text and the place of the {@code $}
   */
  ShellExpander(ShellState state, BiFunction<Traced, Integer, Traced> substitution) {
    this.state = state;
    this.substitution = substitution;
  }

  /** The fields that a word becomes: none, one or more. */
  List<Traced> fields(Traced word) {
    Output out = new Output(true);
    scan(word, out, false);
    return out.finish();
  }

  /** The word as one text, as on the right of an assignment or inside double brackets. */
  Traced joined(Traced word) {
    Output out = new Output(false);
    scan(word, out, false);
    return out.joined();
  }

  /** Text in which quotes mean nothing, as in a here-document. */
  Traced document(Traced text) {
    Output out = new Output(false);
    scan(text, out, true);
    return out.joined();
  }

  /** Collects characters and knows where fields end. */
  private static final class Output {
    final boolean splits;
    final List<Traced> fields = new ArrayList<>();
    Traced.Builder current = new Traced.Builder();
    boolean open;

    Output(boolean splits) {
      this.splits = splits;
    }

    void put(char c, int place) {
      current.add(c, place);
      open = true;
    }

    void quoted(Traced piece) {
      if (current.length() + piece.length() <= ShellState.MOST_CHARACTERS) {
        current.add(piece);
      }
      open = true;
    }

    void unquoted(Traced piece) {
      if (!splits) {
        quoted(piece);
        return;
      }
      if (piece.text.startsWith("$") && !piece.known()) {
        quoted(piece); // one word, though it may hold several
        return;
      }
      for (int i = 0; i < piece.length(); i++) {
        if (Character.isWhitespace(piece.text.charAt(i))) {
          end();
        } else {
          int from = i;
          while (i + 1 < piece.length() && !Character.isWhitespace(piece.text.charAt(i + 1))) {
            i++;
          }
          quoted(piece.part(from, i + 1));
        }
      }
    }

    void end() {
      if (open && fields.size() < 100_000) {
        fields.add(current.build());
      }
      current = new Traced.Builder();
      open = false;
    }

    List<Traced> finish() {
      end();
      return fields;
    }

    Traced joined() {
      return current.build();
    }
  }

  private void scan(Traced word, Output out, boolean literalQuotes) {
    if (++depth > MOST_DEPTH) {
      depth--;
      out.quoted(word);
      return;
    }
    int i = 0;
    while (i < word.length()) {
      char c = word.text.charAt(i);
      if (c == '\\') {
        i = escape(word, i, out, literalQuotes);
      } else if (c == '\'' && !literalQuotes) {
        i = single(word, i, out);
      } else if (c == '"' && !literalQuotes) {
        i = doubled(word, i, out);
      } else if (c == '$') {
        i = expansion(word, i, out, literalQuotes);
      } else if (c == '`') {
        i = backquoted(word, i, out, literalQuotes);
      } else {
        out.put(c, word.at(i++));
      }
    }
    depth--;
  }

  private static int escape(Traced word, int i, Output out, boolean document) {
    if (i + 1 >= word.length()) {
      out.put('\\', word.at(i));
      return i + 1;
    }
    char next = word.text.charAt(i + 1);
    if (next == '\n') {
      return i + 2;
    }
    if (document && "$`\\".indexOf(next) < 0) {
      out.put('\\', word.at(i));
    }
    out.put(next, word.at(i + 1));
    return i + 2;
  }

  private static int single(Traced word, int i, Output out) {
    int close = word.text.indexOf('\'', i + 1);
    int stop = close < 0 ? word.length() : close;
    out.quoted(word.part(i + 1, stop));
    return stop + 1;
  }

  private int doubled(Traced word, int i, Output out) {
    int at = i + 1;
    out.open = true;
    while (at < word.length()) {
      char c = word.text.charAt(at);
      if (c == '"') {
        return at + 1;
      } else if (c == '\\' && at + 1 < word.length()) {
        char next = word.text.charAt(at + 1);
        if ("$`\"\\".indexOf(next) >= 0) {
          out.put(next, word.at(at + 1));
        } else if (next != '\n') {
          out.put(c, word.at(at));
          out.put(next, word.at(at + 1));
        }
        at += 2;
      } else if (c == '$') {
        at = expansion(word, at, out, true);
      } else if (c == '`') {
        at = backquoted(word, at, out, true);
      } else {
        out.put(c, word.at(at++));
      }
    }
    return at;
  }

  private int backquoted(Traced word, int i, Output out, boolean quoted) {
    int stop = ShellSpans.backquotes(word.text, i + 1, word.length());
    give(out, substitution.apply(word.part(i + 1, Math.max(i + 1, stop - 1)), word.at(i)), quoted);
    return stop;
  }

  private static void give(Output out, Traced piece, boolean quoted) {
    if (quoted) {
      out.quoted(piece);
    } else {
      out.unquoted(piece);
    }
  }

  private int expansion(Traced word, int i, Output out, boolean quoted) {
    String t = word.text;
    int place = word.at(i);
    if (t.startsWith("$((", i)) {
      int stop = ShellSpans.parentheses(t, i + 1, t.length());
      Traced inside = word.part(Math.min(i + 3, stop), Math.max(i + 3, stop - 2));
      give(out, arithmetic(inside, place), quoted);
      return stop;
    }
    if (t.startsWith("$(", i)) {
      int stop = ShellSpans.parentheses(t, i + 1, t.length());
      Traced inside = word.part(i + 2, Math.max(i + 2, stop - 1));
      give(out, substitution.apply(inside, place), quoted);
      return stop;
    }
    if (t.startsWith("${", i)) {
      int stop = ShellSpans.braces(t, i + 1, t.length());
      braces(word.part(i + 2, Math.max(i + 2, stop - 1)), place, out, quoted);
      return stop;
    }
    int end = i + 1;
    while (end < t.length() && ShellWords.isName(t.charAt(end))) {
      if (end == i + 1 && Character.isDigit(t.charAt(end))) {
        end++;
        break;
      }
      end++;
    }
    if (end == i + 1) {
      if (end < t.length() && "@*".indexOf(t.charAt(end)) >= 0) {
        elements(state.arguments(), out, quoted && t.charAt(end) == '@');
        return end + 1;
      }
      if (end < t.length() && t.charAt(end) == '#') {
        out.quoted(Traced.made(Integer.toString(state.arguments().size()), place));
        return end + 1;
      }
      if (end < t.length() && "?$!-".indexOf(t.charAt(end)) >= 0) {
        out.quoted(Traced.unknown(t.substring(i, end + 1), place));
        return end + 1;
      }
      out.put('$', place);
      return end;
    }
    variable(t.substring(i + 1, end), t.substring(i, end), place, out, quoted);
    return end;
  }

  private void variable(String name, String shown, int place, Output out, boolean quoted) {
    Traced value = state.value(name);
    if (value != null) {
      give(out, value, quoted);
    } else {
      give(out, Traced.unknown(shown, place), quoted);
    }
  }

  private void elements(List<Traced> elements, Output out, boolean apart) {
    for (int i = 0; i < elements.size(); i++) {
      if (i > 0) {
        if (out.splits) {
          out.end();
        } else {
          out.put(' ', elements.get(i).at(0));
        }
      }
      give(out, elements.get(i), apart);
    }
  }

  private Traced arithmetic(Traced expression, int place) {
    Traced expanded = document(expression);
    Long value = expanded.known() ? ShellArithmetic.value(expanded.text, state) : null;
    return value == null
        ? Traced.unknown("$((" + expression.text + "))", place)
        : Traced.made(value.toString(), place);
  }

  /** What stands between {@code ${} and {@code }}. */
  private void braces(Traced inside, int place, Output out, boolean quoted) {
    String t = inside.text;
    boolean length = t.startsWith("#") && t.length() > 1;
    boolean indirect = t.startsWith("!") && t.length() > 1;
    int from = length || indirect ? 1 : 0;
    int end = from;
    while (end < t.length() && ShellWords.isName(t.charAt(end))) {
      end++;
    }
    String name = t.substring(from, end);
    if (name.isEmpty() && end < t.length() && "@*".indexOf(t.charAt(end)) >= 0) {
      elements(state.arguments(), out, quoted);
      return;
    }
    String shown = "${" + t + "}";
    if (end < t.length() && t.charAt(end) == '[') {
      int close = t.indexOf(']', end);
      String key = close < 0 ? "" : t.substring(end + 1, close);
      array(name, key, length, shown, place, out, quoted);
      return;
    }
    Traced value = state.value(name);
    if (indirect) {
      value = value == null ? null : state.value(value.text);
    }
    if (length) {
      give(
          out,
          value == null
              ? Traced.unknown(shown, place)
              : Traced.made(Integer.toString(value.length()), place),
          true);
      return;
    }
    Traced result = ShellParameters.apply(value, inside.part(end, t.length()), this, name, state);
    if (result != null) {
      give(out, result, quoted);
    } else {
      give(out, Traced.unknown(shown, place), quoted);
    }
  }

  private void array(
      String name,
      String key,
      boolean length,
      String shown,
      int place,
      Output out,
      boolean quoted) {
    List<Traced> elements = state.elements(name);
    boolean all = key.equals("@") || key.equals("*");
    if (elements == null && !all) {
      @Nullable Traced named = state.value(name + "[" + keyText(key) + "]");
      give(out, named == null ? Traced.unknown(shown, place) : named, quoted);
    } else if (elements == null) { // no array comes from outside a script
      if (length) {
        out.quoted(Traced.made("0", place));
      }
    } else if (length) {
      out.quoted(Traced.made(Integer.toString(elements.size()), place));
    } else if (all) {
      elements(elements, out, quoted && key.equals("@"));
    } else {
      Traced named = element(elements, name, keyText(key));
      give(out, named == null ? Traced.EMPTY : named, quoted);
    }
  }

  private @Nullable Traced element(List<Traced> elements, String name, String key) {
    Long index = ShellArithmetic.value(key, state);
    if (index != null && index >= 0 && index < elements.size()) {
      return elements.get(Math.toIntExact(index));
    }
    return state.value(name + "[" + key + "]");
  }

  private String keyText(String key) {
    return joined(Traced.made(key, 0)).text;
  }
}
