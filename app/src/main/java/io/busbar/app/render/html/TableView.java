package io.busbar.app.render.html;

import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table in a box of its own that scrolls sideways; a first column of text names the rows. */
final class TableView {
  private static final int LONGEST_WORD = 36;
  private static final int LONGEST_ON_ONE_LINE = 20;
  private static final int LONGEST_OF_FEW_LINES = 40;

  private TableView() {}

  static void write(Page page, Table table) {
    write(page, table.title(), table.columns(), table.rows(), List.of());
    if (!table.note().isBlank()) {
      page.markup().leaf("p", table.note(), "class", "note");
    }
  }

  /**
   * The table alone.
   *
   * @param swatches colour classes shown before the first cell of each row; empty for none
   */
  static void write(
      Page page,
      String title,
      List<Column> columns,
      List<List<String>> rows,
      List<String> swatches) {
    Markup out = page.markup();
    List<String> styles = styles(columns, rows);
    page.openScrollBox(title.isBlank() ? "Table" : title);
    out.open("table").open("thead").open("tr");
    for (int i = 0; i < columns.size(); i++) {
      out.leaf("th", columns.get(i).header(), "scope", "col", "class", styles.get(i));
    }
    out.close().close().open("tbody");
    for (int i = 0; i < rows.size(); i++) {
      row(out, styles, rows.get(i), swatches.isEmpty() ? "" : swatches.get(i));
    }
    out.close().close().close();
  }

  private static void row(Markup out, List<String> styles, List<String> cells, String swatch) {
    out.open("tr");
    for (int i = 0; i < styles.size(); i++) {
      String cell = i < cells.size() ? cells.get(i) : "";
      String css = styles.get(i);
      if (i == 0 && !css.equals("num")) {
        out.open("th", "scope", "row", "class", css);
        if (!swatch.isEmpty()) {
          swatch(out, swatch);
        }
        out.text(cell).close();
      } else {
        out.leaf("td", cell, "class", css);
      }
    }
    out.close();
  }

  /** The little square that ties a name to its colour. */
  static void swatch(Markup out, String css) {
    out.open("span", "class", "swatch " + css, "aria-hidden", "true").close();
  }

  /** One style per column, also for columns that only some rows have. */
  private static List<String> styles(List<Column> columns, List<List<String>> rows) {
    int width = Math.max(columns.size(), rows.stream().mapToInt(List::size).max().orElse(0));
    List<String> styles = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      int column = i;
      List<String> cells =
          rows.stream().filter(row -> row.size() > column).map(row -> row.get(column)).toList();
      boolean numeric = i < columns.size() && columns.get(i).numeric();
      styles.add(numeric ? "num" : textStyle(cells));
    }
    return styles;
  }

  /** Text gets the width that keeps its rows low; only a word that is itself too long is broken. */
  private static String textStyle(List<String> cells) {
    boolean longWord =
        cells.stream()
            .flatMap(cell -> Arrays.stream(cell.split("\\s")))
            .anyMatch(word -> word.length() > LONGEST_WORD);
    int longest = cells.stream().mapToInt(String::length).max().orElse(0);
    String size =
        longest <= LONGEST_ON_ONE_LINE
            ? "short"
            : longest <= LONGEST_OF_FEW_LINES ? "medium" : "long";
    return "txt " + (longWord ? "broken" : size);
  }
}
