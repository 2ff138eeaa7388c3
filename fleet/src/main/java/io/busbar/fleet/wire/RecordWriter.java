package io.busbar.fleet.wire;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes Busbar's records, and what they are made of: texts, numbers, enums, lists, sets, maps,
 * arrays of numbers, optionals, and values of the platform such as times. A text is written once
 * and named by its number afterwards. {@link RecordReader} gives equal records. Not thread-safe.
 */
public final class RecordWriter {
  private final DataOutputStream out;
  private final Map<String, Integer> texts = new HashMap<>();
  private final Map<Class<?>, RecordLayout> layouts = new HashMap<>();

  public RecordWriter(OutputStream out) {
    this.out = new DataOutputStream(out);
  }

  /** A value as bytes. */
  public static byte[] bytes(@Nullable Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      new RecordWriter(bytes).write(value);
    } catch (IOException e) {
      throw new IllegalStateException("memory takes every byte", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Writes a value.
   *
   * @throws IllegalArgumentException when it is of no kind that can be written
   */
  public void write(@Nullable Object value) throws IOException {
    switch (value) {
      case null -> tag(Tag.NULL);
      case String text -> text(text);
      case Integer number -> {
        tag(Tag.INT);
        out.writeInt(number);
      }
      case Long number -> {
        tag(Tag.LONG);
        out.writeLong(number);
      }
      case Double number -> {
        tag(Tag.DOUBLE);
        out.writeDouble(number);
      }
      case Boolean flag -> tag(flag ? Tag.TRUE : Tag.FALSE);
      case Enum<?> constant -> {
        tag(Tag.ENUM);
        text(constant.getDeclaringClass().getName());
        text(constant.name());
      }
      case Record of -> record(of);
      case Map<?, ?> map -> {
        tag(Tag.MAP);
        out.writeInt(map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          write(entry.getKey());
          write(entry.getValue());
        }
      }
      case Set<?> set -> all(Tag.SET, set);
      case Collection<?> list -> all(Tag.LIST, list);
      default -> rest(value);
    }
  }

  private void rest(Object value) throws IOException {
    switch (value) {
      case byte[] bytes -> {
        tag(Tag.BYTES);
        out.writeInt(bytes.length);
        out.write(bytes);
      }
      case int[] numbers -> {
        tag(Tag.INTS);
        out.writeInt(numbers.length);
        for (int number : numbers) {
          out.writeInt(number);
        }
      }
      case long[] numbers -> {
        tag(Tag.LONGS);
        out.writeInt(numbers.length);
        for (long number : numbers) {
          out.writeLong(number);
        }
      }
      case double[] numbers -> {
        tag(Tag.DOUBLES);
        out.writeInt(numbers.length);
        for (double number : numbers) {
          out.writeDouble(number);
        }
      }
      case Optional<?> optional -> {
        tag(optional.isPresent() ? Tag.OPTIONAL : Tag.EMPTY_OPTIONAL);
        if (optional.isPresent()) {
          write(optional.get());
        }
      }
      case Serializable s when s.getClass().getName().startsWith("java.") -> platform(s);
      default -> throw new IllegalArgumentException("cannot be written: " + value.getClass());
    }
  }

  private void all(Tag tag, Collection<?> values) throws IOException {
    tag(tag);
    out.writeInt(values.size());
    for (Object value : values) {
      write(value);
    }
  }

  private void record(Record of) throws IOException {
    RecordLayout layout = layouts.computeIfAbsent(of.getClass(), RecordLayout::new);
    tag(Tag.RECORD);
    text(layout.type().getName());
    for (int i = 0; i < layout.size(); i++) {
      write(layout.get(of, i));
    }
  }

  private void platform(Serializable value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
      objects.writeObject(value);
    }
    tag(Tag.PLATFORM);
    out.writeInt(bytes.size());
    bytes.writeTo(out);
  }

  private void text(String text) throws IOException {
    Integer known = texts.putIfAbsent(text, texts.size());
    if (known != null) {
      tag(Tag.KNOWN_TEXT);
      out.writeInt(known);
      return;
    }
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_16LE);
    tag(Tag.TEXT);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private void tag(Tag tag) throws IOException {
    out.writeByte(tag.ordinal());
  }
}
