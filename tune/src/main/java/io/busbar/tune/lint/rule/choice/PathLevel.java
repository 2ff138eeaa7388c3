package io.busbar.tune.lint.rule.choice;

import io.busbar.base.report.Severity;
import io.busbar.nccl.variable.CInteger;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Numbers;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Distances that are neither a path name in capitals nor what their number seems to say. */
public final class PathLevel extends Rule {
  private static final Set<String> VARIABLES =
      Set.of("NCCL_P2P_LEVEL", "NCCL_NET_GDR_LEVEL", "NCCL_NET_MERGE_LEVEL");
  private static final List<String> NAMES =
      List.of("LOC", "NVL", "NVB", "C2C", "PIX", "PXB", "P2C", "PXN", "PHB", "SYS", "PORT");
  private static final List<String> NUMBERED = List.of("LOC", "PIX", "PXB", "PHB", "SYS");

  public PathLevel() {
    super("path-level");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    String value = Numbers.bare(setting);
    if (!VARIABLES.contains(setting.name()) || value.isEmpty() || NAMES.contains(value)) {
      return;
    }
    if (Character.isDigit(value.charAt(0))) {
      int number = (int) Math.min(4, Math.max(0, CInteger.read(value).value()));
      out.on(this, Severity.WARNING, setting)
          .variant("number")
          .with("level", NUMBERED.get(number))
          .with("meaning", meaning(number))
          .removed()
          .add();
    } else if (NAMES.contains(value.toUpperCase(Locale.ROOT))) {
      out.on(this, Severity.WARNING, setting)
          .variant("case")
          .valueBecomes(value.toUpperCase(Locale.ROOT))
          .add();
    } else {
      out.on(this, Severity.WARNING, setting).with("names", String.join(", ", NAMES)).add();
    }
  }

  private static String meaning(int number) {
    return switch (number) {
      case 0 -> "never";
      case 1 -> "below one PCI bridge";
      case 2 -> "through PCI switches, never through the CPU";
      case 3 -> "through the CPU's host bridge";
      default -> "between NUMA nodes";
    };
  }
}
