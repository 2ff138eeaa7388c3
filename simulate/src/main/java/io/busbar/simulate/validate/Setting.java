package io.busbar.simulate.validate;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment is told, as the table writes it: its name, then {@code key=value}. A key that
 * nobody asks for is an error of the table. Not thread-safe.
 */
final class Setting {
  private final String text;
  private final String name;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final Set<String> left = new TreeSet<>();

  /**
   * @throws IllegalStateException when a word has no value
   */
  Setting(String text) {
    this.text = text;
    String[] words = text.trim().split("\\s+", -1);
    name = words[0];
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals < 1
          || values.put(words[i].substring(0, equals), words[i].substring(equals + 1)) != null) {
        throw wrong(words[i]);
      }
    }
    left.addAll(values.keySet());
  }

  String name() {
    return name;
  }

  /** The value of a key, or null. */
  @Nullable String find(String key) {
    left.remove(key);
    return values.get(key);
  }

  String text(String key, String without) {
    String value = find(key);
    return value == null ? without : value;
  }

  int number(String key, int without) {
    return (int) decimal(key, without);
  }

  double decimal(String key, double without) {
    String value = find(key);
    return value == null ? without : Double.parseDouble(value);
  }

  long bytes(String key, String without) {
    return DataSize.parse(text(key, without)).bytes();
  }

  double seconds(String key, String without) {
    return TimeSpan.parse(text(key, without)).seconds();
  }

  Bandwidth rate(String key, String without) {
    return Bandwidth.parse(text(key, without));
  }

  IllegalStateException wrong(String what) {
    return new IllegalStateException("validation table: '" + what + "' in '" + text + "'");
  }

  /** Checks that all keys were asked for. */
  void finish() {
    if (!left.isEmpty()) {
      throw wrong(String.join(", ", left));
    }
  }
}
