package io.busbar.formats.artefact;

import java.util.Map;

/**
 * A message that a log is known to print.
 *
 * @param id of the message, {@code ib-completion-error}
 * @param values what stood in its places
 */
public record Signal(String id, Map<String, String> values, Origin origin, Place at)
    implements Entry {
  public Signal {
    values = Map.copyOf(values);
  }

  /** A value, or empty text. */
  public String value(String name) {
    return values.getOrDefault(name, "");
  }

  /** A value as a whole number, or −1. */
  public long number(String name) {
    String text = value(name);
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
  }
}
