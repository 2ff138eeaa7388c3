package io.busbar.tune.lint.rule.fabric;

import io.busbar.base.problem.Position;
import io.busbar.base.report.Severity;
import io.busbar.formats.switchqos.SwitchQos;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.RoceSide;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.roce.PfcHeadroom;

/** Marks of congestion that are missing, impossible, or far from what the rate needs. */
public final class SwitchMarks extends Rule {
  /** A queue that marks all packets above so few frames marks those of a single burst. */
  private static final int FRAMES = 4;

  public SwitchMarks() {
    super("switch-ecn");
  }

  @Override
  public void fabric(RoceSide roce, Hits out) {
    for (SwitchQos one : roce.switches()) {
      for (RoceSide.Marked mark : roce.marks()) {
        int queue = one.priority(mark.dscp());
        SwitchQos.Ecn own =
            one.ecn().stream()
                .filter(e -> e.queue() == queue || e.queue() < 0)
                .findFirst()
                .orElse(null);
        if (own == null || !own.marks()) {
          Position at = own == null ? one.place(mark.dscp()) : own.at();
          if (one.paused().contains(queue) || own != null) {
            hit(out, Severity.WARNING, at, one, queue).variant("none").add();
          }
        } else if (own.minBytes() >= 0 && own.maxBytes() >= 0 && own.minBytes() > own.maxBytes()) {
          hit(out, Severity.CRITICAL, own.at(), one, queue)
              .with("min", own.minBytes())
              .with("max", own.maxBytes())
              .add();
        } else if (own.percent() == 0) {
          hit(out, Severity.WARNING, own.at(), one, queue).variant("never").add();
        } else if (own.maxBytes() > 0 && own.maxBytes() < FRAMES * PfcHeadroom.FRAME_BYTES) {
          hit(out, Severity.WARNING, own.at(), one, queue)
              .variant("small")
              .with("max", own.maxBytes())
              .add();
        }
      }
    }
  }

  private Hits.Hit hit(Hits out, Severity severity, Position at, SwitchQos one, int queue) {
    return out.on(this, severity, at, one.system())
        .with("system", one.system())
        .with("queue", queue);
  }
}
