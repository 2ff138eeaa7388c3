package io.busbar.plan.validate;

import io.busbar.base.problem.Position;
import io.busbar.formats.csv.CsvTable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The input columns of a row as numbers and words. Not thread-safe; one row, one use. */
final class RowReader {
  private final CsvTable.Row row;

  RowReader(CsvTable.Row row) {
    this.row = row;
  }

  Position at() {
    return row.at();
  }

  String text(String column) {
    return row.text(column);
  }

  boolean has(String column) {
    return !row.text(column).isEmpty();
  }

  boolean contains(String column, String word) {
    return row.text(column).toLowerCase(Locale.ROOT).contains(word);
  }

  /** The number of a column, or null when the cell is blank or no number. */
  @Nullable Double number(String column) {
    String text = row.text(column);
    if (text.isEmpty()) {
      return null;
    }
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) ? value : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** 1 or 0, else the fallback. */
  boolean flag(String column, boolean fallback) {
    return switch (text(column)) {
      case "1" -> true;
      case "0" -> false;
      default -> fallback;
    };
  }

  int count(String column, int fallback) {
    Double value = number(column);
    return value == null || value < 0 || value > Integer.MAX_VALUE
        ? fallback
        : (int) Math.round(value);
  }

  /**
   * @throws NotExpressible when the cell holds no positive whole number
   */
  int need(String column) {
    int value = count(column, 0);
    if (value < 1) {
      throw new NotExpressible("no " + column);
    }
    return value;
  }

  /** A row that the model has no words for. */
  static final class NotExpressible extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotExpressible(String reason) {
      super(reason, null, false, false);
    }
  }
}
