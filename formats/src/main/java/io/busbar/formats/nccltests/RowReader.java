package io.busbar.formats.nccltests;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.nccltests.NcclTestsTable.Half;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Puts the rows of a table together. Other processes write into the same output, and the tool
 * flushes a row in three pieces, so a row may be broken off by a foreign line and go on behind it.
 * At most one row is open at a time. Not thread-safe.
 */
final class RowReader {
  /** A GB/s in bytes per microsecond. */
  private static final double BYTES_PER_US = 1e3;

  private static final double ROUNDING_GBPS = 0.011;

  private final String source;
  private final Problems warnings;

  private List<Column> columns = List.of();
  private List<Column> current = List.of();
  private String @Nullable [] cells;
  private int filled;
  private int line;

  RowReader(String source, Problems warnings) {
    this.source = source;
    this.warnings = warnings;
  }

  /** The header that the next rows follow; empty for none. */
  void header(List<Column> header) {
    columns = header;
  }

  /** Whether a row waits for its rest. */
  boolean open() {
    return cells != null;
  }

  /**
   * Starts a row.
   *
   * @param at the word of the size
   * @return the row when the line holds all of it
   */
  @Nullable Row start(Words words, int at, int lineNumber) {
    List<Column> layout = columns.isEmpty() ? guess(words, at) : columns;
    cells = new String[layout.size()];
    current = layout;
    filled = 0;
    line = lineNumber;
    return take(words, at, true);
  }

  private static List<Column> guess(Words words, int at) {
    boolean redop = at + 3 < words.count() && !numeric(words.text(at + 3));
    int numbers = 0;
    for (int i = at + (redop ? 4 : 3); i < words.count(); i++) {
      numbers += numeric(words.text(i)) ? 1 : 0;
    }
    return Column.guessed(redop, numbers);
  }

  /**
   * Goes on with the open row when the line starts with the next piece that the tool flushes.
   *
   * @return the row when it is complete
   */
  @Nullable Row resume(Words words) {
    int at = 0;
    while (at < words.count() && words.tag(at)) {
      at++;
    }
    int piece = filled + 1;
    while (piece < current.size() && !current.get(piece).startsHalf()) {
      piece++;
    }
    if (words.count() - at < piece - filled) {
      return null;
    }
    for (int i = filled; i < piece; i++) {
      if (!fits(current.get(i), words.text(at + i - filled))) {
        return null;
      }
    }
    return take(words, at, false);
  }

  private @Nullable Row take(Words words, int at, boolean first) {
    String[] into = cells;
    if (into == null) {
      return null;
    }
    int word = at;
    boolean foreign = false;
    while (filled < into.length && word < words.count() && !foreign) {
      Column column = current.get(filled);
      String text = first && word == at ? words.size(word) : words.text(word);
      if (fits(column, text)) {
        into[filled++] = text;
        word++;
      } else if (garbled(words, word)) {
        warn(column, text);
        into[filled++] = "";
        word++;
      } else {
        foreign = true;
        takeGlued(into, column, text);
      }
    }
    boolean awaitsTime = !reached(Column.BUSBW, 1);
    if (filled < into.length && (foreign || awaitsTime) && atFlush()) {
      return null;
    }
    return close();
  }

  /** A number at whose end a foreign line starts without a blank: {@code -1node01:12:12}. */
  private void takeGlued(String[] into, Column column, String text) {
    boolean lastOfPiece = column == Column.ROOT || column == Column.WRONG;
    String number = text.replaceFirst("^(-1|0|N/A).*$", "$1");
    if (lastOfPiece && !number.equals(text)) {
      into[filled++] = number;
    }
  }

  /** One bad cell inside a row, as against the start of foreign text: the row goes on behind it. */
  private boolean garbled(Words words, int word) {
    int left = current.size() - filled;
    boolean goesOn = words.count() - word >= Math.min(left, 3) && left > 1;
    return goesOn && fits(current.get(filled + 1), words.text(word + 1));
  }

  /** Whether what is filled ends where the tool flushes: before a time. */
  private boolean atFlush() {
    return current.get(filled).startsHalf();
  }

  private boolean reached(Column column, int times) {
    int seen = 0;
    for (int i = 0; i < filled; i++) {
      seen += current.get(i) == column ? 1 : 0;
    }
    return seen >= times;
  }

  private void warn(Column column, String text) {
    String key = column.name().toLowerCase(Locale.ROOT);
    warnings.add(new Position(source, line, 0), key, text, "a number", "the cell is left out");
  }

