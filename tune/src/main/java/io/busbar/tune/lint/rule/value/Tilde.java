package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.SourceKind;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.Set;

/** Paths with ~ where nothing expands it. */
public final class Tilde extends Rule {
  private static final Set<String> PATHS =
      Set.of(
          "NCCL_CONF_FILE",
          "NCCL_DEBUG_FILE",
          "NCCL_TOPO_FILE",
          "NCCL_TOPO_DUMP_FILE",
          "NCCL_GRAPH_FILE",
          "NCCL_GRAPH_DUMP_FILE",
          "TORCH_NCCL_DEBUG_INFO_TEMP_FILE");

  public Tilde() {
    super("tilde");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    SourceKind kind = context.source().kind();
    boolean shell = kind == SourceKind.SHELL || kind == SourceKind.MARKDOWN;
    if (PATHS.contains(setting.name()) && setting.value().startsWith("~") && !shell) {
      out.on(this, Severity.WARNING, setting).add();
    }
  }
}
