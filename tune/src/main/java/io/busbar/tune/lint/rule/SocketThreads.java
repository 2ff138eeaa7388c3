package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;
import io.busbar.tune.lint.Setting;
import io.busbar.tune.lint.Settings;
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
