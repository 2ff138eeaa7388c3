package io.busbar.app.render.text;

import io.busbar.base.report.Block;
import java.util.ArrayList;
import java.util.List;

/**
 * Tables with a thin rule below the header. What is too wide is first wrapped inside its column;
 * when that does not suffice the columns continue below, each time beside the first one.
 */
final class TableText {
  private static final int INDENT = 2;
  private static final int GAP = 2;
  private static final int MAX_UNBROKEN = 24;
  private static final int MAX_HEADER = 14;

  private final List<Block.Column> columns;
  private final List<String> headers;
  private final List<List<String>> rows = new ArrayList<>();
  private final Paper paper;

  private TableText(Block.Table table, Paper paper) {
    this.paper = paper;
    this.columns = new ArrayList<>(table.columns());
    for (List<String> row : table.rows()) {
      rows.add(row.stream().map(paper::plain).toList());
      while (columns.size() < row.size()) {
        columns.add(Block.Column.text(""));
      }
    }
    this.headers = columns.stream().map(column -> paper.plain(column.header())).toList();
  }

  static void write(Block.Table table, Paper paper) {
    TableText text = new TableText(table, paper);
    if (!text.columns.isEmpty()) {
      text.parts();
    }
    if (table.rows().isEmpty()) {
      paper.line("  " + Ink.DIM.on("(none)"));
    }
    if (!table.note().isEmpty()) {
      paper.wrapped("  ", Ink.DIM, paper.plain(table.note()));
    }
  }

  /** Writes the columns in as many parts as the width needs. */
  private void parts() {
    List<Integer> part = new ArrayList<>(List.of(0));
    int used = INDENT + narrow(0);
    int from = 1;
    for (int column = 1; column < columns.size(); column++) {
      if (used + GAP + narrow(column) > paper.width() && part.size() > 1) {
        part(part, from, column);
        part = new ArrayList<>(List.of(0));
        used = INDENT + narrow(0);
        from = column;
      }
      part.add(column);
      used += GAP + narrow(column);
    }
    part(part, from, columns.size());
  }

  private void part(List<Integer> part, int from, int to) {
    boolean whole = part.size() == columns.size();
    if (!whole && from > 1) {
      paper.blank();
    }
    if (!whole) {
      String range = to - from == 1 ? "column " + to : "columns " + (from + 1) + " to " + to;
      String first = "beside the first";
      paper.line("  " + Ink.DIM.on("(" + range + " of " + columns.size() + ", " + first + ")"));
    }
    int[] widths = widths(part);
    List<String> header = part.stream().map(headers::get).toList();
    if (header.stream().anyMatch(h -> !h.isEmpty())) {
      row(part, header, widths, true);
      int total = GAP * (widths.length - 1);
      for (int width : widths) {
        total += width;
      }
      paper.line("  " + paper.rule(total));
    }
    for (List<String> row : rows) {
      row(part, part.stream().map(c -> c < row.size() ? row.get(c) : "").toList(), widths, false);
    }
  }

  /** Natural widths where they fit; else the widest columns give way. */
  private int[] widths(List<Integer> part) {
    int[] widths = part.stream().mapToInt(this::natural).toArray();
    int[] least = part.stream().mapToInt(this::narrow).toArray();
    int room = paper.width() - INDENT - GAP * (widths.length - 1);
    int total = 0;
    for (int width : widths) {
      total += width;
    }
    while (total > room) {
      int widest = -1;
      for (int i = 0; i < widths.length; i++) {
        boolean canGive = widths[i] > least[i];
        if (canGive && (widest < 0 || widths[i] > widths[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        break;
      }
      widths[widest]--;
      total--;
    }
    return widths;
  }

  /** Width at which no cell is wrapped; a header may be, over several lines. */
  private int natural(int column) {
    String header = headers.get(column);
    int room = Math.max(Cells.longestWord(header), MAX_HEADER);
    int width = Cells.widest(Cells.wrap(header, room));
    for (List<String> row : rows) {
      width = Math.max(width, column < row.size() ? Cells.width(row.get(column)) : 0);
    }
    return Math.max(1, width);
  }

  /** Width that a column cannot go below: its longest word, as far as that is reasonable. */
  private int narrow(int column) {
    if (columns.get(column).numeric()) {
      return Math.min(MAX_UNBROKEN, natural(column));
    }
    int width = Cells.longestWord(headers.get(column));
    for (List<String> row : rows) {
      width = Math.max(width, column < row.size() ? Cells.longestWord(row.get(column)) : 0);
    }
    return Math.max(1, Math.min(MAX_UNBROKEN, Math.min(natural(column), Math.max(width, 10))));
  }

  private void row(List<Integer> part, List<String> cells, int[] widths, boolean header) {
    List<List<String>> wrapped = new ArrayList<>();
    int height = 1;
    for (int i = 0; i < widths.length; i++) {
      wrapped.add(Cells.wrap(cells.get(i), widths[i]));
      height = Math.max(height, wrapped.get(i).size());
    }
    for (int line = 0; line < height; line++) {
      StringBuilder out = new StringBuilder(" ".repeat(INDENT));
      for (int i = 0; i < widths.length; i++) {
        List<String> cell = wrapped.get(i);
        // The lines of a header stand on the rule, those of a cell hang from its top.
        int from = header ? line - (height - cell.size()) : line;
        String text = from >= 0 && from < cell.size() ? cell.get(from) : "";
        String shown = header ? Ink.BOLD.on(text) : text;
        boolean numeric = columns.get(part.get(i)).numeric();
        out.append(i > 0 ? " ".repeat(GAP) : "")
            .append(numeric ? Cells.padLeft(shown, widths[i]) : Cells.padRight(shown, widths[i]));
      }
      paper.line(out.toString());
    }
  }
}
