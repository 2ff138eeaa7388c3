package io.busbar.plan.validate;

import io.busbar.formats.csv.CsvTable;
import java.util.Map;
import java.util.TreeMap;

/** The sources of a table; those with few rows are pooled into one. Immutable. */
final class Sources {
  static final String POOLED = "others (under 10 rows each)";
  private static final int POOLED_BELOW = 10;

  private final Map<String, Integer> rows = new TreeMap<>();

  Sources(CsvTable table) {
    table.rows().forEach(row -> rows.merge(row.text("source"), 1, Integer::sum));
  }

  /** The name under which a source is scored. */
  String group(String source) {
    return rows.getOrDefault(source, 0) < POOLED_BELOW ? POOLED : source;
  }
}
