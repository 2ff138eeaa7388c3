package io.busbar.simulate.validate;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.simulate.validate.SimulationValidation.Answer;
import io.busbar.simulate.validate.SimulationValidation.Result;
import io.busbar.simulate.validate.SimulationValidation.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The rows of the validation as blocks, topic by topic. Stateless. */
public final class SimulationScores {
  public static final String SCHEMA = "busbar/validate-simulation/1";

  private SimulationScores() {}

  public static Report of(Answer answer) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(summary(answer));
    Map<String, List<Result>> topics = new LinkedHashMap<>();
    for (Result row : answer.rows()) {
      topics.computeIfAbsent(row.topic(), topic -> new ArrayList<>()).add(row);
    }
    Map<String, ExpectationTable.Topic> known = ExpectationTable.standard().topics();
    topics.forEach((topic, rows) -> {
      ExpectationTable.Topic about = known.get(topic);
      blocks.add(table(about == null ? topic : about.title(), rows));
    });
    return new Report(SCHEMA, "Simulation against known answers", answer, blocks);
  }

  private static Block summary(Answer answer) {
    return new Block.Figures(
        "Summary",
        List.of(
            new Figure("held", "" + answer.held(), "as expected"),
            new Figure("not held", "" + answer.notHeld(), "docs/validation.md says why"),
            new Figure("shown", "" + answer.shown(), "nothing is expected of them"),
            new Figure("not played", "" + answer.notPlayed(), "slow; --all plays them")));
  }

  private static Block table(String title, List<Result> rows) {
    return new Block.Table(
        title,
        List.of(
            Column.text("id"),
            Column.text("expected"),
            Column.number("measured"),
            Column.text("verdict")),
        rows.stream()
            .map(row -> List.of(row.id(), row.expected(), measured(row), word(row.verdict())))
            .toList(),
        "");
  }

  static String measured(Result row) {
    Double measured = row.measured();
    return measured == null ? "-" : Print.figure(measured, row.unit());
  }

  static String word(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
