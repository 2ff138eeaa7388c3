package io.busbar.diagnose.check.job;

import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.progress.Ranks;
import io.busbar.formats.torch.WatchdogProgress;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What watchdogs say of how far their ranks are, brought together per process group. Stateless. */
final class Enqueued {
  private static final int SHOWN = 4;

  private Enqueued() {}

  static void say(List<WatchdogProgress> progress, Set<Integer> timedOut, Conclusion c) {
    Map<String, TreeMap<Integer, WatchdogProgress>> byGroup = new LinkedHashMap<>();
    for (WatchdogProgress p : progress) {
      byGroup.computeIfAbsent(p.group(), g -> new TreeMap<>()).put(p.rank(), p);
    }
    byGroup.forEach((group, byRank) -> {
      if (byRank.size() <= SHOWN) {
        byRank.values().forEach(p -> c.say(sentence(p)).at(p.at()));
      } else {
        spread(group, byRank, c);
      }
    });
    silent(timedOut, c);
  }

  private static String sentence(WatchdogProgress p) {
    return "Rank "
        + p.rank()
        + ": last enqueued "
        + p.enqueued()
        + ", last completed "
        + p.completed()
        + ".";
  }

  private static void spread(
      String group, TreeMap<Integer, WatchdogProgress> byRank, Conclusion c) {
    TreeMap<Long, Set<Integer>> byCount = new TreeMap<>();
    byRank
        .values()
        .forEach(p -> byCount.computeIfAbsent(p.enqueued(), n -> new TreeSet<>()).add(p.rank()));
    String of = group.isEmpty() ? "" : " of group " + group;
    if (byCount.size() == 1) {
      c.say(
          "All "
              + byRank.size()
              + " ranks"
              + of
              + " have enqueued up to "
              + byCount.firstKey()
              + ".");
    } else {
      c.say(
          "Rank(s) "
              + Ranks.text(byCount.firstEntry().getValue())
              + of
              + " have enqueued up to "
              + byCount.firstKey()
              + ", others up to "
              + byCount.lastKey()
              + ": look at the former first.");
    }
    byRank.values().stream()
        .sorted(Comparator.comparingLong(WatchdogProgress::enqueued))
        .limit(SHOWN)
        .forEach(p -> c.at(p.at()));
  }

  /** Few ranks that say nothing between many that do may be those that the others wait for. */
  private static void silent(Set<Integer> timedOut, Conclusion c) {
    int most = timedOut.stream().mapToInt(r -> r).max().orElse(-1);
    Set<Integer> silent = new TreeSet<>();
    for (int rank = 0; rank <= most && silent.size() <= timedOut.size(); rank++) {
      if (!timedOut.contains(rank)) {
        silent.add(rank);
      }
    }
    if (timedOut.size() > SHOWN && !silent.isEmpty() && silent.size() * 4 <= timedOut.size()) {
      c.say("No timeout is shown of rank(s) " + Ranks.text(silent) + ": ask what they did.");
    }
  }
}
