package io.busbar.fleet.wire;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How values of one class of records are taken apart and made. Immutable. */
final class RecordLayout {
  private final Class<?> type;
  private final Method[] accessors;
  private final Constructor<?> constructor;

  RecordLayout(Class<?> type) {
    this.type = type;
    RecordComponent[] components = type.getRecordComponents();
    this.accessors = new Method[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        accessors[i] = components[i].getAccessor();
        accessors[i].setAccessible(true);
      }
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      this.constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(type + " lacks its own constructor", e);
    }
  }

  Class<?> type() {
    return type;
  }

  int size() {
    return accessors.length;
  }

  @Nullable Object get(Object of, int component) {
    try {
      return accessors[component].invoke(of);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot read " + type, e);
    }
  }

  /**
   * @throws IllegalArgumentException when the record refuses the values
   */
  Object make(@Nullable Object[] values) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(type + " refuses its own values", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make " + type, e);
    }
  }
}
