package io.busbar.tune.lint.rule.fabric;

import io.busbar.base.report.Severity;
import io.busbar.formats.switchqos.SwitchQos;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.RoceSide;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.roce.PfcHeadroom;

/** Less headroom than what still arrives after a pause. */
public final class SwitchHeadroom extends Rule {
  public SwitchHeadroom() {
    super("switch-headroom");
  }

  @Override
  public void fabric(RoceSide roce, Hits out) {
    for (SwitchQos one : roce.switches()) {
      for (SwitchQos.Headroom room : one.headroom()) {
        double needed = PfcHeadroom.planned(room.gigabits(), room.metres());
        if (room.bytes() < needed) {
          out.on(this, Severity.INFO, room.at(), room.profile())
              .with("system", one.system())
              .with("profile", room.profile())
              .with("bytes", room.bytes())
              .with("needed", Math.round(needed))
              .add();
        }
      }
    }
  }
}
