package io.busbar.app.render.json;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The components of an answer's record and their keys: one rule for values and for schemas. */
final class Components {
  private Components() {}

  /** A component as a key of an object. */
  record Component(String key, AnnotatedType type, Method accessor) {

    @Nullable Object valueIn(Object owner) {
      try {
        return accessor.invoke(owner);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException("cannot read " + accessor, e);
      }
    }

    /** Whether its value may be null. */
    boolean nullable() {
      Class<?> raw = rawClass();
      return type.isAnnotationPresent(Nullable.class)
          || raw == Optional.class
          || raw == OptionalDouble.class
          || raw == OptionalInt.class
          || raw == OptionalLong.class;
    }

    private @Nullable Class<?> rawClass() {
      return type.getType() instanceof Class<?> c
          ? c
          : type.getType() instanceof java.lang.reflect.ParameterizedType p
              ? (Class<?>) p.getRawType()
              : null;
    }
  }

  static Component[] of(Class<?> record) {
    RecordComponent[] components = record.getRecordComponents();
    Component[] result = new Component[components.length];
    for (int i = 0; i < components.length; i++) {
      Method accessor = components[i].getAccessor();
      accessor.setAccessible(true);
      AnnotatedType type = components[i].getAnnotatedType();
      result[i] = new Component(snake(components[i].getName()), type, accessor);
    }
    return result;
  }

  /** {@code gradientBytesPerGpu} becomes {@code gradient_bytes_per_gpu}, {@code p90} stays. */
  static String snake(String name) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c)) {
        out.append(out.isEmpty() ? "" : "_").append(Character.toLowerCase(c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
