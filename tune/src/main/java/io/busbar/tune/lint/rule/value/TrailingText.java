package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.nccl.variable.CInteger;
import io.busbar.nccl.variable.ValueType;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Numbers;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.Locale;

/** Numbers with something behind them that NCCL does not read. */
public final class TrailingText extends Rule {
  public TrailingText() {
    super("trailing-text");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    String text = setting.value().strip();
    CInteger number = CInteger.read(text);
    if (!Numbers.read(setting) || number.used() == 0 || number.whole(text)) {
      return;
    }
    String rest = text.substring(number.used()).strip();
    long unit = unit(rest.toUpperCase(Locale.ROOT));
    Hits.Hit hit =
        out.on(this, Severity.WARNING, setting).with("read", number.value()).with("rest", rest);
    boolean bytes = setting.variable() != null && setting.variable().type() == ValueType.BYTES;
    if (unit > 0 && bytes) {
      hit.variant("unit").valueBecomes(Long.toString(number.value() * unit));
    }
    hit.add();
  }

  private static long unit(String text) {
    return switch (text) {
      case "K", "KB", "KIB" -> 1L << 10;
      case "M", "MB", "MIB" -> 1L << 20;
      case "G", "GB", "GIB" -> 1L << 30;
      default -> 0;
    };
  }
}
