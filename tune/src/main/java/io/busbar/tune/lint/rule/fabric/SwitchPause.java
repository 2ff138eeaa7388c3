package io.busbar.tune.lint.rule.fabric;

import io.busbar.base.problem.Position;
import io.busbar.base.report.Severity;
import io.busbar.formats.qos.QosState;
import io.busbar.formats.switchqos.SwitchQos;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.RoceSide;
import io.busbar.tune.lint.rule.Rule;
import java.util.Set;

/** Flow control on other priorities at a switch than at a host. */
public final class SwitchPause extends Rule {
  public SwitchPause() {
    super("switch-pause");
  }

  @Override
  public void fabric(RoceSide roce, Hits out) {
    for (SwitchQos one : roce.switches()) {
      for (QosState nic : roce.nics()) {
        Set<Integer> here = RoceSide.paused(nic);
        if (nic.pfc().isEmpty()
            || one.paused().equals(here)
            || here.isEmpty() && one.pfc().isEmpty()) {
          continue;
        }
        boolean apart = one.paused().stream().noneMatch(here::contains);
        Position at = one.pfc().isEmpty() ? one.at() : one.pfc().getFirst().at();
        out.on(this, apart ? Severity.CRITICAL : Severity.WARNING, at, one.system())
            .variant(apart ? "" : "more")
            .with("system", one.system())
            .with("there", one.paused().isEmpty() ? "no priority" : one.paused())
            .with("here", here.isEmpty() ? "no priority" : here)
            .with("nic_at", RoceSide.place(nic, "pfc"))
            .add();
        break; // one host of many that are set alike
      }
    }
  }
}
