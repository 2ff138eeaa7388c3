package io.busbar.app.imported;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.simulate.program.Program;
import io.busbar.simulate.traffic.Traffic;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of bytes: row i, column j is what rank i sends to rank j, as a count of bytes or with a
 * unit. Cells are parted by commas, semicolons or blanks; lines with # are comments.
 */
final class ByteMatrix {
  private static final int MOST_BYTES = 64 << 20;
  private static final int MOST_RANKS = 4096;
  private static final long MOST = 1L << 40;

  private ByteMatrix() {}

  /** What is wrong is added to the problems; the traffic is then not to be used. */
  static Program read(String source, InputStream in, Problems problems) throws IOException {
    byte[] bytes = in.readNBytes(MOST_BYTES + 1);
    List<long[]> rows = new ArrayList<>();
    if (bytes.length > MOST_BYTES) {
      problems.add(Position.of(source), "", "", "at most " + (MOST_BYTES >> 20) + " MiB", "");
      return none();
    }
    int number = 0;
    for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
      number++;
      String text = line.strip();
      if (!text.isEmpty() && !text.startsWith("#") && rows.size() <= MOST_RANKS) {
        rows.add(row(new Position(source, number, 0), text, rows.size(), problems));
      }
    }
    int ranks = rows.size();
    if (ranks < 2 || ranks > MOST_RANKS) {
      String expected = "2 to " + MOST_RANKS + " rows, one for each rank";
      problems.add(Position.of(source), "", "" + ranks, expected, "");
    }
    for (int i = 0; i < ranks && !problems.any(); i++) {
      if (rows.get(i).length != ranks) {
        String expected = ranks + " cells in each row, as there are rows";
        problems.add(Position.of(source), "row " + (i + 1), "" + rows.get(i).length, expected, "");
      }
    }
    return problems.any() ? none() : Program.of(ranks, Traffic.matrix(rows.toArray(new long[0][])));
  }

  private static Program none() {
    return new Program.Builder(0).build();
  }

  private static long[] row(Position at, String text, int row, Problems problems) {
    String[] cells = text.split("\\s*[,;]\\s*|\\s+", -1);
    long[] values = new long[Math.min(cells.length, MOST_RANKS + 1)];
    for (int i = 0; i < values.length; i++) {
      values[i] = cell(at, cells[i], problems);
      if (i == row && values[i] != 0) {
        problems.add(at, "column " + (i + 1), cells[i], "0: no rank sends to itself", "");
      }
    }
    return values;
  }

  private static long cell(Position at, String text, Problems problems) {
    try {
      long value = text.matches("\\d{1,15}") ? Long.parseLong(text) : DataSize.parse(text).bytes();
      if (value <= MOST) {
        return value;
      }
      problems.add(at, "", text, "at most 1 TiB", "");
    } catch (QuantityFormatException e) {
      problems.add(at, "", text, "bytes, such as 0, 65536 or 64KiB", e.hint());
    }
    return 0;
  }
}
