package io.busbar.app.render.json;

import io.busbar.formats.shape.Names;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/**
 * Writes records, maps, lists and scalars as JSON. Keys keep their order; an absent value is
 * written as {@code null}, and so is a number that is not finite. Streams straight to Jackson's
 * generator: its data binding alone would take longer to load than the whole answer.
 */
final class Json {
  private final JsonGenerator out;

  private Json(JsonGenerator out) {
    this.out = out;
  }

  /** The text of a document, indented, with a newline at its end. */
  static String text(Consumer<Json> document) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(new Indented(), text)) {
      document.accept(new Json(out));
    }
    return text.append('\n').toString();
  }

  Json open() {
    out.writeStartObject();
    return this;
  }

  Json close() {
    out.writeEndObject();
    return this;
  }

  Json openArray(String key) {
    out.writeArrayPropertyStart(key);
    return this;
  }

  Json closeArray() {
    out.writeEndArray();
    return this;
  }

  Json key(String key) {
    out.writeName(key);
    return this;
  }

  Json put(String key, @Nullable Object value) {
    out.writeName(key);
    return value(value);
  }

  /** The components of a record as keys of the object that is open. */
  Json components(Object record) {
    for (Components.Component component : Components.of(record.getClass())) {
      put(component.key(), component.valueIn(record));
    }
    return this;
  }

  /**
   * @throws IllegalArgumentException for a type that answers are not made of
   */
  Json value(@Nullable Object value) {
    switch (value) {
      case null -> out.writeNull();
      case String s -> out.writeString(s);
      case Boolean b -> out.writeBoolean(b);
      case Double d -> number(d);
      case Float f -> number(Double.parseDouble(f.toString()));
      case Number n -> out.writeNumber(n.toString());
      case Enum<?> e -> out.writeString(Names.of(e));
      case Optional<?> o -> value(o.orElse(null));
      case OptionalDouble o -> value(o.isPresent() ? o.getAsDouble() : null);
      case OptionalInt o -> value(o.isPresent() ? o.getAsInt() : null);
      case OptionalLong o -> value(o.isPresent() ? o.getAsLong() : null);
      case Record r -> open().components(r).close();
      case Map<?, ?> m -> map(m);
      case Collection<?> c -> list(c);
      case double[] d -> list(Arrays.stream(d).boxed().toList());
      case int[] i -> list(Arrays.stream(i).boxed().toList());
      case long[] l -> list(Arrays.stream(l).boxed().toList());
      default -> throw new IllegalArgumentException("no JSON for " + value.getClass().getName());
    }
    return this;
  }

  /** Without exponent and without digits that say nothing. */
  private void number(double value) {
    if (!Double.isFinite(value)) {
      out.writeNull();
    } else if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      out.writeNumber((long) value);
    } else {
      out.writeNumber(new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString());
    }
  }

  /** In the map's own order; one that has none, such as {@code Map.of}, is sorted by key. */
  private void map(Map<?, ?> map) {
    Map<String, Object> byName =
        map instanceof SequencedMap ? new LinkedHashMap<>() : new TreeMap<>();
    map.forEach(
        (key, value) -> byName.put(key instanceof Enum<?> e ? Names.of(e) : key.toString(), value));
    open();
    byName.forEach(this::put);
    close();
  }

  private void list(Collection<?> values) {
    out.writeStartArray();
    values.forEach(this::value);
    out.writeEndArray();
  }

  /** Two blanks per level, {@code "key": value}. */
  private static final class Indented extends ObjectWriteContext.Base {
    private final PrettyPrinter printer =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectNameValueSpacing(Separators.Spacing.AFTER));

    @Override
    public PrettyPrinter getPrettyPrinter() {
      return printer;
    }

    @Override
    public boolean hasPrettyPrinter() {
      return true;
    }
  }
}
