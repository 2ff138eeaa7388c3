package io.busbar.formats.launch;

import io.busbar.base.problem.Position;
import java.util.List;

/**
 * One setting in the words of its tool.
 *
 * @param name without leading dashes; keys inside mappings are joined with dots
 * @param values none for a flag that takes none; several for a list
 * @param at where the value stands, or the name where there is none
 * @param nameAt where the name stands
 * @param known whether the values are what the tool would see; else a part of them only the machine
 *     knows
 */
public record Setting(
    String name, List<String> values, Position at, Position nameAt, boolean known) {
  public Setting {
    values = List.copyOf(values);
  }

  /** All values in one text; empty for a flag. */
  public String value() {
    return String.join(" ", values);
  }

  /** The setting as a message shows it: {@code --micro-batch-size 4}. */
  public String shown() {
    return values.isEmpty() ? name : name + " " + value();
  }
}
