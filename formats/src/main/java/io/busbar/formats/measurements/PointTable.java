package io.busbar.formats.measurements;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.lines.ByteLines;
import io.busbar.formats.measurements.Experiment.Point;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A CSV of points: numbers only, so a line that is no row costs only itself. It may be cut, or far
 * larger than a table ever is. Where a source publishes bandwidth only, the time is computed from
 * it. One instance reads one file.
 */
final class PointTable {
  private static final int MAX_LINE_BYTES = 4096;
  private static final int MAX_POINTS = 100_000;

  /** A GB/s in bytes per microsecond. */
  private static final double BYTES_PER_US = 1e3;

  private static final String SIZE = "size_bytes";
  private static final String TIME = "time_us";
  private static final String BUSBW = "busbw_GBps";
  private static final String IN_PLACE = "inplace_";

  /** Smaller bandwidths, printed with two decimals, are more than 5 percent uncertain. */
  private static final double COARSEST_GBPS = 0.1;

  private final String source;
  private final Problems warnings;
  private final double busFactor;
  private List<String> columns = List.of();
  private int coarse;

  /**
   * @param busFactor busbw over algbw, NaN when unknown
   */
  PointTable(String source, double busFactor, Problems warnings) {
    this.source = source;
    this.busFactor = busFactor;
    this.warnings = warnings;
  }

  /** Rows that were left out since all they have is a bandwidth of too few digits. */
  int coarse() {
    return coarse;
  }

  List<Point> read(InputStream in) throws IOException {
    ByteLines lines = new ByteLines(in, MAX_LINE_BYTES);
    List<Point> points = new ArrayList<>();
    while (lines.next()) {
      String text = lines.text().strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      if (columns.isEmpty()) {
        if (!header(text, lines.number())) {
          return points;
        }
        continue;
      }
      if (points.size() >= MAX_POINTS) {
        warn(lines.number(), "", "", "at most " + MAX_POINTS + " points", "the rest is left out");
        return points;
      }
      point(text, lines.number(), points);
    }
    return points;
  }

  private boolean header(String text, int line) {
    List<String> found = cells(text.startsWith("\uFEFF") ? text.substring(1) : text);
    boolean usable =
        found.contains(SIZE)
            && (found.contains(TIME) || found.contains(IN_PLACE + TIME) || found.contains(BUSBW));
    if (usable) {
      columns = found;
    } else {
      warn(line, "", text, "a header with " + SIZE + " and " + TIME, "the file is left out");
    }
    return usable;
  }

  private static List<String> cells(String text) {
    List<String> cells = new ArrayList<>();
    for (String cell : text.split(",", -1)) {
      cells.add(cell.strip().replaceAll("^\"|\"$", "").strip());
    }
    return cells;
  }

  private void point(String text, int line, List<Point> into) {
    List<String> cells = cells(text);
    double size = number(cells, SIZE, line);
    double algbw = number(cells, "algbw_GBps", line);
    double busbw = number(cells, BUSBW, line);
    double out = microseconds(size, positive(cells, TIME, line), algbw, busbw);
    double in =
        microseconds(
            size,
            positive(cells, IN_PLACE + TIME, line),
            number(cells, IN_PLACE + "algbw_GBps", line),
            number(cells, IN_PLACE + BUSBW, line));
    boolean whole = size > 0 && size <= 1L << 53 && size == Math.rint(size);
    if (whole && Double.isNaN(out) && Double.isNaN(in) && busbw < COARSEST_GBPS) {
      coarse++;
    } else if (!whole || (Double.isNaN(out) && Double.isNaN(in))) {
      warn(line, "", text, "a row with a size in bytes and a time", "the row is left out");
    } else {
      into.add(new Point(line, (long) size, out, in, algbw, busbw));
    }
  }

  /** The time as published, else {@code size / algbw} or {@code size · factor / busbw}. */
  private double microseconds(double size, double published, double algbw, double busbw) {
    if (!Double.isNaN(published)) {
      return published;
    }
    if (algbw >= COARSEST_GBPS) {
      return size / (algbw * BYTES_PER_US);
    }
    return busbw >= COARSEST_GBPS ? size * busFactor / (busbw * BYTES_PER_US) : Double.NaN;
  }

  private double positive(List<String> cells, String column, int line) {
    double value = number(cells, column, line);
    return value > 0 ? value : Double.NaN;
  }

  /** The number of a column; NaN when the cell is empty, missing or, with a warning, no number. */
  private double number(List<String> cells, String column, int line) {
    int at = columns.indexOf(column);
    String text = at < 0 || at >= cells.size() ? "" : cells.get(at);
    if (text.isEmpty()) {
      return Double.NaN;
    }
    if (text.length() <= 32 && text.matches("[0-9.]+(?:[eE][-+]?[0-9]{1,3})?")) {
      try {
        double value = Double.parseDouble(text);
        if (Double.isFinite(value)) {
          return value;
        }
      } catch (NumberFormatException e) {
        // several points: told below
      }
    }
    warn(line, column, text, "a number", "the cell is left out");
    return Double.NaN;
  }

  private void warn(int line, String key, String read, String expected, String hint) {
    warnings.add(new Position(source, line, 0), key, read, expected, hint);
  }
}
