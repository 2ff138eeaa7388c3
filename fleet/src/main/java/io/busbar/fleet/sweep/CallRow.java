package io.busbar.fleet.sweep;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a call gave.
 *
 * @param exitCode of the call
 * @param error first line of what it complained of; empty when it did not
 * @param figures single values of its JSON by their dotted keys, as texts
 */
record CallRow(int number, int exitCode, String error, Map<String, String> figures) {
  CallRow {
    figures = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }
}
