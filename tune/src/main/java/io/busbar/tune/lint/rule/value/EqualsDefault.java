package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.SourceKind;
import io.busbar.nccl.variable.Presence;
import io.busbar.nccl.variable.Variable;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Settings that only repeat the default. */
public final class EqualsDefault extends Rule {
  public EqualsDefault() {
    super("equals-default");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Variable variable = setting.variable();
    if (variable == null || variable.presence(context.version()) != Presence.PRESENT) {
      return;
    }
    Optional<String> fallback = variable.fallbackIn(context.version());
    if (fallback.isEmpty() || context.source().kind() == SourceKind.NCCL_LOG) {
      return;
    }
    boolean same =
        variable.type().integer()
            ? setting.number().whole(setting.value().strip())
                && Long.toString(setting.number().value()).equals(fallback.get())
            : setting.value().strip().equals(fallback.get());
    boolean nvls = setting.is("NCCL_NVLS_ENABLE", 1) && fallback.get().equals("2");
    if (same || nvls) {
      out.on(this, Severity.INFO, setting)
          .variant(nvls ? "nvls" : "")
          .with("version", context.version())
          .with("changed", changed(variable))
          .removed()
          .add();
    }
  }

  private static String changed(Variable variable) {
    if (!variable.fallbackChanged()) {
      return variable.fallbackNote().isEmpty() ? "" : " Default: " + variable.fallbackNote() + ".";
    }
    List<String> past = new ArrayList<>();
    for (Variable.Past each : variable.history()) {
      past.add((each.value().equals("?") ? "automatic" : each.value()) + " from " + each.from());
    }
    return " It was not always so: " + String.join(", ", past) + ".";
  }
}
