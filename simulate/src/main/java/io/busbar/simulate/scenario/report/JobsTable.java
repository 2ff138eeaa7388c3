package io.busbar.simulate.scenario.report;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.simulate.scenario.answer.SimulationAnswer.JobRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What came of each job, beside what it would take alone. */
public final class JobsTable {
  private static final String NONE = "-";

  private JobsTable() {}

  static Block of(String title, List<JobRun> jobs) {
    boolean alone = jobs.stream().anyMatch(job -> job.aloneS() != null);
    List<Column> columns = new ArrayList<>(List.of(Column.text("job"), Column.text("sends")));
    for (String name : List.of("ranks", "size", "start", "took")) {
      columns.add(Column.number(name));
    }
    if (alone) {
      columns.add(Column.number("alone"));
      columns.add(Column.number("slower"));
    }
    columns.add(Column.number("busbw"));
    List<List<String>> rows = new ArrayList<>();
    for (JobRun job : jobs) {
      Double took = job.completionS();
      Double by = job.aloneS();
      Double rate = job.busbwBytesPerS();
      List<String> row = new ArrayList<>();
      row.add(job.name());
      row.add(job.operation() + (job.algorithm() == null ? "" : " " + job.algorithm()));
      row.add("" + job.ranks());
      row.add(new DataSize(job.sizeBytes()).toString());
      row.add(TimeSpan.print(job.startS()));
      row.add(time(took));
      if (alone) {
        row.add(time(by));
        row.add(slower(took, by));
      }
      row.add(rate == null ? NONE : new Bandwidth(rate).toString());
      rows.add(row);
    }
    return new Block.Table(title, columns, rows, "");
  }

  private static String slower(@Nullable Double took, @Nullable Double alone) {
    return took == null || alone == null || alone == 0
        ? NONE
        : String.format(Locale.ROOT, "%.2fx", took / alone);
  }

  private static String time(@Nullable Double seconds) {
    return seconds == null ? NONE : TimeSpan.print(seconds);
  }
}
