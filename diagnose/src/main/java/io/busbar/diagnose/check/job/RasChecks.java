package io.busbar.diagnose.check.job;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.progress.Ranks;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.ras.RasCommunicator;
import java.util.List;
import java.util.Locale;

/**
 * What NCCL's RAS says of communicators, as text or JSON: ranks behind, missing, dead. One look at
 * a running job may see ranks at different counts without any fault, so that alone is a warning.
 */
public final class RasChecks implements Check {
  private static final String COUNT = "collective-count-mismatch";
  private static final String MISSING = "collective-missing-ranks";
  private static final String DEAD = "rank-dead";

  @Override
  public List<String> codes() {
    return List.of(COUNT, MISSING, DEAD);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    ras(facts, out);
    for (RasCommunicator c : facts.all(RasCommunicator.class)) {
      communicator(c, out);
    }
    List<RasCommunicator> all = facts.all(RasCommunicator.class);
    boolean sound =
        all.stream()
            .allMatch(c -> c.spreads().isEmpty() && c.missing().isEmpty() && c.failed().isEmpty());
    if (!all.isEmpty() && sound) {
      out.healthy(
          "All ranks of " + all.size() + " communicator(s) are at the same counts.",
          List.of(all.getFirst().at()));
    }
  }

  private static void communicator(RasCommunicator c, Conclusions out) {
    for (RasCommunicator.Spread s : c.spreads()) {
      out.add(
          Conclusion.warning(COUNT)
              .say(
                  String.format(
                      Locale.ROOT,
                      "Communicator %s: rank(s) %s have launched %s up to %d, %d rank(s) up to %d"
                          + " (%s).",
                      c.hash(),
                      Ranks.text(s.behind()),
                      s.operation(),
                      s.least(),
                      s.ahead(),
                      s.most(),
                      s.where()))
              .at(s.at())
              .at(c.at()));
      out.missing("a second look at the counts some seconds later", "ncclras -f json");
    }
    if (!c.missing().isEmpty()) {
      boolean dead = !c.dead().isEmpty();
      out.add(
          Conclusion.critical(dead ? DEAD : MISSING)
              .say(
                  "RAS has no data from rank(s) "
                      + Ranks.text(c.missing())
                      + " of communicator "
                      + c.hash()
                      + (dead ? "; dead are " + Ranks.text(c.dead()) + "." : "."))
              .at(c.missingAt())
              .at(c.at()));
    }
    if (!c.failed().isEmpty()) {
      out.add(
          Conclusion.critical(DEAD)
              .confidence(Conclusion.Confidence.MEDIUM)
              .say(
                  "Rank(s) "
                      + Ranks.text(c.failed())
                      + " of communicator "
                      + c.hash()
                      + " have an asynchronous error.")
              .at(c.at()));
    }
  }

  private static void ras(Facts facts, Conclusions out) {
    List<Signal> counts = facts.signals("ras-launched");
    List<Signal> differ = facts.signals("ras-counts-differ");
    if (!differ.isEmpty()) {
      Conclusion c = Conclusion.warning(COUNT);
      counts.forEach(s ->
          c.say(
                  s.value("ranks")
                      + " rank(s) have launched "
                      + differ.getFirst().value("op")
                      + " up to "
                      + s.value("count")
                      + ".")
              .at(s.at()));
      Signal ahead =
          counts.stream()
              .max(java.util.Comparator.comparingLong(s -> s.number("count")))
              .orElse(null);
      Signal behind =
          counts.stream()
              .min(java.util.Comparator.comparingLong(s -> s.number("count")))
              .orElse(null);
      if (ahead != null && behind != null && ahead != behind) {
        c.say(
            "The "
                + behind.value("ranks")
                + " at "
                + behind.value("count")
                + " are behind the "
                + ahead.value("ranks")
                + " at "
                + ahead.value("count")
                + ".");
      }
      c.at(facts.signals("ras-rank").stream().limit(4).toList())
          .at(differ.stream().limit(1).toList());
      out.add(c);
    }
    List<Signal> gone = facts.signals("ras-missing");
    if (!gone.isEmpty()) {
      out.add(
          Conclusion.critical(MISSING)
              .say("RAS has no data from rank(s) " + gone.getFirst().value("ranks") + ".")
              .at(gone)
              .at(facts.signals("ras-incomplete").stream().limit(1).toList()));
    }
    List<Signal> dead = facts.signals("ras-dead");
    if (!dead.isEmpty()) {
      out.add(
          Conclusion.critical(DEAD)
              .say(dead.getFirst().value("count") + " process(es) cannot be reached by RAS.")
              .at(dead));
    }
  }
}
