package io.busbar.formats.shape;

import io.busbar.base.problem.Position;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of a mapping after reading, by key. Immutable. */
public final class Fields {
  private final Position at;
  private final Map<String, Object> values;
  private final Map<String, Position> positions;

  Fields(Position at, Map<String, Object> values, Map<String, Position> positions) {
    this.at = at;
    this.values = Map.copyOf(values);
    this.positions = Map.copyOf(positions);
  }

  /** The value, else the key's fallback. */
  public <T> T get(Key<T> key) {
    T value = find(key);
    if (value == null) {
      throw new IllegalStateException("key " + key.name() + " has neither value nor fallback");
    }
    return value;
  }

  /** The value, else the key's fallback, else null. */
  @SuppressWarnings("unchecked") // the key that put the value fixed its type
  public <T> @Nullable T find(Key<T> key) {
    Object value = values.get(key.name());
    return value != null ? (T) value : key.fallback();
  }

  /** Whether the key was written (and read without a problem). */
  public boolean has(Key<?> key) {
    return values.containsKey(key.name());
  }

  /** Whether the key was written but could not be read. */
  public boolean failed(Key<?> key) {
    return positions.containsKey(key.name()) && !values.containsKey(key.name());
  }

  /** Where the key's value stood; the mapping's own place when it was absent. */
  public Position at(Key<?> key) {
    return positions.getOrDefault(key.name(), at);
  }

  /** Where the mapping stood. */
  public Position at() {
    return at;
  }
}
