package io.busbar.fleet.wire;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link RecordWriter} wrote. Only Busbar's own records and enums are made, whatever the
 * bytes say, and nothing is reserved before it is there. Not thread-safe.
 */
public final class RecordReader {
  private static final String OWN = "io.busbar.";
  private static final int CHUNK = 1 << 16;
  private static final int MAX_PLATFORM = 1 << 16;
  private static final int MAX_DEPTH = 200;
  private static final ObjectInputFilter PLATFORM =
      ObjectInputFilter.Config.createFilter(
          "maxarray=65536;maxdepth=20;maxrefs=1000;java.time.*;java.math.*;java.lang.*;!*");

  private final DataInputStream in;
  private final List<String> texts = new ArrayList<>();
  private final Map<String, RecordLayout> layouts = new HashMap<>();
  private int depth;

  public RecordReader(InputStream in) {
    this.in = new DataInputStream(in);
  }

  /**
   * A value of its bytes.
   *
   * @throws IllegalArgumentException when they are not those of such a value
   */
  public static <T> T of(byte[] bytes, Class<T> type) {
    try {
      return Objects.requireNonNull(
          type.cast(new RecordReader(new ByteArrayInputStream(bytes)).read()));
    } catch (IOException | ClassCastException e) {
      throw new IllegalArgumentException("not the bytes of a " + type.getSimpleName(), e);
    }
  }

  /**
   * Reads the next value.
   *
   * @throws IOException when the bytes end before it does, or are of another kind
   */
  public @Nullable Object read() throws IOException {
    try {
      return next();
    } catch (RuntimeException e) { // whatever records and the platform make of wrong values
      throw new IOException("not what was written: " + e.getMessage(), e);
    }
  }

  private @Nullable Object next() throws IOException {
    if (++depth > MAX_DEPTH) {
      throw new IOException("deeper than anything that was written");
    }
    try {
      Tag tag = Tag.of(in.readUnsignedByte());
      return switch (tag) {
        case NULL -> null;
        case TEXT -> text();
        case KNOWN_TEXT -> known(in.readInt());
        case INT -> in.readInt();
        case LONG -> in.readLong();
        case DOUBLE -> in.readDouble();
        case TRUE -> true;
        case FALSE -> false;
        case ENUM -> constant();
        case RECORD -> record();
        case LIST -> list(in.readInt());
        case SET -> set(in.readInt());
        case MAP -> map(in.readInt());
        case EMPTY_OPTIONAL -> Optional.empty();
        case OPTIONAL -> Optional.ofNullable(next());
        case PLATFORM -> platform();
        case BYTES, INTS, LONGS, DOUBLES -> numbers(tag);
      };
    } finally {
      depth--;
    }
  }

  private Object numbers(Tag tag) throws IOException {
    int size = in.readInt();
    return switch (tag) {
      case BYTES -> bytes(size);
      case INTS -> {
        int[] numbers = new int[checked(size, Integer.BYTES)];
        for (int i = 0; i < size; i++) {
          numbers[i] = in.readInt();
        }
        yield numbers;
      }
      case LONGS -> {
        long[] numbers = new long[checked(size, Long.BYTES)];
        for (int i = 0; i < size; i++) {
          numbers[i] = in.readLong();
        }
        yield numbers;
      }
      default -> {
        double[] numbers = new double[checked(size, Double.BYTES)];
        for (int i = 0; i < size; i++) {
          numbers[i] = in.readDouble();
        }
        yield numbers;
      }
    };
  }

  /** A length is believed only as far as there are bytes for it. */
  private int checked(int size, int width) throws IOException {
    if (size < 0 || (size > CHUNK && (long) size * width > in.available())) {
      throw new EOFException("cut: " + size + " numbers were said to follow");
    }
    return size;
  }

  private byte[] bytes(int size) throws IOException {
    if (size < 0) {
      throw new IOException("a length of " + size);
    }
    byte[] bytes = in.readNBytes(size);
    if (bytes.length < size) {
      throw new EOFException("cut: " + bytes.length + " of " + size + " bytes");
    }
    return bytes;
  }

  private String text() throws IOException {
    String text = new String(bytes(in.readInt()), StandardCharsets.UTF_16LE);
    texts.add(text);
    return text;
  }

  private String known(int number) throws IOException {
    if (number < 0 || number >= texts.size()) {
      throw new IOException("no text has number " + number);
    }
    return texts.get(number);
  }

  private String name() throws IOException {
    return next() instanceof String name && name.startsWith(OWN) ? name : fail();
  }

  private static String fail() throws IOException {
    throw new IOException("a class that is not Busbar's");
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Object constant() throws IOException {
    Class<?> type = type(name());
    Object constant = next();
    if (!type.isEnum() || !(constant instanceof String name)) {
      throw new IOException(type + " has no constants");
    }
    return Enum.valueOf((Class<? extends Enum>) type, name);
  }

  private static Class<?> type(String name) throws IOException {
    try {
      return Class.forName(name, false, RecordReader.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IOException("no class " + name, e);
    }
  }

  private Object record() throws IOException {
    String name = name();
    RecordLayout layout = layouts.get(name);
    if (layout == null) {
      Class<?> type = type(name);
      if (!type.isRecord()) {
        throw new IOException(name + " is no record");
      }
      layout = new RecordLayout(type);
      layouts.put(name, layout);
    }
    @Nullable Object[] values = new Object[layout.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = next();
    }
    return layout.make(values);
  }

  private List<@Nullable Object> list(int size) throws IOException {
    List<@Nullable Object> list = new ArrayList<>(Math.clamp(size, 0, CHUNK));
    for (int i = 0; i < size; i++) {
      list.add(next());
    }
    return list;
  }

  private Set<@Nullable Object> set(int size) throws IOException {
    return new LinkedHashSet<>(list(size));
  }

  private Map<@Nullable Object, @Nullable Object> map(int size) throws IOException {
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      map.put(next(), next());
    }
    return map;
  }

  private Object platform() throws IOException {
    int size = in.readInt();
    if (size > MAX_PLATFORM) {
      throw new IOException("a value of the platform of " + size + " bytes");
    }
    try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(bytes(size)))) {
      objects.setObjectInputFilter(PLATFORM);
      return objects.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException("no such class", e);
    }
  }
}
