package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import java.util.List;
import java.util.Set;

/** A LID given to perfquery where a port was meant. */
public final class PerfqueryLid extends Rule {
  public PerfqueryLid() {
    super("perfquery-lid");
  }

  @Override
  public Set<String> programs() {
    return Set.of("perfquery");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    int at = command.indexOf("perfquery");
    if (at < 0) {
      return;
    }
    List<String> words = command.words().subList(at + 1, command.words().size());
    List<String> plain =
        words.stream().filter(w -> !w.startsWith("-") && !w.startsWith(">")).toList();
    boolean addressed =
        words.stream().anyMatch(w -> w.equals("-G") || w.equals("-C") || w.equals("-P"));
    if (plain.size() == 1 && plain.getFirst().matches("[1-9]") && !addressed) {
      out.on(this, Severity.WARNING, command).with("number", plain.getFirst()).add();
    }
  }
}
