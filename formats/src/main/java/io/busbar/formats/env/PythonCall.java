package io.busbar.formats.env;

import io.busbar.base.problem.Position;
import java.util.Map;

/**
 * A call, or a statement that a rule looks at, in a Python text.
 *
 * @param function last part of its name: {@code FSDP}, {@code no_sync}, {@code step}
 * @param arguments keyword arguments as they are written, in order
 * @param at where the name stands
 * @param condition what is written in the {@code if} that decides about it; empty for none
 */
public record PythonCall(
    String function, Map<String, String> arguments, Position at, String condition) {
  public PythonCall {
    arguments = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(arguments));
  }
}
