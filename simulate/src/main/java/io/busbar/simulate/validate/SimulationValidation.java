package io.busbar.simulate.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Plays the table of scenarios with known answers. Stateless. */
public final class SimulationValidation {
  /** What came of a row. */
  public enum Verdict {
    HELD,
    NOT_HELD,
    /** Nothing was expected. */
    SHOWN,
    /** A slow row that was not asked for. */
    NOT_PLAYED
  }

  /**
   * All rows that were asked for.
   *
   * @param held rows whose figure is as expected
   */
  public record Answer(int held, int notHeld, int shown, int notPlayed, List<Result> rows) {
    public Answer {
      rows = List.copyOf(rows);
    }
  }

  /**
   * One row.
   *
   * @param run what is played, as the table writes it
   * @param figure what is read from it
   * @param expectedLow the least that holds; null for no limit
   * @param expectedHigh the most that holds; null for no limit
   * @param expected as a table prints it
   * @param slow played only when all rows are asked for
   * @param measured null when it was not played
   * @param note why it does not hold, or how to read it
   */
  public record Result(
      String id,
      String topic,
      String scenario,
      String run,
      String figure,
      Comparison comparison,
      String expected,
      @Nullable Double expectedLow,
      @Nullable Double expectedHigh,
      String unit,
      String source,
      boolean slow,
      @Nullable Double measured,
      Verdict verdict,
      String note) {}

  private SimulationValidation() {}

  /**
   * Plays rows.
   *
   * @param all slow rows too: minutes instead of seconds
   * @param only a topic or the beginning of an id; empty for everything
   */
  public static Answer run(boolean all, String only) {
    Predicate<Expectation> asked =
        row -> only.isEmpty() || row.topic().equals(only) || row.id().startsWith(only);
    Experiments experiments = new Experiments();
    List<Result> rows = new ArrayList<>();
    for (Expectation row : ExpectationTable.standard().rows()) {
      if (asked.test(row)) {
        rows.add(result(row, all || !row.slow() ? experiments.measure(row) : null));
      }
    }
    return new Answer(
        count(rows, Verdict.HELD),
        count(rows, Verdict.NOT_HELD),
        count(rows, Verdict.SHOWN),
        count(rows, Verdict.NOT_PLAYED),
        rows);
  }

  /** The names of topics, and the ids of rows: what {@code only} may be. */
  public static List<String> names() {
    ExpectationTable table = ExpectationTable.standard();
    List<String> names = new ArrayList<>(table.topics().keySet());
    table.rows().forEach(row -> names.add(row.id()));
    return names;
  }

  private static int count(List<Result> rows, Verdict verdict) {
    return (int) rows.stream().filter(row -> row.verdict() == verdict).count();
  }

  private static Result result(Expectation row, @Nullable Double measured) {
    Verdict verdict =
        measured == null
            ? Verdict.NOT_PLAYED
            : row.comparison() == Comparison.SHOWN
                ? Verdict.SHOWN
                : row.holds(measured) ? Verdict.HELD : Verdict.NOT_HELD;
    return new Result(
        row.id(),
        row.topic(),
        row.scenario(),
        row.over().isEmpty() ? row.run() : row.run() + " over " + row.over(),
        row.figure(),
        row.comparison(),
        Print.expected(row),
        limit(row.comparison().low(row.expected(), row.tolerance())),
        limit(row.comparison().high(row.expected(), row.tolerance(), row.upTo())),
        row.unit(),
        row.source(),
        row.slow(),
        measured,
        verdict,
        row.note());
  }

  private static @Nullable Double limit(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
