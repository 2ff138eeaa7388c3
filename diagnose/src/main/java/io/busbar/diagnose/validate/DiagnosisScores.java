package io.busbar.diagnose.validate;

import io.busbar.base.quantity.Share;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.diagnose.validate.DiagnosisValidation.Answer;
import io.busbar.diagnose.validate.DiagnosisValidation.Case;
import io.busbar.diagnose.validate.DiagnosisValidation.Summary;
import java.util.ArrayList;
import java.util.List;

/** Scores of the diagnosis as blocks. Stateless. */
public final class DiagnosisScores {
  public static final String SCHEMA = "busbar/validate-diagnosis/1";

  private DiagnosisScores() {}

  public static Report of(Answer answer) {
    Summary s = answer.summary();
    List<Figure> rows = new ArrayList<>();
    rows.add(new Figure("cases", Integer.toString(s.cases()), ""));
    rows.add(new Figure("primary code first", Share.print(s.top1Recall()), ""));
    rows.add(new Figure("among the first three", Share.print(s.top3Recall()), ""));
    rows.add(new Figure("expected codes found", Share.print(s.codeRecall()), ""));
    rows.add(new Figure("expected lines shown", Share.print(s.evidenceRecall()), ""));
    rows.add(
        new Figure("severity as expected", Share.print(s.severityAgreement()), "primary code"));
    rows.add(
        new Figure(
            "false alarms",
            Integer.toString(s.falseAlarms()),
            "in " + s.healthyCases() + " healthy cases"));
    rows.add(new Figure("forbidden claims", Integer.toString(s.forbiddenClaims()), ""));
    rows.add(
        new Figure(
            "unexpected findings",
            Integer.toString(s.unexpectedFindings()),
            "warning or critical"));
    return new Report(
        SCHEMA,
        "Diagnosis against cases with known causes",
        answer,
        List.of(
            new Block.Figures("Summary", rows),
            new Block.Table(
                "Cases that are not as expected",
                List.of(
                    Column.text("case"),
                    Column.number("rank"),
                    Column.text("expected"),
                    Column.text("found"),
                    Column.text("remark")),
                answer.cases().stream()
                    .filter(DiagnosisScores::odd)
                    .map(DiagnosisScores::row)
                    .toList(),
                "")));
  }

  private static boolean odd(Case c) {
    return c.rank() != 1
        || !c.missed().isEmpty()
        || !c.forbidden().isEmpty()
        || c.harmless() && !c.unexpected().isEmpty();
  }

  private static List<String> row(Case c) {
    List<String> remarks = new ArrayList<>();
    if (!c.forbidden().isEmpty()) {
      remarks.add("forbidden: " + String.join(" ", c.forbidden()));
    }
    if (c.harmless() && !c.unexpected().isEmpty()) {
      remarks.add("false alarm");
    }
    return List.of(
        c.id(),
        c.rank() == 0 ? "-" : Integer.toString(c.rank()),
        String.join(" ", c.expected()),
        String.join(" ", c.found()),
        String.join("; ", remarks));
  }
}
