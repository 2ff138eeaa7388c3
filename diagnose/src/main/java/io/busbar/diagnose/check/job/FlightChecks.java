package io.busbar.diagnose.check.job;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.torch.FlightEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Dumps of flight recorders, one or of all ranks: who waits where, who is not there, who differs.
 */
public final class FlightChecks implements Check {
  private static final String MISSING = "collective-missing-ranks";
  private static final String TYPE = "collective-type-mismatch";
  private static final String SAME = "collective-timeout-same-seq";
  private static final String TIMEOUT = "collective-timeout";

  @Override
  public List<String> codes() {
    return List.of(MISSING, TYPE, SAME, TIMEOUT);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<FlightEntry> all = facts.all(FlightEntry.class);
    if (all.isEmpty()) {
      return;
    }
    Map<String, List<FlightEntry>> byCollective = new LinkedHashMap<>();
    Set<Integer> dumps = new TreeSet<>();
    for (FlightEntry e : all) {
      dumps.add(e.rank());
      if (e.sequence() >= 0) {
        byCollective.computeIfAbsent(e.group() + "|" + e.sequence(), k -> new ArrayList<>()).add(e);
      }
    }
    for (List<FlightEntry> entries : byCollective.values()) {
      if (differ(entries, out)) {
        return;
      }
    }
    for (List<FlightEntry> entries : byCollective.values()) {
      if (entries.stream().anyMatch(e -> !e.state().equals("completed"))) {
        waiting(entries, dumps, out);
        return;
      }
    }
    FlightEntry last = all.getLast();
    out.healthy(
        "All "
            + all.size()
            + " recorded operation(s) have completed, up to number "
            + last.sequence()
            + " ("
            + last.operation()
            + ").",
        List.of(last.at(), last.statusAt()));
  }

  private static boolean differ(List<FlightEntry> entries, Conclusions out) {
    Set<String> kinds = new LinkedHashSet<>();
    entries.forEach(e -> kinds.add(e.operation()));
    if (kinds.size() < 2) {
      return false;
    }
    out.add(
        Conclusion.critical(TYPE)
            .say(
                "Number "
                    + entries.getFirst().sequence()
                    + " of group "
                    + entries.getFirst().group()
                    + " is "
                    + String.join(" on some ranks and ", kinds)
                    + " on others.")
            .at(entries.subList(0, Math.min(6, entries.size()))));
    return true;
  }

  private static void waiting(List<FlightEntry> entries, Set<Integer> dumps, Conclusions out) {
    FlightEntry first = entries.getFirst();
    Set<Integer> present = new TreeSet<>();
    entries.forEach(e -> present.add(e.rank()));
    Set<Integer> absent = new TreeSet<>(first.members());
    absent.removeAll(present);
    absent.retainAll(dumps);
    String what = first.operation() + " number " + first.sequence() + " of group " + first.group();
    Conclusion c;
    if (!absent.isEmpty()) {
      c =
          Conclusion.critical(MISSING)
              .say(
                  "Ranks "
                      + absent
                      + " never recorded "
                      + what
                      + "; "
                      + present
                      + " wait in it ("
                      + first.state()
                      + ").");
    } else if (present.size() > 1) {
      c = Conclusion.critical(SAME).say("Ranks " + present + " all wait in " + what + ".");
    } else {
      c =
          Conclusion.critical(TIMEOUT)
              .confidence(Conclusion.Confidence.MEDIUM)
              .say("Rank " + present + " waits in " + what + " (" + first.state() + ").");
      out.missing("the dumps of the other ranks", "the files beside this one");
    }
    out.add(c.at(entries.subList(0, Math.min(6, entries.size()))));
  }
}
