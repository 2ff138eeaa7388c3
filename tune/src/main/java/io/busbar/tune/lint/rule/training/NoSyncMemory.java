package io.busbar.tune.lint.rule.training;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.PythonCall;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;

/** no_sync with sharded parameters. */
public final class NoSyncMemory extends Rule {
  public NoSyncMemory() {
    super("no-sync-memory");
  }

  @Override
  public void call(PythonCall call, Context context, Hits out) {
    boolean sharded =
        context.source().calls().stream()
            .anyMatch(c ->
                c.function().equals("FSDP") || c.function().equals("FullyShardedDataParallel"));
    if (call.function().equals("no_sync") && sharded) {
      out.on(this, Severity.INFO, call.at(), "no_sync()").add();
    }
  }
}
