package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;
import java.util.List;

/** A LID given to perfquery where a port was meant. */
public final class PerfqueryLid extends Rule {
  public PerfqueryLid() {
    super("perfquery-lid");
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
