package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;

/** nvidia-smi topo -p2p taken for the way to the NIC. */
public final class TopoPairs extends Rule {
  public TopoPairs() {
    super("topo-pairs");
  }

  @Override
  public void command(CommandLine command, Context context, Hits out) {
    String pairs = command.option("-p2p");
    boolean smi = command.runs("nvidia-smi") && command.has("topo") && !pairs.isEmpty();
    if (smi && command.comment().matches("(?i).*(PIX|NV#|PXB|NIC|GDR|GPUDirect|HOST).*")) {
      out.on(this, Severity.WARNING, command).add();
    }
  }
}
