package io.busbar.formats.shell;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Variables and arguments while a script is followed. Bounded; not thread-safe. */
final class ShellState {
  private static final int MOST_NAMES = 10_000;
  private static final int MOST_ELEMENTS = 20_000;

  /** What one value may hold; a doubled string of a hostile script stops growing here. */
  static final int MOST_CHARACTERS = 1 << 20;

  /** A plain variable has one element. */
  private final Map<String, List<Traced>> variables = new HashMap<>();

  private List<Traced> arguments = List.of();

  /** Elements of a variable, or null when the script never set it. */
  @Nullable List<Traced> elements(String name) {
    return variables.get(name);
  }

  /** The value of a plain variable or argument, or null. */
  @Nullable Traced value(String name) {
    if (!name.isEmpty() && Character.isDigit(name.charAt(0))) {
      int index = name.matches("\\d{1,4}") ? Integer.parseInt(name) : 0;
      return index > 0 && index <= arguments.size() ? arguments.get(index - 1) : null;
    }
    List<Traced> elements = variables.get(name);
    return elements == null ? null : elements.isEmpty() ? Traced.EMPTY : elements.getFirst();
  }

  void set(String name, Traced value) {
    setAll(name, List.of(value));
  }

  void setAll(String name, List<Traced> elements) {
    if (variables.size() < MOST_NAMES || variables.containsKey(name)) {
      List<Traced> kept =
          elements.size() > MOST_ELEMENTS ? elements.subList(0, MOST_ELEMENTS) : elements;
      variables.put(name, List.copyOf(kept));
    }
  }

  /** {@code NAME+=value}: more text. */
  void append(String name, Traced value) {
    Traced before = value(name);
    if (before == null) {
      set(name, value);
    } else if (before.length() + value.length() <= MOST_CHARACTERS) {
      set(name, new Traced.Builder().add(before).add(value).build());
    }
  }

  /** {@code NAME+=(...)}: more elements. */
  void appendAll(String name, List<Traced> elements) {
    List<Traced> all = new ArrayList<>(variables.getOrDefault(name, List.of()));
    all.addAll(elements);
    setAll(name, all);
  }

  /** {@code NAME[key]=value}; keys that are no numbers name a variable of their own. */
  void setElement(String name, String key, Traced value) {
    List<Traced> all = new ArrayList<>(variables.getOrDefault(name, List.of()));
    int index = key.matches("\\d{1,4}") ? Integer.parseInt(key) : -1;
    if (index >= 0) {
      while (all.size() <= index) {
        all.add(Traced.EMPTY);
      }
      all.set(index, value);
      setAll(name, all);
    } else {
      set(name + "[" + key + "]", value);
    }
  }

  void unset(String name) {
    variables.remove(name);
  }

  List<Traced> arguments() {
    return arguments;
  }

  void arguments(List<Traced> words) {
    arguments = List.copyOf(words);
  }
}
