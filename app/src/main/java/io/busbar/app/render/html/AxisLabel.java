package io.busbar.app.render.html;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The label of an axis, taken apart: {@code step time (s)} is a name and a unit. Immutable.
 *
 * @param unit the unit in parentheses or behind a comma at the end; empty when there is none that
 *     takes prefixes
 */
record AxisLabel(String name, String unit) {
  private static final Pattern NAME_AND_UNIT =
      Pattern.compile("(.*\\S)\\s*(?:[(\\[]|, )([^()\\[\\]]+)[)\\]]?");

  static AxisLabel of(String label) {
    Matcher m = NAME_AND_UNIT.matcher(label.strip());
    if (m.matches() && UnitScale.hasPrefixes(m.group(2))) {
      return new AxisLabel(m.group(1), m.group(2));
    }
    return new AxisLabel(label.strip(), "");
  }

  /** The label with the unit in which the axis is printed. */
  String in(UnitScale scale) {
    return scale.unit().isEmpty() ? name : name + " (" + scale.unit() + ")";
  }
}
