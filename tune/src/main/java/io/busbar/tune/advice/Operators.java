package io.busbar.tune.advice;

import io.busbar.formats.csv.CsvTable;
import org.jspecify.annotations.Nullable;

/** Rented machines by name of the catalogue; {@code *} stands for any letters. Stateless. */
final class Operators {
  private Operators() {}

  static @Nullable Operator of(String node) {
    for (CsvTable.Row row : Tables.read("operators.csv").rows()) {
      String pattern = row.text("node").replace(".", "\\.").replace("*", ".*");
      if (node.matches(pattern)) {
        return new Operator(
            row.text("topology_file"), row.text("script"), row.text("note"), row.text("source"));
      }
    }
    return null;
  }
}
