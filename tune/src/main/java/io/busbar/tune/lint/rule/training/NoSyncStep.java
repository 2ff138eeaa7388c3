package io.busbar.tune.lint.rule.training;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.PythonCall;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import java.util.List;

/** Gradients that are not reduced in the micro-step in which they are applied. */
public final class NoSyncStep extends Rule {
  public NoSyncStep() {
    super("no-sync-step");
  }

  @Override
  public void file(Context context, Hits out) {
    List<PythonCall> calls = context.source().calls();
    for (PythonCall skip : calls) {
      if (skip.function().equals("no_sync") && !skip.condition().isEmpty()) {
        boolean[] skips = MicroSteps.holds(skip.condition());
        for (PythonCall step : calls) {
          boolean[] steps =
              step.function().equals("step") && step.at().line() > skip.at().line()
                  ? MicroSteps.holds(step.condition())
                  : null;
          if (skips != null && steps != null) {
            check(skip, step, skips, steps, out);
            break;
          }
        }
      }
    }
  }

  private void check(PythonCall skip, PythonCall step, boolean[] skips, boolean[] steps, Hits out) {
    for (int i = 0; i < steps.length; i++) {
      if (steps[i] && skips[i]) {
        out.on(this, Severity.CRITICAL, skip.at(), skip.condition())
            .with("step", step.condition())
            .with("line", step.at().line())
            .with("right", "not (" + step.condition() + ")")
            .add();
        return;
      }
    }
  }
}
