package io.busbar.plan.validate;

import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.plan.validate.TrainingValidation.Answer;
import io.busbar.plan.validate.TrainingValidation.Row;
import io.busbar.plan.validate.TrainingValidation.Skipped;
import io.busbar.plan.validate.TrainingValidation.SourceScore;
import io.busbar.plan.validate.TrainingValidation.Summary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Scores as blocks: summary, sources, worst rows, what could not be expressed. Stateless. */
public final class ValidationReport {
  public static final String SCHEMA = "busbar/validate-training/1";
  private static final int WORST = 10;

  private ValidationReport() {}

  public static Report of(Answer answer) {
    return new Report(
        SCHEMA,
        "Step and memory model against measured runs",
        answer,
        List.of(
            summary(answer.summary()),
            sources(answer.summary()),
            worst(answer.rows()),
            skipped(answer.skipped())));
  }

  private static Block summary(Summary s) {
    List<Figure> rows = new ArrayList<>();
    rows.add(
        new Figure(
            "rows",
            Integer.toString(s.rows()),
            s.skipped()
                + " skipped; "
                + Share.print(s.expressedShare())
                + " of those with an architecture expressed"));
    rows.add(
        new Figure(
            "step time",
            Share.print(s.medianError()) + " median",
            Share.print(s.p90Error()) + " p90 of |ln(predicted/measured)|, mean over sources"));
    rows.add(
        new Figure(
            "ranking",
            tau(s.kendallTauLayouts()),
            "Kendall tau of layouts of one job; " + tau(s.kendallTauSections()) + " in sections"));
    rows.add(
        new Figure(
            "peak memory",
            Share.print(s.memoryMedianError()) + " median",
            s.memoryRows() + " rows give it (read as GiB)"));
    rows.add(
        new Figure(
            "memory verdicts",
            s.okCalledNotFitting() + " false alarms",
            s.oomFlagged() + " of " + s.oomRows() + " out-of-memory rows flagged"));
    return new Block.Figures("Summary", rows);
  }

  private static String tau(@Nullable Double tau) {
    return tau == null || tau.isNaN() ? "-" : String.format(Locale.ROOT, "%.2f", tau);
  }

  private static Block sources(Summary summary) {
    List<List<String>> rows = new ArrayList<>();
    for (SourceScore s : summary.sources()) {
      rows.add(
          List.of(
              s.source(),
              Integer.toString(s.rows()),
              Share.print(s.medianError()),
              Share.print(s.p90Error()),
              Share.print(s.medianBias()),
              tau(s.kendallTauLayouts()),
              tau(s.kendallTauSections())));
    }
    return new Block.Table(
        "By source",
        List.of(
            Column.text("source"),
            Column.number("rows"),
            Column.number("median"),
            Column.number("p90"),
            Column.number("bias"),
            Column.number("tau layouts"),
            Column.number("sections")),
        rows,
        "");
  }

  private static Block worst(List<Row> all) {
    List<List<String>> rows = new ArrayList<>();
    all.stream()
        .filter(r -> r.errorLog() != null && r.measuredS() != null)
        .sorted(Comparator.comparingDouble(r -> -Math.abs(orZero(r.errorLog()))))
        .limit(WORST)
        .forEach(r ->
            rows.add(
                List.of(
                    r.id(),
                    r.model(),
                    TimeSpan.print(r.predictedS()),
                    TimeSpan.print(orZero(r.measuredS())),
                    String.format(Locale.ROOT, "%+.2f", orZero(r.errorLog())))));
    return new Block.Table(
        "Worst rows",
        List.of(
            Column.text("row"),
            Column.text("model"),
            Column.number("predicted"),
            Column.number("measured"),
            Column.number("ln error")),
        rows,
        "");
  }

  private static double orZero(@Nullable Double value) {
    return value == null ? 0 : value;
  }

  private static Block skipped(List<Skipped> skipped) {
    Map<String, Integer> reasons = new TreeMap<>();
    for (Skipped s : skipped) {
      reasons.merge(s.reason(), 1, Integer::sum);
    }
    List<List<String>> rows = new ArrayList<>();
    reasons.forEach((reason, count) -> rows.add(List.of(reason, Integer.toString(count))));
    return new Block.Table(
        "Not expressed",
        List.of(Column.text("reason"), Column.number("rows")),
        rows,
        rows.isEmpty() ? "every row was expressed" : "");
  }
}
