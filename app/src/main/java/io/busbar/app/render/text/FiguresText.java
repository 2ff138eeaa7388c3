package io.busbar.app.render.text;

import io.busbar.base.explain.Explained;
import io.busbar.base.report.Block;
import java.util.ArrayList;
import java.util.List;

/**
 * Labels, values and notes in three columns. Numbers stand right-aligned before their units; the
 * reasons of figures follow as trees.
 */
final class FiguresText {
  private static final int MAX_LABEL = 38;
  private static final int MAX_VALUE = 34;
  private static final int MIN_NOTE = 24;

  private FiguresText() {}

  static void write(Block.Figures figures, Paper paper) {
    List<Row> rows = new ArrayList<>();
    int label = 0;
    int number = 0;
    for (Block.Figure figure : figures.rows()) {
      Row row = Row.of(figure, paper);
      rows.add(row);
      label = Math.max(label, Math.min(MAX_LABEL, Cells.width(row.label)));
      number = Math.max(number, Cells.width(row.number));
    }
    List<String> values = new ArrayList<>();
    int value = 0;
    for (Row row : rows) {
      String text = row.value(number);
      values.add(text);
      value = Math.max(value, Math.min(MAX_VALUE, Cells.width(text)));
    }
    for (int i = 0; i < rows.size(); i++) {
      write(rows.get(i), values.get(i), label, value, paper);
    }
    reasons(figures, paper);
  }

  private static void write(Row row, String value, int labelWidth, int valueWidth, Paper paper) {
    int noteAt = 2 + labelWidth + 2 + valueWidth + 2;
    int valueRoom = row.note.isEmpty() ? paper.width() - labelWidth - 4 : valueWidth;
    List<String> labels = Cells.wrap(row.label, labelWidth);
    List<String> values =
        Cells.width(value) <= valueRoom ? List.of(value) : Cells.wrap(value.strip(), valueRoom);
    boolean beside = paper.width() - noteAt >= MIN_NOTE;
    List<String> notes =
        row.note.isEmpty() || !beside ? List.of() : Cells.wrap(row.note, paper.width() - noteAt);
    int lines = Math.max(labels.size(), Math.max(values.size(), notes.size()));
    for (int i = 0; i < lines; i++) {
      String line =
          "  " + Cells.padRight(i < labels.size() ? labels.get(i) : "", labelWidth) + "  ";
      String shown = i < values.size() ? values.get(i) : "";
      line += i < notes.size() ? Cells.padRight(shown, valueWidth) + "  " : shown;
      paper.line(i < notes.size() ? line + Ink.DIM.on(notes.get(i)) : line);
    }
    if (!beside && !row.note.isEmpty()) {
      paper.wrapped("      ", Ink.DIM, row.note);
    }
  }

  private static void reasons(Block.Figures figures, Paper paper) {
    List<Explained> roots = new ArrayList<>();
    for (Block.Figure figure : figures.rows()) {
      Explained reasons = figure.reasons();
      if (reasons != null) {
        roots.add(reasons);
      }
    }
    if (!roots.isEmpty()) {
      paper.blank();
      paper.line("  " + Ink.DIM.on("reasons"));
      ReasonsText.write(roots, paper);
    }
  }

  /** A figure with its value split into number and unit; no number when it does not start so. */
  private record Row(String label, String number, String rest, String note) {
    static Row of(Block.Figure figure, Paper paper) {
      String value = paper.plain(figure.value());
      int end = numberEnd(value);
      return new Row(
          paper.plain(figure.label()),
          value.substring(0, end),
          value.substring(end),
          paper.plain(figure.note()));
    }

    String value(int numberWidth) {
      return number.isEmpty() ? rest : Cells.padLeft(number, numberWidth) + rest;
    }

    /** Length of a number that is followed by the end or a blank, else 0. */
    private static int numberEnd(String value) {
      int at = 0;
      boolean digits = false;
      while (at < value.length() && "$+-−≈~<>=.,0123456789".indexOf(value.charAt(at)) >= 0) {
        digits |= Character.isDigit(value.charAt(at));
        at++;
      }
      boolean ends = at == value.length() || value.charAt(at) == ' ';
      return digits && ends ? at : 0;
    }
  }
}
