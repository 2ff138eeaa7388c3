package io.busbar.tune.lint.rule.choice;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.formats.env.EnvSource.Remark;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import java.util.Set;

/** A topology dump without a communicator. */
public final class TopoDump extends Rule {
  public TopoDump() {
    super("topo-dump");
  }

  @Override
  public Set<String> programs() {
    return Set.of("python", "python3");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    int c = command.words().indexOf("-c");
    if (c < 0
        || c + 1 >= command.words().size()
        || !command.words().getFirst().contains("python")) {
      return;
    }
    String code = command.words().get(c + 1);
    boolean wanted =
        context.settings().stream()
            .anyMatch(s ->
                s.is("NCCL_TOPO_DUMP_FILE") && s.assignment().at().line() == command.at().line());
    if (wanted && code.contains("import torch") && !code.contains("init_process_group")) {
      out.on(this, Severity.WARNING, command).add();
    }
  }

  @Override
  public void file(Context context, Hits out) {
    for (Remark remark : context.source().remarks()) {
      String text = remark.text();
      if (text.contains("NCCL_TOPO_DUMP_FILE")
          && text.contains("import torch")
          && !text.contains("init_process_group")) {
        out.on(this, Severity.WARNING, remark.at(), text).add();
      }
    }
  }
}
