package io.busbar.plan.calibrate;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.csv.CsvTable;
import io.busbar.formats.shape.Names;
import io.busbar.model.training.Precision;
import io.busbar.plan.step.Operator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a table of measured kernels, one a line: {@code op} and its shape, {@code time_us} of one
 * call. Stateless.
 */
public final class MeasuredOperators {
  private static final int MOST_ROWS = 10_000;
  private static final double LARGEST = 1e15;
  private static final String COUNT = "count";
  private static final String OUT_BYTES = "out_bytes";
  private static final String TIME = "time_us";
  private static final String PRECISION = "precision";

  /** Columns that a kind needs, beside the time. */
  private static final Map<String, List<String>> KINDS = kinds();

  private static final List<String> COLUMNS =
      List.of(
          "op",
          "m",
          "n",
          "k",
          COUNT,
          PRECISION,
          OUT_BYTES,
          "sequences",
          "tokens",
          "heads",
          "key_dim",
          "value_dim",
          "bytes",
          TIME,
          "notes");

  private final CsvTable.Row row;
  private final Problems problems;

  private MeasuredOperators(CsvTable.Row row, Problems problems) {
    this.row = row;
    this.problems = problems;
  }

  private static Map<String, List<String>> kinds() {
    List<String> attention = List.of("sequences", "tokens", "heads", "key_dim", "value_dim");
    Map<String, List<String>> kinds = new LinkedHashMap<>();
    kinds.put("matmul", List.of("m", "n", "k"));
    kinds.put("grouped", List.of("m", "n", "k", COUNT));
    kinds.put("attention", attention);
    kinds.put("attention-backward", attention);
    kinds.put("memory", List.of("bytes"));
    return kinds;
  }

  /**
   * @throws InputException with everything that is wrong
   */
  public static List<MeasuredOperator> read(CsvTable table) {
    Problems problems = new Problems();
    Position header = new Position(table.source(), 1, 0);
    for (String column : table.columns()) {
      if (!COLUMNS.contains(column)) {
        String expected = "one of " + String.join(", ", COLUMNS);
        problems.add(header, "header", column, expected, Nearest.hint(column, COLUMNS));
      }
    }
    for (String needed : List.of("op", TIME)) {
      if (!table.columns().contains(needed)) {
        problems.add(header, "header", "", "a column " + needed, "");
      }
    }
    problems.throwIfAny();
    if (table.rows().isEmpty() || table.rows().size() > MOST_ROWS) {
      throw new InputException(
          new Problem(
              Position.of(table.source()),
              "",
              table.rows().size() + " rows",
              "1 to " + MOST_ROWS + " measured kernels",
              ""));
    }
    List<MeasuredOperator> read = new ArrayList<>();
    for (CsvTable.Row row : table.rows()) {
      int before = problems.count();
      MeasuredOperator one = new MeasuredOperators(row, problems).one();
      if (problems.count() == before) {
        read.add(one);
      }
    }
    problems.throwIfAny();
    return read;
  }

  private MeasuredOperator one() {
    String kind = row.text("op");
    List<String> needed = KINDS.get(kind);
    if (needed == null) {
      String expected = "one of " + String.join(", ", KINDS.keySet());
      problems.add(row.at(), "op", kind, expected, Nearest.hint(kind, KINDS.keySet()));
      return new MeasuredOperator(row.at(), kind, new Operator.Stream(1), 1);
    }
    needed.forEach(column -> number(column, 0));
    double seconds = number(TIME, 0) / 1e6;
    Operator operator =
        switch (kind) {
          case "memory" -> new Operator.Stream(number("bytes", 0));
          case "matmul", "grouped" ->
              new Operator.Product(
                  number("m", 0),
                  number("n", 0),
                  number("k", 0),
                  kind.equals("grouped") ? number(COUNT, 0) : number(COUNT, 1),
                  precision(),
                  number(OUT_BYTES, 2));
          default ->
              new Operator.Attention(
                  number("sequences", 0),
                  number("tokens", 0),
                  number("heads", 0),
                  number("key_dim", 0),
                  number("value_dim", 0),
                  kind.endsWith("backward"));
        };
    return new MeasuredOperator(row.at(), kind, operator, seconds);
  }

  /**
   * @param blank what a blank cell means; 0 when it may not be blank
   */
  private double number(String column, double blank) {
    String text = row.text(column);
    if (text.isEmpty() && blank > 0) {
      return blank;
    }
    try {
      double value = Double.parseDouble(text);
      if (value > 0 && value < LARGEST) {
        return value;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    boolean told =
        problems.list().stream().anyMatch(p -> p.key().equals(column) && p.at().equals(row.at()));
    if (!told) {
      problems.add(row.at(), column, text, "a number above 0", "");
    }
    return 1;
  }

  private Precision precision() {
    String text = row.text(PRECISION);
    if (text.isEmpty()) {
      return Precision.BF16;
    }
    List<String> names = new ArrayList<>();
    for (Precision p : Precision.values()) {
      if (Names.of(p).equals(text)) {
        return p;
      }
      names.add(Names.of(p));
    }
    String expected = "one of " + String.join(", ", names);
    problems.add(row.at(), PRECISION, text, expected, Nearest.hint(text, names));
    return Precision.BF16;
  }
}
