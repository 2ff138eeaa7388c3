package io.busbar.diagnose.check.job;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.progress.Arrivals;
import io.busbar.diagnose.progress.Disagreement;
import io.busbar.diagnose.progress.GroupProgress;
import io.busbar.diagnose.progress.Ranks;
import io.busbar.diagnose.progress.Standstill;
import io.busbar.diagnose.progress.Standstill.Wait;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.torch.FlightEntry;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Sequence numbers of all ranks: who waits where, who never came, who issued something else, who
 * always comes last.
 */
public final class HangChecks implements Check {
  private static final String MISSING = "collective-missing-ranks";
  private static final String TYPE = "collective-type-mismatch";
  private static final String SAME = "collective-timeout-same-seq";
  private static final String TIMEOUT = "collective-timeout";
  private static final String COUNT = "collective-count-mismatch";
  private static final String STRAGGLER = "straggler-wait-in-collective";
  private static final int SHOWN = 4;

  @Override
  public List<String> codes() {
    return List.of(MISSING, TYPE, SAME, TIMEOUT, COUNT, STRAGGLER);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    boolean differ = differ(facts, out);
    Standstill standstill = Standstill.of(facts.progress());
    if (!differ && !standstill.waits().isEmpty()) {
      waiting(standstill, out);
    }
    List<FlightEntry> entries = facts.all(FlightEntry.class);
    if (!differ && standstill.waits().isEmpty() && !entries.isEmpty()) {
      completed(entries, out);
    }
    behind(facts, !standstill.waits().isEmpty(), out);
    late(facts, out);
  }

  private static boolean differ(Facts facts, Conclusions out) {
    GroupProgress first =
        facts.progress().groups().stream()
            .filter(g -> !g.disagreements().isEmpty())
            .min(Comparator.comparingInt(g -> facts.order(g.disagreements().getFirst().otherAt())))
            .orElse(null);
    if (first == null) {
      return false;
    }
    Conclusion c = Conclusion.critical(TYPE);
    for (Disagreement d : first.disagreements().stream().limit(SHOWN).toList()) {
      c.say(
              String.format(
                  Locale.ROOT,
                  "Number %d of group %s is %s on rank %d and %s on rank %d.",
                  d.sequence(),
                  first.name(),
                  d.usual(),
                  d.usualRank(),
                  d.other(),
                  d.otherRank()))
          .at(d.usualAt())
          .at(d.otherAt());
    }
    out.add(c);
    return true;
  }

  private static void waiting(Standstill standstill, Conclusions out) {
    Wait first = standstill.waits().getFirst();
    String what = first.operation() + " number " + first.sequence() + " of group " + first.group();
    Conclusion c;
    if (standstill.crossed()) {
      c =
          Conclusion.critical(TYPE)
              .confidence(Conclusion.Confidence.MEDIUM)
              .say("Ranks wait for each other in different groups.");
    } else if (!first.behind().isEmpty()) {
      c =
          Conclusion.critical(MISSING)
              .say("The others wait for rank(s) " + Ranks.text(standstill.culprits()) + ".");
    } else if (first.waiting().size() > 1) {
      c =
          Conclusion.critical(SAME)
              .say("Ranks " + Ranks.text(first.waiting()) + " all wait in " + what + ".");
    } else {
      c =
          Conclusion.critical(TIMEOUT)
              .confidence(Conclusion.Confidence.MEDIUM)
              .say(
                  "Rank "
                      + Ranks.text(first.waiting())
                      + " waits in "
                      + what
                      + " ("
                      + first.state()
                      + ").");
    }
    for (Wait w : standstill.waits().stream().limit(SHOWN).toList()) {
      if (!w.behind().isEmpty()) {
        c.say(
            String.format(
                Locale.ROOT,
                "Rank(s) %s never issued %s number %d of group %s; %s wait in it (%s).",
                Ranks.text(w.behind()),
                w.operation(),
                w.sequence(),
                w.group(),
                Ranks.text(w.waiting()),
                w.state()));
      }
      w.places().forEach(c::at);
    }
    out.add(c);
    unread(first.unread(), first.waiting().size() < 2, out);
  }

  private static void unread(Set<Integer> ranks, boolean alone, Conclusions out) {
    if (!ranks.isEmpty()) {
      out.missing(
          "the flight recorders of ranks " + Ranks.text(ranks), "the files beside these ones");
    } else if (alone) {
      out.missing("the dumps of the other ranks", "the files beside this one");
    }
  }

  private static void completed(List<FlightEntry> entries, Conclusions out) {
    FlightEntry last = entries.getLast();
    out.healthy(
        "All "
            + entries.size()
            + " recorded operation(s) have completed, up to number "
            + last.sequence()
            + " ("
            + last.operation()
            + ").",
        List.of(last.at(), last.statusAt()));
  }

  /** By NCCL's own counts; logs may end at different moments, so only where something hangs. */
  private static void behind(Facts facts, boolean waits, Conclusions out) {
    boolean hangs =
        waits
            || facts.has("watchdog-generic")
            || facts.has("heartbeat")
            || facts.has("ras-mismatch");
    for (GroupProgress group : facts.progress().groups()) {
      Set<Integer> behind = group.statesKnown() || !hangs ? Set.of() : group.behind(group.last());
      if (behind.isEmpty()) {
        continue;
      }
      Conclusion c =
          Conclusion.warning(COUNT)
              .confidence(Conclusion.Confidence.MEDIUM)
              .say(
                  String.format(
                      Locale.ROOT,
                      "In communicator %s rank(s) %s issued fewer calls than the others, which are"
                          + " at number %d.",
                      group.name(),
                      Ranks.text(behind),
                      group.last()));
      places(group, behind).forEach(c::at);
      out.add(c);
    }
  }

  private static List<Place> places(GroupProgress group, Set<Integer> ranks) {
    return ranks.stream().limit(SHOWN).map(group::lastAt).toList();
  }

  private static void late(Facts facts, Conclusions out) {
    for (GroupProgress group : facts.progress().groups()) {
      if (!group.statesKnown() || group.seen().size() < 2) {
        continue;
      }
      Arrivals.Late late = Arrivals.of(group).late();
      if (late != null) {
        out.add(
            Conclusion.warning(STRAGGLER)
                .confidence(Conclusion.Confidence.MEDIUM)
                .say(
                    String.format(
                        Locale.ROOT,
                        "Rank %d issues last in %d of %d collectives of group %s, usually %.0f ms"
                            + " after the others.",
                        late.rank(),
                        late.times(),
                        late.of(),
                        group.name(),
                        late.medianNs() / 1e6))
                .at(group.lastAt(late.rank())));
      }
    }
  }
}
