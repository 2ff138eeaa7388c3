package io.busbar.formats.csv;

import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.DuplicateHeaderMode;

/**
 * A CSV file with a header. Blank cells read as empty text; columns nobody asks for are ignored.
 * Immutable.
 *
 * @param source the file as the user named it
 * @param columns names in the header, in order
 * @param rows the rest, in order
 */
public record CsvTable(String source, List<String> columns, List<Row> rows) {
  /** Larger files are refused; fifty thousand published runs take about 28 MB. */
  public static final int MAX_BYTES = 64 << 20;

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180
          .builder()
          .setHeader()
          .setSkipHeaderRecord(true)
          .setDuplicateHeaderMode(DuplicateHeaderMode.ALLOW_ALL)
          .setAllowMissingColumnNames(true)
          .setIgnoreEmptyLines(true)
          .setTrim(true)
          .get();

  public CsvTable {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /**
   * A line of the table.
   *
   * @param at file and the line where it ends
   * @param cells what is written in it, by column; none of them blank
   */
  public record Row(Position at, Map<String, String> cells) {
    /** The text of a column, empty when the column or the cell is missing. */
    public String text(String column) {
      return cells.getOrDefault(column, "");
    }
  }

  /**
   * @throws InputException when the file is missing, too large, no UTF-8 or no CSV
   */
  public static CsvTable read(Path file) {
    String name = file.toString();
    byte[] bytes = UserFile.bytes(file, MAX_BYTES);
    try {
      return read(name, new StringReader(decode(bytes)));
    } catch (CharacterCodingException e) {
      throw refuse(name, 0, "UTF-8 text");
    } catch (IOException e) {
      throw refuse(name, 0, "a readable CSV file: " + e.getMessage());
    }
  }

  /**
   * A table that is already in memory.
   *
   * @param name what messages call it
   * @throws InputException when it is no CSV
   */
  public static CsvTable parse(String name, String text) {
    try {
      return read(name, new StringReader(text));
    } catch (IOException e) {
      throw refuse(name, 0, "a readable CSV text: " + e.getMessage());
    }
  }

  private static String decode(byte[] bytes) throws CharacterCodingException {
    CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
    boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
    return marked ? text.subSequence(1, text.length()).toString() : text.toString();
  }

  private static CsvTable read(String name, Reader reader) throws IOException {
    try (CSVParser parser = CSVParser.parse(reader, FORMAT)) {
      List<String> columns = parser.getHeaderNames();
      check(name, columns);
      List<Row> rows = new ArrayList<>();
      try {
        for (CSVRecord record : parser) {
          rows.add(row(name, parser.getCurrentLineNumber(), record, columns));
        }
      } catch (UncheckedIOException e) {
        Throwable cause = e.getCause();
        throw invalid(name, parser, cause == null ? e : cause);
      } catch (IllegalStateException e) {
        throw invalid(name, parser, e);
      }
      return new CsvTable(name, columns, rows);
    } catch (IllegalArgumentException e) {
      throw refuse(name, 1, "a header line with each column once: " + e.getMessage());
    }
  }

  /** Each column has a name, once. */
  private static void check(String name, List<String> columns) {
    Problems problems = new Problems();
    Map<String, Integer> first = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i + 1;
      String read = columns.get(i);
      Integer before = first.putIfAbsent(read, column);
      if (read.isBlank()) {
        problems.add(() -> header(name, "", "a name for column " + column));
      } else if (before != null) {
        String twice = "each column once; this is the name of columns " + before + " and " + column;
        problems.add(() -> header(name, read, twice));
      }
    }
    problems.throwIfAny();
  }

  private static Problem header(String name, String read, String expected) {
    return new Problem(new Position(name, 1, 0), "header", read, expected, "");
  }

  private static InputException invalid(String name, CSVParser parser, Throwable e) {
    return refuse(name, (int) parser.getCurrentLineNumber(), "valid CSV: " + e.getMessage());
  }

  private static Row row(String name, long line, CSVRecord record, List<String> columns) {
    Map<String, String> cells = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(record.size(), columns.size()); i++) {
      if (!record.get(i).isEmpty()) {
        cells.put(columns.get(i), record.get(i));
      }
    }
    return new Row(new Position(name, (int) line, 0), cells);
  }

  private static InputException refuse(String name, int line, String expected) {
    return new InputException(new Problem(new Position(name, line, 0), "", "", expected, ""));
  }
}
