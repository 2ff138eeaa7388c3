package io.busbar.plan;

import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.plan.effect.Change;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.memory.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The changes worth making, ranked by predicted gain; none that does not fit. Stateless. */
final class Recommendations {
  private static final double WORTHWHILE = 0.005;
  private static final int MOST = 6;

  private Recommendations() {}

  static List<Finding> of(Situation now, List<Change> changes) {
    List<Finding> all = new ArrayList<>();
    Set<String> settings = new HashSet<>();
    for (Change change : changes) {
      boolean fits = change.after().verdict() != Verdict.DOES_NOT_FIT;
      boolean worse = now.verdict() == Verdict.FITS && change.after().verdict() == Verdict.TIGHT;
      if (change.advice()
          && fits
          && change.gain() >= WORTHWHILE
          && all.size() < MOST
          && settings.add(change.setting())) {
        all.add(finding(now, change, worse));
      }
    }
    return all;
  }

  private static Finding finding(Situation now, Change change, boolean tight) {
    String effect =
        "step "
            + TimeSpan.print(now.cost().step())
            + " -> "
            + TimeSpan.print(change.after().cost().step())
            + ", "
            + Share.print(change.gain())
            + " more tokens per second";
    return new Finding(
        change.code(),
        Severity.INFO,
        change.what() + ": " + effect,
        change.why(),
        List.of(
            "evaluated with and without; memory with it: "
                + change.after().verdict().label()
                + (tight ? ", less room than the prediction's error" : "")),
        List.of("set " + change.setting()));
  }
}
