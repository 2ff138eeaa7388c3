package io.busbar.model.workload;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a Hugging Face configuration, read by name with limits. A wrong field becomes a
 * problem and reads as a harmless stand-in; absent fields are collected and reported together by
 * {@link #complete}. A field set to null counts as absent. Not thread-safe.
 */
final class ConfigFields {
  static final int MAX_LAYERS = 10_000;
  static final int MAX_WIDTH = 1 << 18;
  static final int MAX_INNER = 1 << 21;
  static final int MAX_HEADS = 1 << 13;
  static final int MAX_EXPERTS = 1 << 14;
  static final int MAX_VOCABULARY = 1 << 24;
  static final int MAX_POSITIONS = 1 << 30;

  private final Tree.Mapping config;
  private final String path;
  private final Problems problems;
  private final int problemsBefore;
  private final Set<String> wrong = new HashSet<>();
  private final List<String> missing = new ArrayList<>();

  /**
   * @param path dotted path of the configuration, for messages; empty at the top of a file
   */
  ConfigFields(Tree.Mapping config, String path, Problems problems) {
    this.config = config;
    this.path = path;
    this.problems = problems;
    problemsBefore = problems.count();
  }

  /** Whether the field is there and not null. */
  boolean has(String name) {
    Tree value = config.get(name);
    return value != null && !(value instanceof Tree.Scalar scalar && scalar.isNull());
  }

  /** The first of these names that is there, else the first of them. */
  String pick(String... names) {
    for (String name : names) {
      if (has(name)) {
        return name;
      }
    }
    return names[0];
  }

  /** A field that must be there, from 1 to {@code max}. */
  int count(int max, String... names) {
    String name = pick(names);
    if (!has(name)) {
      missing(name);
      return 1;
    }
    return number(name, 1, max);
  }

  /** A field from 1 to {@code max} that may be left out. */
  int countOr(int fallback, int max, String... names) {
    String name = pick(names);
    return has(name) ? number(name, 1, max) : fallback;
  }

  /** A field from 0 to {@code max} that may be left out. */
  int amountOr(int fallback, int max, String... names) {
    String name = pick(names);
    return has(name) ? number(name, 0, max) : fallback;
  }

  private int number(String name, int min, int max) {
    Integer value = read(Type.count(min, max), name);
    return value == null ? 1 : value;
  }

  boolean flag(String name, boolean fallback) {
    Boolean value = has(name) ? read(Type.flag(), name) : Boolean.valueOf(fallback);
    return value == null ? fallback : value;
  }

  /** A text that may be left out. */
  @Nullable String text(String name) {
    return config.text(name);
  }

  /** A text that must be there; null when it is not. */
  @Nullable String requiredText(String name) {
    String text = config.text(name);
    if (text == null) {
      missing(name);
    }
    return text;
  }

  private void missing(String name) {
    if (wrong.add(name)) {
      missing.add(name);
    }
  }

  /** A list of whole numbers from 0; empty when left out. */
  List<Integer> indices(String name) {
    List<Integer> value =
        has(name) ? read(Type.list(Type.count(0, MAX_LAYERS), MAX_LAYERS), name) : null;
    return value == null ? List.of() : value;
  }

  /** Whether the field is a list. */
  boolean isList(String name) {
    return config.get(name) instanceof Tree.Sequence;
  }

  /** A list of whole numbers from 0 to {@code max}; empty when left out or wrong. */
  List<Integer> amounts(String name, int max) {
    List<Integer> value = has(name) ? read(Type.list(Type.count(0, max), MAX_LAYERS), name) : null;
    return value == null ? List.of() : value;
  }

  /** A list of words, one for each layer; empty when left out. */
  List<String> perLayer(String name, int layers, Set<String> known) {
    List<String> value = has(name) ? read(Type.list(Type.text(), MAX_LAYERS), name) : null;
    if (value == null || wrong.contains("num_hidden_layers")) {
      return List.of();
    }
    if (value.size() != layers) {
      problem(name, value.size() + " entries", "one entry for each of the " + layers + " layers");
      return List.of();
    }
    for (String word : value) {
      if (!known.contains(word)) {
        problem(name, word, "one of " + String.join(", ", known.stream().sorted().toList()));
        return List.of();
      }
    }
    return value;
  }

  /** A configuration inside this one; without fields when it is left out. */
  ConfigFields inside(String name) {
    if (config.get(name) instanceof Tree.Mapping mapping) {
      return new ConfigFields(mapping, key(name), problems);
    }
    if (has(name)) {
      problem(name, shown(name), "a mapping");
    }
    return new ConfigFields(new Tree.Mapping(at(name), Map.of()), key(name), problems);
  }

  /** Reports a field unless its value is a multiple of {@code divisor}. */
  void requireMultiple(String name, long value, String divisorName, long divisor) {
    if (!wrong.contains(name) && !wrong.contains(divisorName) && value % divisor != 0) {
      problem(name, shown(name), "a multiple of " + divisorName + " = " + divisor);
    }
  }

  /** Reports a field unless it is at most {@code limit}, the value of another field. */
  void requireAtMost(String name, long value, String limitName, long limit) {
    if (!wrong.contains(name) && !wrong.contains(limitName) && value > limit) {
      problem(name, shown(name), "at most " + limitName + " = " + limit);
    }
  }

  void problem(String name, String read, String expected) {
    wrong.add(name);
    problems.add(at(name), key(name), read, expected, "");
  }

  /** Reports absent fields in one problem; whether everything read so far was right. */
  boolean complete(String needer) {
    if (!missing.isEmpty()) {
      String fields = (missing.size() == 1 ? "the field " : "the fields ");
      problems.add(
          config.at(), path, "", fields + String.join(", ", missing) + ", which " + needer, "");
    }
    return problems.count() == problemsBefore;
  }

  Position at() {
    return config.at();
  }

  private Position at(String name) {
    return config.at(name);
  }

  private String key(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private String shown(String name) {
    Tree value = config.get(name);
    return value == null ? "" : value.shown();
  }

  /** The field's value; null after a problem was added, which happens once for a field. */
  private <T> @Nullable T read(Type<T> type, String name) {
    Tree value = wrong.contains(name) ? null : config.get(name);
    T result = value == null ? null : type.read(value, key(name), problems);
    if (result == null) {
      wrong.add(name);
    }
    return result;
  }
}
