package io.busbar.tune.lint.rule.nic;

import io.busbar.base.problem.Nearest;
import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Devices;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Device names that look like a misspelt mlx5 device. */
public final class HcaTypo extends Rule {
  private static final Pattern NAME = Pattern.compile("([a-z]{1,20})(\\d?)_(\\d{1,6})");

  public HcaTypo() {
    super("hca-typo");
  }

  @Override
  public void name(Setting setting, Context context, Hits out) {
    if (!setting.name().contains("HCA") || !setting.known()) {
      return;
    }
    for (String entry : Devices.of(setting.value()).entries()) {
      Matcher name = NAME.matcher(entry);
      if (name.matches()) {
        String stem = name.group(1) + name.group(2);
        boolean near = Nearest.of(stem, List.of("mlx5", "mlx4")).isPresent();
        if (near && !stem.equals("mlx5") && !stem.equals("mlx4") && stem.contains("m")) {
          out.on(this, Severity.WARNING, setting)
              .with("entry", entry)
              .with("nearest", "mlx5_" + name.group(3))
              .add();
        }
      }
    }
  }
}