  private static boolean fits(Column column, String text) {
    return switch (column) {
      case SIZE, COUNT -> text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
      case TYPE, OTHER -> true;
      case REDOP -> !numeric(text) && text.indexOf(':') < 0 && text.length() <= 12;
      case ROOT -> text.matches("-?\\d{1,9}");
      case TIME, ALGBW, BUSBW, WRONG, ERROR -> numeric(text) || absent(text);
    };
  }

  private static boolean absent(String text) {
    return text.equals("N/A") || text.equals("-");
  }

  /**
   * Decimal digits with point, sign and exponent; NaN for all else, hexadecimal and suffixes too.
   */
  static double number(String text) {
    if (text.length() > 32 || text.isEmpty()) {
      return Double.NaN;
    }
    for (int i = 0; i < text.length(); i++) {
      if ("0123456789.eE+-".indexOf(text.charAt(i)) < 0) {
        return Double.NaN;
      }
    }
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) ? value : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static boolean numeric(String text) {
    return !Double.isNaN(number(text));
  }

  /** Ends the open row with what there is of it; null when that is no time. */
  @Nullable Row close() {
    String[] done = cells;
    cells = null;
    if (done == null) {
      return null;
    }
    int halfAt = current.indexOf(Column.TIME);
    int secondAt = secondHalf(halfAt);
    Half out = half(done, halfAt, secondAt);
    Half in = secondAt < 0 ? Half.NONE : half(done, secondAt, current.size());
    boolean cut = halfAt < 0 || cutInside(halfAt, secondAt) || cutInside(secondAt, current.size());
    if (cut || (!out.measured() && !in.measured())) {
      warnings.add(
          new Position(source, line, 0),
          "",
          String.join(" ", Arrays.asList(done).subList(0, filled)),
          "a row with size, count, type, time, algbw and busbw",
          out.measured() || in.measured() ? "what is there is used" : "the row is left out");
    }
    if (!out.measured() && !in.measured()) {
      return null;
    }
    Row row = row(done, out, in);
    checkRate(row.sizeBytes(), out);
    checkRate(row.sizeBytes(), in);
    return row;
  }

  /** {@code algbw = size / time}; otherwise columns were shifted or figures changed. */
  private void checkRate(long sizeBytes, Half half) {
    double rate = sizeBytes / (half.timeUs() * BYTES_PER_US);
    if (half.measured() && Math.abs(half.algbwGBps() - rate) > 0.05 * rate + ROUNDING_GBPS) {
      warnings.add(
          new Position(source, line, 0),
          "algbw",
          String.format(Locale.ROOT, "%.2f GB/s", half.algbwGBps()),
          String.format(Locale.ROOT, "size / time = %.2f GB/s", rate),
          "");
    }
  }

  private int secondHalf(int first) {
    for (int i = first + 1; i < current.size(); i++) {
      if (first >= 0 && current.get(i) == Column.TIME) {
        return i;
      }
    }
    return -1;
  }

  /** Whether the row ends within a half before its busbw. */
  private boolean cutInside(int from, int to) {
    if (from < 0 || filled <= from) {
      return false;
    }
    int end = to < 0 ? current.size() : to;
    int busbw = current.subList(from, end).indexOf(Column.BUSBW);
    return busbw >= 0 && filled <= from + busbw;
  }

  private Row row(String[] done, Half out, Half in) {
    String root = cell(done, Column.ROOT, 0, current.size());
    return new Row(
        line,
        Long.parseLong(cell(done, Column.SIZE, 0, current.size())),
        Long.parseLong(cell(done, Column.COUNT, 0, current.size())),
        cell(done, Column.TYPE, 0, current.size()),
        cell(done, Column.REDOP, 0, current.size()),
        root.isEmpty() ? -1 : Integer.parseInt(root),
        out,
        in);
  }

  private Half half(String[] done, int from, int end) {
    if (from < 0) {
      return Half.NONE;
    }
    int to = end < 0 ? current.size() : end;
    double wrong = number(cell(done, Column.WRONG, from, to));
    return new Half(
        number(cell(done, Column.TIME, from, to)),
        number(cell(done, Column.ALGBW, from, to)),
        number(cell(done, Column.BUSBW, from, to)),
        Double.isNaN(wrong) ? -1 : (long) wrong,
        number(cell(done, Column.ERROR, from, to)));
  }

  /** The text of the first such column of a range, empty when it has none or was not reached. */
  private String cell(String[] done, Column column, int from, int to) {
    int at = current.subList(from, to).indexOf(column);
    return at < 0 || from + at >= filled ? "" : done[from + at];
  }
}
