package io.busbar.tune.lint.rule.log;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.SourceKind;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import io.busbar.tune.lint.rule.Settings;

/** Log files that processes overwrite, or that stay empty. */
public final class DebugFile extends Rule {
  public DebugFile() {
    super("debug-file");
  }

  @Override
  public void together(Settings settings, Context context, Hits out) {
    settings.get("NCCL_DEBUG_FILE").ifPresent(file -> check(file, settings, context, out));
  }

  private void check(Setting file, Settings settings, Context context, Hits out) {
    String name = file.value();
    boolean special = name.startsWith("/dev/");
    if (!special && !name.contains("%p") && context.source().kind() != SourceKind.NCCL_LOG) {
      int dot = name.lastIndexOf('.');
      boolean ending = dot > name.lastIndexOf('/') + 1;
      String stem = ending ? name.substring(0, dot) : name;
      String host = name.contains("%h") ? "" : ".%h";
      out.on(this, Severity.WARNING, file)
          .valueBecomes(stem + host + ".%p" + (ending ? name.substring(dot) : ""))
          .add();
    }
    boolean quiet =
        settings.get("NCCL_DEBUG").filter(d -> d.value().equalsIgnoreCase("VERSION")).isPresent();
    if (quiet) {
      out.on(this, Severity.INFO, file).variant("quiet").add();
    }
  }
}
