package io.busbar.tune.lint.rule.log;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.formats.env.EnvSource.Remark;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Searches and expectations of log lines that NCCL never prints. */
public final class LogLines extends Rule {
  private record Line(Pattern fake, String real) {}

  private final List<Line> lines = new ArrayList<>();

  public LogLines() {
    super("log-line");
  }

  @Override
  public Set<String> programs() {
    return Set.of("grep");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    int grep = command.indexOf("grep");
    if (grep >= 0) {
      String wanted = String.join(" ", command.words().subList(grep + 1, command.words().size()));
      look(wanted, command, out);
    }
  }

  private void look(String text, CommandLine command, Hits out) {
    for (Line line : lines()) {
      if (line.fake().matcher(text).find()) {
        out.on(this, Severity.WARNING, command).with("real", line.real()).add();
        return;
      }
    }
  }

  @Override
  public void file(Context context, Hits out) {
    for (Remark remark : context.source().remarks()) {
      for (Line line : lines()) {
        if (line.fake().matcher(remark.text()).find()) {
          out.on(this, Severity.WARNING, remark.at(), remark.text())
              .with("real", line.real())
              .add();
          break;
        }
      }
    }
  }

  private synchronized List<Line> lines() {
    if (lines.isEmpty()) {
      for (io.busbar.formats.csv.CsvTable.Row row : Tables.read("log-lines.csv").rows()) {
        lines.add(new Line(Pattern.compile(row.text("fake")), row.text("real")));
      }
    }
    return lines;
  }
}
