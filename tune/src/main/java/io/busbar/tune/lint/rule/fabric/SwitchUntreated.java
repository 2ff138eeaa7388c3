package io.busbar.tune.lint.rule.fabric;

import io.busbar.base.report.Severity;
import io.busbar.formats.switchqos.SwitchQos;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.RoceSide;
import io.busbar.tune.lint.rule.Rule;
import java.util.ArrayList;
import java.util.List;

/**
 * A switch without flow control: RoCE's packets are dropped like any others. It is a warning only
 * where other files are set for RoCE, or its ports are as fast as those of GPUs' NICs: most
 * switches of the world carry no RoCE.
 */
public final class SwitchUntreated extends Rule {
  private static final double PORT_OF_GPUS_GIGABITS = 200;

  public SwitchUntreated() {
    super("switch-untreated");
  }

  @Override
  public void fabric(RoceSide roce, Hits out) {
    for (SwitchQos one : roce.switches()) {
      if (!one.paused().isEmpty()) {
        continue;
      }
      boolean marks = one.ecn().stream().anyMatch(SwitchQos.Ecn::marks);
      List<String> missing = new ArrayList<>(List.of("flow control (PFC)"));
      if (!marks) {
        missing.add("marks of congestion (ECN)");
      }
      if (one.maps().isEmpty()) {
        missing.add("a DSCP map");
      }
      RoceSide.Marked mark = roce.marks().getFirst();
      out.on(this, marks ? Severity.INFO : severity(roce, mark, one), one.at(), one.system())
          .variant(marks ? "marked" : "")
          .with("system", one.system())
          .with("vendor", one.vendor())
          .with("missing", String.join(", ", missing))
          .with("said", mark.said())
          .with("dscp", mark.dscp())
          .with("priority", one.priority(mark.dscp()))
          .add();
    }
  }

  private static Severity severity(RoceSide roce, RoceSide.Marked mark, SwitchQos one) {
    if (mark.told()) {
      return Severity.CRITICAL;
    }
    return roce.used() || one.gigabits() >= PORT_OF_GPUS_GIGABITS
        ? Severity.WARNING
        : Severity.INFO;
  }
}
