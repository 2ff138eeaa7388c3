package io.busbar.app.serve;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A call of one view. Immutable.
 *
 * @param view its name
 * @param values by the name of their field, as typed; of a dropped file its path
 */
public record Call(String view, Map<String, List<String>> values) {
  public Call {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    values.forEach((field, texts) -> copy.put(field, List.copyOf(texts)));
    values = Collections.unmodifiableMap(copy);
  }

  /** Whether a switch is on or a field has a value. */
  public boolean has(String field) {
    return values.containsKey(field);
  }
}
