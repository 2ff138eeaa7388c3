package io.busbar.formats.csv;

import java.util.List;

/** CSV as Busbar writes it: RFC 4180, lines that end with a line feed. Stateless. */
public final class CsvText {
  private CsvText() {}

  /**
   * One line. A cell is quoted where it has to be, and where it is a text that a spreadsheet would
   * take for a formula; numbers stay as they are.
   *
   * @param cells texts and numbers; null is an empty cell
   */
  public static String line(List<?> cells) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      Object cell = cells.get(i);
      out.append(i == 0 ? "" : ",").append(cell == null ? "" : cell(cell));
    }
    return out.append('\n').toString();
  }

  private static String cell(Object cell) {
    String text = cell.toString();
    boolean formula = !(cell instanceof Number) && text.matches("(?s)[=+@-].*");
    return formula || text.matches("(?s).*[,\"\\r\\n].*")
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }
}
