package io.busbar.diagnose;

import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.progress.Ranks;
import io.busbar.diagnose.progress.Standstill;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was computed of all ranks together, beside the findings.
 *
 * @param waits groups of ranks that wait in a collective; those that lack a rank first
 * @param scaling where the time of a step goes; null when there is no trace
 */
public record Analyses(List<Wait> waits, @Nullable Scaling scaling) {
  private static final int MAX_WAITS = 64;

  public Analyses {
    waits = List.copyOf(waits);
  }

  /**
   * A group of ranks that waits. Sets of ranks are texts: {@code 0-6, 8-1023}.
   *
   * @param sequence number of the collective in the group
   * @param waitingRanks ranks that issued it
   * @param behindRanks ranks that were read and never issued it
   * @param unreadRanks ranks of the group of which nothing was read
   */
  public record Wait(
      String group,
      long sequence,
      String operation,
      String state,
      String waitingRanks,
      String behindRanks,
      String unreadRanks) {}

  static Analyses of(Facts facts) {
    return new Analyses(
        Standstill.of(facts.progress()).waits().stream()
            .limit(MAX_WAITS)
            .map(w ->
                new Wait(
                    w.group(),
                    w.sequence(),
                    w.operation(),
                    w.state(),
                    Ranks.text(w.waiting()),
                    Ranks.text(w.behind()),
                    Ranks.text(w.unread())))
            .toList(),
        Scaling.of(facts));
  }
}
