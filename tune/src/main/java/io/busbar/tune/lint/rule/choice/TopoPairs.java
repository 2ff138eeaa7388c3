package io.busbar.tune.lint.rule.choice;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import java.util.Set;

/** nvidia-smi topo -p2p taken for the way to the NIC. */
public final class TopoPairs extends Rule {
  public TopoPairs() {
    super("topo-pairs");
  }

  @Override
  public Set<String> programs() {
    return Set.of("nvidia-smi");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    String pairs = command.option("-p2p");
    boolean smi = command.has("topo") && !pairs.isEmpty();
    if (smi && command.comment().matches("(?i).*(PIX|NV#|PXB|NIC|GDR|GPUDirect|HOST).*")) {
      out.on(this, Severity.WARNING, command).add();
    }
  }
}
