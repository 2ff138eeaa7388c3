package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import io.busbar.tune.lint.rule.Settings;
import java.util.Optional;

/** More sockets than NCCL opens. */
public final class SocketThreads extends Rule {
  public SocketThreads() {
    super("socket-threads");
  }

  @Override
  public void together(Settings settings, Context context, Hits out) {
    Optional<Setting> threads = settings.get("NCCL_SOCKET_NTHREADS");
    Optional<Setting> sockets = settings.get("NCCL_NSOCKS_PERTHREAD");
    if (threads.isPresent() && sockets.isPresent()) {
      long product = threads.get().number().value() * sockets.get().number().value();
      if (product > 64) {
        out.on(this, Severity.WARNING, sockets.get()).with("product", product).add();
      }
    }
  }
}
