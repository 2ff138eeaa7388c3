package io.busbar.formats.shape;

import org.jspecify.annotations.Nullable;

/**
 * One key of a {@link Shape}. Immutable.
 *
 * @param <T> the type of its value
 * @param name as written in the file
 * @param type how it is read
 * @param doc one line of explanation
 * @param fallback the value when the key is absent; null when there is none
 * @param required whether it must be there
 * @param example how its value may look in a file; empty for none
 * @param written whether the commented file sets it to the example instead of only mentioning it
 */
public record Key<T>(
    String name,
    Type<T> type,
    String doc,
    @Nullable T fallback,
    boolean required,
    String example,
    boolean written) {

  /** A key that may be left out and then has no value. */
  public static <T> Key<T> optional(String name, Type<T> type, String doc) {
    return new Key<>(name, type, doc, null, false, "", false);
  }

  /** A key that must be there. */
  public static <T> Key<T> required(String name, Type<T> type, String doc) {
    return new Key<>(name, type, doc, null, true, "", true);
  }

  /** The same key with a value for when it is absent. */
  public Key<T> or(T value) {
    return new Key<>(name, type, doc, value, required, example, written);
  }

  /** The same key with an example that the commented file sets. */
  public Key<T> example(String text) {
    return new Key<>(name, type, doc, fallback, required, text, true);
  }

  /** The same key with an example that the commented file shows behind a {@code #}. */
  public Key<T> mention(String text) {
    return new Key<>(name, type, doc, fallback, required, text, required);
  }
}
