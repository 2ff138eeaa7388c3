package io.busbar.formats.nccltests;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.lines.ByteLines;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One pass over the text of one or more runs. One instance reads one file. */
final class TextOutput {
  private static final int MAX_LINE_BYTES = 8192;
  private static final int MAX_TABLES = 10_000;

  private final String source;
  private final Problems warnings;
  private final RowReader rows;
  private final Words words = new Words();
  private final List<NcclTestsTable> tables = new ArrayList<>();
  private TableBuilder table = new TableBuilder(1);
  private String nextCommand = "";
  private boolean tooMany;

  TextOutput(String source, Problems warnings) {
    this.source = source;
    this.warnings = warnings;
    this.rows = new RowReader(source, warnings);
  }

  NcclTests read(InputStream in) throws IOException {
    ByteLines lines = new ByteLines(in, MAX_LINE_BYTES);
    while (lines.next()) {
      line(lines);
    }
    finish();
    return new NcclTests(source, tables, warnings.list(), warnings.count());
  }

  private void line(ByteLines lines) {
    words.split(lines.bytes(), lines.length());
    int row = words.rowStart();
    if (row >= 0) {
      add(rows.close());
      if (table.over()) {
        next(lines.number());
      }
      add(rows.start(words, row, lines.number()));
      return;
    }
    if (rows.open()) {
      Row rest = rows.resume(words);
      if (rest != null) {
        add(rest);
        return;
      }
    }
    int comment = words.comment();
    if (comment >= 0) {
      comment(lines.text(comment, lines.length()), lines.number());
    } else {
      other(lines);
    }
  }

  private void add(@Nullable Row row) {
    if (row != null && !table.row(row) && !tooMany) {
      tooMany = true;
      Position at = new Position(source, row.line(), 0);
      warnings.add(at, "", "", "fewer rows in a table", "the rest is left out");
    }
  }

  private void comment(String text, int line) {
    List<Column> header = Column.header(text);
    if (!header.isEmpty()) {
      preamble(line);
      rows.header(header);
      return;
    }
    Preamble read = Preamble.of(text);
    if (read == null) {
      return;
    }
    if (read.footer()) {
      add(rows.close());
    } else {
      preamble(line);
    }
    read.into(table, line);
  }

  /** What stands before a table begins a new one once the last has rows or an end. */
  private void preamble(int line) {
    add(rows.close());
    if (table.spent()) {
      next(line);
    }
  }

  private void next(int line) {
    finish();
    table = new TableBuilder(line);
    table.command(nextCommand);
    nextCommand = "";
    rows.header(List.of());
  }

  /** Lines of the library, the shell and everybody else: the version and the command. */
  private void other(ByteLines lines) {
    int version = Math.max(lines.indexOf("NCCL version "), lines.indexOf("RCCL version : "));
    if (version >= 0) {
      String[] parts = lines.text(version, lines.length()).replace(": ", "").split("\\s+", 4);
      if (parts.length > 2 && Character.isDigit(parts[2].charAt(0))) {
        table.ncclVersion(parts[2].replaceFirst("\\+.*", ""));
      }
    } else if (lines.contains("_perf")) {
      String found = Collectives.inCommand(lines.text());
      if (!found.isEmpty() && table.spent()) {
        nextCommand = found;
      } else if (!found.isEmpty()) {
        table.command(found);
      }
    }
  }

  private void finish() {
    add(rows.close());
    if (!table.worthKeeping() || tables.size() >= MAX_TABLES) {
      return;
    }
    NcclTestsTable done = table.build(NcclTestsReader.fileName(source));
    if (done.independentJobs()) {
      warnings.add(
          new Position(source, done.line(), 0),
          "",
          "rank 0 more than once",
          "one job",
          "nccl-tests built without MPI=1 runs a job of its own on each host");
    }
    tables.add(done);
  }
}
