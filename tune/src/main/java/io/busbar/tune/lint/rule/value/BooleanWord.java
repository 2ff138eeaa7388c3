package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Numbers;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.Locale;
import java.util.Set;

/** Words where NCCL reads a number: all of them are 0. */
public final class BooleanWord extends Rule {
  private static final Set<String> YES = Set.of("true", "yes", "on", "enable", "enabled", "y", "t");
  private static final Set<String> NO =
      Set.of("false", "no", "off", "disable", "disabled", "n", "f", "none");

  public BooleanWord() {
    super("boolean-word");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    if (!Numbers.read(setting)) {
      return;
    }
    String word = Numbers.bare(setting).toLowerCase(Locale.ROOT);
    if (YES.contains(word)) {
      out.on(this, Severity.WARNING, setting).valueBecomes("1").add();
    } else if (NO.contains(word)) {
      out.on(this, Severity.INFO, setting).variant("no").valueBecomes("0").add();
    }
  }

  static boolean matches(String value) {
    String word = value.toLowerCase(Locale.ROOT);
    return YES.contains(word) || NO.contains(word);
  }
}
