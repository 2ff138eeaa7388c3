package io.busbar.fleet.diagnose;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.formats.csv.CsvTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What hosts and ports share, as the site knows it. Immutable.
 *
 * @param rows a row for each thing and column that has a value
 */
record Inventory(List<Row> rows) {
  private static final String HOST = "host";
  private static final String PORT = "port";

  Inventory {
    rows = List.copyOf(rows);
  }

  /**
   * A thing and what it shares.
   *
   * @param device of a port as findings name it; empty for the host as a whole
   */
  record Row(String host, String device, String name, String value) {}

  /**
   * Reads a table.
   *
   * @param file empty for none
   * @throws InputException when it has no column host
   */
  static Inventory read(String file) {
    if (file.isEmpty()) {
      return new Inventory(List.of());
    }
    CsvTable table = CsvTable.read(Path.of(file));
    if (!table.columns().contains(HOST)) {
      String read = String.join(",", table.columns());
      throw new InputException(
          new Problem(Position.of(file), HOST, read, "a column host, and what hosts share", ""));
    }
    List<Row> rows = new ArrayList<>();
    for (CsvTable.Row row : table.rows()) {
      for (String column : table.columns()) {
        String value = row.text(column).strip();
        if (!column.equals(HOST) && !column.equals(PORT) && !value.isEmpty()) {
          String port = table.columns().contains(PORT) ? row.text(PORT).strip() : "";
          rows.add(new Row(row.text(HOST).strip(), port, column, value));
        }
      }
    }
    return new Inventory(rows);
  }
}
