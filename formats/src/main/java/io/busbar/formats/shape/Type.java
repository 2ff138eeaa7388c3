package io.busbar.formats.shape;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.formats.tree.Tree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a node of a tree becomes a value, and how JSON Schema says the same.
 *
 * @param <T> the value's type
 */
public interface Type<T> {
  /** The value, or null after a problem was added. */
  @Nullable T read(Tree tree, String key, Problems problems);

  /** The JSON Schema of this type as a tree of maps, lists and scalars. */
  Map<String, Object> schema();

  /** The keys inside, when the type is a mapping of known shape. */
  default @Nullable Shape shape() {
    return null;
  }

  /** Any text. */
  static Type<String> text() {
    return scalar("a text", Map.of("type", "string"), (text, quoted) -> text);
  }

  /** Text without line breaks and other control characters, such as a name. */
  static Type<String> line() {
    return scalar(
        "a text on one line",
        SchemaNode.of("string", "pattern", "^[^\\x00-\\x1f\\x7f]*$"),
        (text, quoted) -> text.chars().anyMatch(Character::isISOControl) ? null : text);
  }

  /** A whole number within a range; {@code 1e3} and {@code 1_000} are accepted. */
  static Type<Long> whole(long min, long max) {
    String expected =
        max == Long.MAX_VALUE
            ? "a whole number from " + min
            : "a whole number from " + min + " to " + max;
    Map<String, Object> schema = SchemaNode.of("integer", "minimum", min);
    if (max != Long.MAX_VALUE) {
      schema.put("maximum", max);
    }
    return scalar(
        expected,
        schema,
        (text, quoted) -> {
          Long value = quoted ? null : exactLong(text);
          return value == null || value < min || value > max ? null : value;
        });
  }

  /** {@link #whole} as an int. */
  static Type<Integer> count(int min, int max) {
    return whole(min, max).map(Long::intValue);
  }

  /** A decimal number within a range; NaN and infinities are no numbers. */
  static Type<Double> number(double min, double max) {
    return scalar(
        "a number from " + plain(min) + " to " + plain(max),
        SchemaNode.of("number", "minimum", min, "maximum", max),
        (text, quoted) -> {
          try {
            boolean plain = !quoted && text.length() <= Texts.MAX_DIGITS;
            double value = plain ? new BigDecimal(text.replace("_", "")).doubleValue() : Double.NaN;
            return value >= min && value <= max ? value : null;
          } catch (NumberFormatException e) {
            return null;
          }
        });
  }

  /** {@code true} or {@code false}, as YAML 1.2 has them. */
  static Type<Boolean> flag() {
    return scalar(
        "true or false",
        Map.of("type", "boolean"),
        (text, quoted) ->
            quoted
                ? null
                : text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null);
  }

