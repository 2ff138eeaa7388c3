package io.busbar.formats.osu;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.lines.ByteLines;
import io.busbar.formats.nccltests.Collectives;
import io.busbar.formats.osu.OsuTable.Row;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the latency tables of OSU micro-benchmarks out of a log: a title, a header, then sizes with
 * their average. Other lines are passed over. One instance reads one file.
 */
public final class OsuReader {
  private static final int MAX_LINE_BYTES = 4096;
  private static final int MAX_ROWS = 100_000;
  private static final Pattern TITLE =
      Pattern.compile("# (OSU .{0,40}?([A-Z][A-Za-z_-]+(?: [A-Z][A-Za-z]+)*) Latency Test.*)");
  private static final Pattern ROW =
      Pattern.compile("^\\s*(\\d{1,18})\\s+(\\d{1,15}(?:\\.\\d{1,9})?)(?:\\s.*)?$");

  private final String source;
  private final Problems warnings;
  private final List<OsuTable> tables = new ArrayList<>();
  private List<Row> rows = new ArrayList<>();
  private String title = "";
  private String collective = "";
  private int titleLine;

  private OsuReader(String source, Problems warnings) {
    this.source = source;
    this.warnings = warnings;
  }

  /**
   * The tables of a stream; none when it has no title of OSU.
   *
   * @param source what messages call it
   * @param warnings where a row without its time is told
   */
  public static List<OsuTable> read(String source, InputStream in, Problems warnings)
      throws IOException {
    OsuReader reader = new OsuReader(source, warnings);
    ByteLines lines = new ByteLines(in, MAX_LINE_BYTES);
    while (lines.next()) {
      reader.line(lines);
    }
    reader.finish();
    return reader.tables;
  }

  private void line(ByteLines lines) {
    if (lines.contains("# OSU ")) {
      Matcher found = TITLE.matcher(lines.text());
      if (found.find()) {
        finish();
        title = found.group(1).strip();
        collective = collective(found.group(2));
        titleLine = lines.number();
      }
      return;
    }
    if (title.isEmpty() || lines.length() == 0) {
      return;
    }
    String text = lines.text();
    Matcher row = ROW.matcher(text);
    if (row.matches() && rows.size() < MAX_ROWS) {
      double time = Double.parseDouble(row.group(2));
      if (time > 0) {
        rows.add(new Row(lines.number(), Long.parseLong(row.group(1)), time));
      }
    } else if (text.strip().matches("\\d{1,18}")) {
      Position at = new Position(source, lines.number(), 0);
      warnings.add(at, "", text.strip(), "a size and its average latency", "the row is left out");
    }
  }

  /** {@code MPI-CUDA Allreduce}: the last words that name a collective. */
  private static String collective(String words) {
    String rest = words;
    while (true) {
      String name = Collectives.named(rest);
      int blank = rest.indexOf(' ');
      if (!name.isEmpty() || blank < 0) {
        return name;
      }
      rest = rest.substring(blank + 1);
    }
  }

  private void finish() {
    if (!rows.isEmpty()) {
      tables.add(new OsuTable(titleLine, title, collective, rows));
    }
    rows = new ArrayList<>();
    title = "";
  }
}
