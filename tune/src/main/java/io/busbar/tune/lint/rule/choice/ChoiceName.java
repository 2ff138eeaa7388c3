package io.busbar.tune.lint.rule.choice;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Choice;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Numbers;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import java.util.ArrayList;
import java.util.List;

/** Names in NCCL_ALGO and NCCL_PROTO that the version does not know. */
public final class ChoiceName extends Rule {
  private static final List<String> PROTOCOLS = List.of("LL", "LL128", "Simple");
  private static final List<String> FUNCTIONS =
      List.of("broadcast", "reduce", "allgather", "reducescatter", "allreduce", "allgatherv");

  public ChoiceName() {
    super("algorithm-name");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    if (!setting.is("NCCL_ALGO") && !setting.is("NCCL_PROTO")) {
      return;
    }
    boolean algorithm = setting.is("NCCL_ALGO");
    List<String> names = algorithm ? Choice.algorithms(context) : PROTOCOLS;
    Choice choice = Choice.of(Numbers.bare(setting));
    List<String> unknown = new ArrayList<>();
    for (String token : choice.tokens()) {
      if (names.stream().noneMatch(token::equalsIgnoreCase)) {
        unknown.add(token);
      }
    }
    for (String function : choice.functions()) {
      if (!context.atLeast(24) || FUNCTIONS.stream().noneMatch(function::equalsIgnoreCase)) {
        unknown.add(function + ":");
      }
    }
    if (!unknown.isEmpty()) {
      boolean fails = context.atLeast(24);
      out.on(this, fails ? Severity.CRITICAL : Severity.WARNING, setting)
          .variant(fails ? "fails" : "")
          .with("kind", algorithm ? "algorithm" : "protocol")
          .with("unknown", String.join(", ", unknown))
          .with("names", String.join(", ", names))
          .with("version", context.version())
          .removed()
          .add();
    }
  }
}