  /** One of the constants of an enum, written in lower case with {@code -} for {@code _}. */
  static <E extends Enum<E>> Type<E> oneOf(Class<E> type) {
    Map<String, E> byName = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      byName.put(Names.of(constant), constant);
    }
    return named(byName);
  }

  /** One of several names, each standing for a value. */
  static <T> Type<T> named(Map<String, T> byName) {
    Map<String, T> values = new LinkedHashMap<>(byName);
    String expected = "one of " + String.join(", ", values.keySet());
    return new Type<>() {
      @Override
      public @Nullable T read(Tree tree, String key, Problems problems) {
        if (tree instanceof Tree.Scalar s) {
          T value = values.get(s.text());
          if (value == null) {
            problems.add(s.at(), key, s.text(), expected, Nearest.hint(s.text(), values.keySet()));
          }
          return value;
        }
        problems.add(tree.at(), key, tree.shown(), expected, "");
        return null;
      }

      @Override
      public Map<String, Object> schema() {
        return Map.of("enum", List.copyOf(values.keySet()));
      }
    };
  }

  /** A quantity with its unit, e.g. {@code Type.quantity(Bandwidth::parse, "50GB/s")}. */
  static <T> Type<T> quantity(Function<String, T> parse, String example) {
    return new Type<>() {
      @Override
      public @Nullable T read(Tree tree, String key, Problems problems) {
        if (!(tree instanceof Tree.Scalar s)) {
          problems.add(tree.at(), key, tree.shown(), "a quantity such as " + example, "");
          return null;
        }
        try {
          return parse.apply(s.text());
        } catch (QuantityFormatException e) {
          problems.add(s.at(), key, s.text(), e.expected(), e.hint());
          return null;
        }
      }

      @Override
      public Map<String, Object> schema() {
        return SchemaNode.of("string", "pattern", Texts.QUANTITY, "examples", List.of(example));
      }
    };
  }

  /** A quantity within a range, both ends included. */
  static <T extends Comparable<T>> Type<T> quantity(
      Function<String, T> parse, String example, T min, T max) {
    Type<T> unbounded = quantity(parse, example);
    return new Type<>() {
      @Override
      public @Nullable T read(Tree tree, String key, Problems problems) {
        T value = unbounded.read(tree, key, problems);
        if (value == null || (value.compareTo(min) >= 0 && value.compareTo(max) <= 0)) {
          return value;
        }
        String expected = "from " + min + " to " + max;
        problems.add(tree.at(), key, tree.shown(), expected, "such as " + example);
        return null;
      }

      @Override
      public Map<String, Object> schema() {
        return unbounded.schema();
      }
    };
  }

  /** A list of values of one type. */
  static <T> Type<List<T>> list(Type<T> item, int maxItems) {
    return new Type<>() {
      @Override
      public @Nullable List<T> read(Tree tree, String key, Problems problems) {
        if (!(tree instanceof Tree.Sequence s) || s.items().size() > maxItems) {
          problems.add(
              tree.at(), key, tree.shown(), "a list of at most " + maxItems + " items", "");
          return null;
        }
        List<T> values = new ArrayList<>();
        for (int i = 0; i < s.items().size(); i++) {
          T value = item.read(s.items().get(i), key + "[" + i + "]", problems);
          if (value != null) {
            values.add(value);
          }
        }
        return values;
      }

      @Override
      public Map<String, Object> schema() {
        return SchemaNode.of("array", "items", item.schema(), "maxItems", maxItems);
      }
    };
  }

  /** A mapping of a given shape. */
  static Type<Fields> object(Shape shape) {
    return new Type<>() {
      @Override
      public Shape shape() {
        return shape;
      }

      @Override
      public Fields read(Tree tree, String key, Problems problems) {
        return shape.read(tree, key, problems);
      }

      @Override
      public Map<String, Object> schema() {
        return shape.schema();
      }
    };
  }

  /**
   * Nothing: a key that users may look for, refused with a sentence that says why.
   *
   * @param why completes "expected this key to be left out"
   */
  static Type<String> absent(String why) {
    return new Type<>() {
      @Override
      public @Nullable String read(Tree tree, String key, Problems problems) {
        problems.add(tree.at(), key, tree.shown(), "this key to be left out", why);
        return null;
      }

      @Override
      public Map<String, Object> schema() {
        return Map.of("not", Map.of());
      }
    };
  }

  /** Whatever stands there; for values that a later stage reads. */
  static Type<Tree> any(Map<String, Object> schema) {
    return new Type<>() {
      @Override
      public Tree read(Tree tree, String key, Problems problems) {
        return tree;
      }

      @Override
      public Map<String, Object> schema() {
        return schema;
      }
    };
  }

  /** A scalar of this kind, from its text and whether it was quoted; null when it is none. */
  static <T> Type<T> scalar(String expected, Map<String, Object> schema, ScalarParser<T> parser) {
    return new Type<>() {
      @Override
      public @Nullable T read(Tree tree, String key, Problems problems) {
        T value =
            tree instanceof Tree.Scalar s && !s.isNull()
                ? parser.parse(s.text(), s.quoted())
                : null;
        if (value == null) {
          problems.add(tree.at(), key, tree.shown(), expected, "");
        }
        return value;
      }

      @Override
      public Map<String, Object> schema() {
        return schema;
      }
    };
  }

  /** The same type with its value converted. */
  default <U> Type<U> map(Function<T, U> convert) {
    Type<T> inner = this;
    return new Type<>() {
      @Override
      public @Nullable U read(Tree tree, String key, Problems problems) {
        T value = inner.read(tree, key, problems);
        return value == null ? null : convert.apply(value);
      }

      @Override
      public Map<String, Object> schema() {
        return inner.schema();
      }

      @Override
      public @Nullable Shape shape() {
        return inner.shape();
      }
    };
  }

  /** Turns a scalar's text into a value. */
  interface ScalarParser<T> {
    @Nullable T parse(String text, boolean quoted);
  }

  /** Plain digits first: BigDecimal, which also reads {@code 1e3}, costs time to load. */
  private static @Nullable Long exactLong(String text) {
    if (Texts.PLAIN_DIGITS.matcher(text).matches()) {
      return Long.parseLong(text);
    }
    try {
      return text.length() > Texts.MAX_DIGITS
          ? null
          : new BigDecimal(text.replace("_", "")).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  /** A bound without exponent or trailing zeros where it is a whole number. */
  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
