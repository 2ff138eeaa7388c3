package io.busbar.tune.lint.rule.training;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.PythonCall;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;

/** Arguments of FSDP that cost overlap or memory. */
public final class FsdpArguments extends Rule {
  public FsdpArguments() {
    super("fsdp-arguments");
  }

  @Override
  public void call(PythonCall call, Context context, Hits out) {
    if (!call.function().equals("FSDP") && !call.function().equals("FullyShardedDataParallel")) {
      return;
    }
    String prefetch = call.arguments().getOrDefault("backward_prefetch", "");
    if (prefetch.equals("None")) {
      out.on(this, Severity.WARNING, call.at(), "backward_prefetch=None").variant("prefetch").add();
    } else if (prefetch.endsWith("BACKWARD_POST")) {
      out.on(this, Severity.INFO, call.at(), "backward_prefetch=BACKWARD_POST")
          .variant("post")
          .add();
    }
    if (call.arguments().getOrDefault("limit_all_gathers", "").equals("False")) {
      out.on(this, Severity.INFO, call.at(), "limit_all_gathers=False").variant("gathers").add();
    }
    long wrapped =
        context.source().calls().stream()
            .filter(c -> c.function().equals(call.function()) || c.function().contains("wrap"))
            .count();
    if (!call.arguments().containsKey("auto_wrap_policy") && wrapped == 1) {
      out.on(this, Severity.WARNING, call.at(), call.function() + "(...)").variant("unit").add();
    }
  }
}
