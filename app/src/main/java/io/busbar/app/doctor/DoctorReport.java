package io.busbar.app.doctor;

import io.busbar.app.doctor.Examination.Check;
import io.busbar.app.doctor.Examination.Measurement;
import io.busbar.app.doctor.Examination.State;
import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An {@link Examination} as a report. Stateless. */
public final class DoctorReport {
  public static final String SCHEMA = "busbar/doctor/1";

  private DoctorReport() {}

  public static Report of(Examination examination) {
    return new Report(
        SCHEMA,
        "This machine",
        examination,
        List.of(
            new Block.Note("", examination.verdict()),
            measurements(examination.measurements()),
            checks(examination.checks()),
            meanings(examination.checks())));
  }

  private static Block measurements(List<Measurement> measurements) {
    List<List<String>> rows = new ArrayList<>();
    for (Measurement each : measurements) {
      rows.add(List.of(each.what(), each.possible() ? "yes" : "no", each.command(), each.reason()));
    }
    List<Block.Column> columns =
        List.of(
            Block.Column.text("measurement"),
            Block.Column.text("possible"),
            Block.Column.text("command"),
            Block.Column.text("limit"));
    return new Block.Table("What can be measured here", columns, rows, "");
  }

  private static Block checks(List<Check> checks) {
    List<List<String>> rows = new ArrayList<>();
    for (Check check : checks) {
      rows.add(
          List.of(check.subject(), check.state().name().toLowerCase(Locale.ROOT), check.found()));
    }
    List<Block.Column> columns =
        List.of(
            Block.Column.text("subject"), Block.Column.text("state"), Block.Column.text("found"));
    return new Block.Table("What was looked at", columns, rows, "");
  }

  private static Block meanings(List<Check> checks) {
    List<String> lines = new ArrayList<>();
    for (Check check : checks) {
      if (check.state() != State.GOOD) {
        lines.add(check.subject() + ": " + check.meaning());
      }
    }
    return new Block.Note(
        "What follows", lines.isEmpty() ? "Nothing is missing." : String.join("\n", lines));
  }
}
