package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.SourceKind;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.regex.Pattern;

/** Lines of nccl.conf that NCCL reads otherwise than they look. */
public final class ConfSyntax extends Rule {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  public ConfSyntax() {
    super("conf-syntax");
  }

  @Override
  public void name(Setting setting, Context context, Hits out) {
    if (context.source().kind() != SourceKind.NCCL_CONF) {
      return;
    }
    if (!PLAIN.matcher(setting.name()).matches()) {
      String name = setting.name().strip().replaceFirst("^export\\s+", "");
      Hits.Hit hit = out.on(this, Severity.WARNING, setting).with("wanted", name);
      (PLAIN.matcher(name).matches() ? hit.nameBecomes(name) : hit).add();
    } else if (setting.value().contains(" #")) {
      String value = setting.value();
      out.on(this, Severity.WARNING, setting)
          .variant("comment")
          .valueBecomes(value.substring(0, value.indexOf(" #")).strip())
          .add();
    } else if (setting.value().contains("$")) {
      out.on(this, Severity.WARNING, setting).variant("expansion").add();
    }
  }
}
