package io.busbar.tune.lint.rule.log;

import io.busbar.base.report.Severity;
import io.busbar.nccl.variable.Variable;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.Locale;
import java.util.Map;

/** Debugging that was left on. */
public final class DebugLeft extends Rule {
  private static final Map<String, Long> SWITCHES =
      Map.of(
          "NCCL_CHECK_POINTERS", 1L,
          "NCCL_LEGACY_CUDA_REGISTER", 1L,
          "TORCH_NCCL_DESYNC_DEBUG", 1L,
          "TORCH_NCCL_ENABLE_TIMING", 1L,
          "TORCH_NCCL_NAN_CHECK", 1L,
          "NCCL_IGNORE_DISABLED_P2P", 1L);
  private static final Map<String, Long> COSTLY =
      Map.of("CUDA_LAUNCH_BLOCKING", 1L, "TORCH_NCCL_BLOCKING_WAIT", 1L, "NCCL_BLOCKING_WAIT", 1L);

  public DebugLeft() {
    super("debug-left");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    String value = setting.value().strip().toUpperCase(Locale.ROOT);
    Variable variable = setting.variable();
    if (setting.is("NCCL_DEBUG") && (value.equals("INFO") || value.equals("TRACE"))) {
      out.on(this, Severity.INFO, setting).variant(value.equals("TRACE") ? "trace" : "log").add();
    } else if (setting.is("NCCL_DEBUG_SUBSYS") && value.equals("ALL")) {
      out.on(this, Severity.INFO, setting).variant("log").add();
    } else if (setting.is("TORCH_DISTRIBUTED_DEBUG") && value.equals("DETAIL")) {
      out.on(this, Severity.WARNING, setting).with("meaning", "every collective is checked").add();
    } else if (variable != null && is(setting, COSTLY)) {
      out.on(this, Severity.WARNING, setting).with("meaning", variable.meaning()).add();
    } else if (variable != null && is(setting, SWITCHES)) {
      out.on(this, Severity.INFO, setting).with("meaning", variable.meaning()).add();
    }
  }

  private static boolean is(Setting setting, Map<String, Long> switches) {
    Long on = switches.get(setting.name());
    return on != null && setting.number().used() > 0 && setting.number().value() >= on;
  }
}
