package io.busbar.tune.lint.rule.fabric;

import io.busbar.base.problem.Position;
import io.busbar.base.report.Severity;
import io.busbar.formats.switchqos.SwitchQos;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.RoceSide;
import io.busbar.tune.lint.rule.Rule;

/** Switches of one fabric that treat RoCE differently. */
public final class SwitchesDiffer extends Rule {
  public SwitchesDiffer() {
    super("switches-differ");
  }

  @Override
  public void fabric(RoceSide roce, Hits out) {
    for (int i = 1; i < roce.switches().size(); i++) {
      SwitchQos first = roce.switches().getFirst();
      SwitchQos other = roce.switches().get(i);
      for (RoceSide.Marked mark : roce.marks()) {
        if (first.priority(mark.dscp()) != other.priority(mark.dscp())) {
          String what = "DSCP " + mark.dscp() + " goes to priority ";
          differ(
              out,
              first,
              other,
              first.place(mark.dscp()),
              other.place(mark.dscp()),
              what + first.priority(mark.dscp()),
              what + other.priority(mark.dscp()));
        }
      }
      if (!first.paused().equals(other.paused())) {
        differ(
            out,
            first,
            other,
            pfc(first),
            pfc(other),
            "flow control is on for " + first.paused(),
            "flow control is on for " + other.paused());
      }
    }
  }

  private static Position pfc(SwitchQos one) {
    return one.pfc().isEmpty() ? one.at() : one.pfc().getFirst().at();
  }

  private void differ(
      Hits out,
      SwitchQos first,
      SwitchQos other,
      Position there,
      Position here,
      String has,
      String own) {
    out.on(this, Severity.WARNING, here, other.system())
        .with("system", other.system())
        .with("first", first.system())
        .with("first_at", RoceSide.at(there))
        .with("has", has)
        .with("own", own)
        .add();
  }
}
