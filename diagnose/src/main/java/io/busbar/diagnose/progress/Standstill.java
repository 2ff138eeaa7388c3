package io.busbar.diagnose.progress;

import io.busbar.formats.artefact.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where the ranks of a job wait, and for whom: ranks that wait in no group themselves are those
 * that the others wait for. Made of flight recorders.
 */
public final class Standstill {
  private static final int MAX_PLACES = 6;

  private final List<Wait> waits = new ArrayList<>();
  private final Set<Integer> culprits = new TreeSet<>();
  private boolean crossed;

  /**
   * A group that waits.
   *
   * @param sequence number of the collective
   * @param waiting ranks that issued it and did not complete it
   * @param behind ranks that were read and never issued it
   * @param unread ranks of the group whose recorder was not read
   * @param sinceNs when its first rank issued it, by clocks brought together; 0 when not told
   */
  public record Wait(
      String group,
      long sequence,
      String operation,
      String state,
      Set<Integer> waiting,
      Set<Integer> behind,
      Set<Integer> unread,
      long sinceNs,
      List<Place> places) {}

  private Standstill(Progress progress) {
    Set<Integer> waitSomewhere = new HashSet<>();
    for (GroupProgress group : progress.groups()) {
      long sequence = group.statesKnown() ? group.waitsIn() : -1;
      if (sequence >= 0) {
        waits.add(wait(group, sequence, progress.dumps()));
        group.all().stream().filter(RankProgress::waits).forEach(r -> waitSomewhere.add(r.rank));
      }
    }
    waits.sort(
        Comparator.comparingInt((Wait w) -> w.behind().isEmpty() ? 1 : 0)
            .thenComparingLong(Wait::sinceNs));
    waits.forEach(w -> culprits.addAll(w.behind()));
    boolean any = !culprits.isEmpty();
    culprits.removeAll(waitSomewhere);
    crossed = any && culprits.isEmpty();
  }

  public static Standstill of(Progress progress) {
    return new Standstill(progress);
  }

  private static Wait wait(GroupProgress group, long sequence, Set<Integer> dumps) {
    Set<Integer> unread = new TreeSet<>(group.members());
    unread.removeAll(dumps);
    Set<Integer> behind = group.behind(sequence);
    // A rank with a dump that knows nothing of the group never came either.
    Set<Integer> silent = new TreeSet<>(group.members());
    silent.retainAll(dumps);
    silent.removeAll(group.seen());
    behind.addAll(silent);
    Arrivals arrivals = Arrivals.of(group);
    List<Place> places = new ArrayList<>();
    String operation = "";
    String state = "";
    long since = Long.MAX_VALUE;
    Set<Integer> waiting = group.waiting(sequence);
    for (RankProgress r : group.all()) {
      if (waiting.contains(r.rank)) {
        operation = operation.isEmpty() ? r.firstOpen.operation() : operation;
        state = state.isEmpty() ? r.firstOpen.state() : state;
        if (r.firstOpen.createdNs() > 0) {
          since = Math.min(since, r.firstOpen.createdNs() - arrivals.offsetNs(r.rank));
        }
        if (places.size() < MAX_PLACES / 2) {
          places.add(r.firstOpen.at());
        }
      }
    }
    for (RankProgress r : group.all()) {
      if (behind.contains(r.rank) && places.size() < MAX_PLACES) {
        places.add(r.at());
      }
    }
    return new Wait(
        group.name(),
        sequence,
        operation,
        state,
        waiting,
        behind,
        unread,
        since == Long.MAX_VALUE ? 0 : since,
        places);
  }

  /** Groups that wait: those that lack a rank first, then the one that has waited longest. */
  public List<Wait> waits() {
    return waits;
  }

  /** Ranks that others wait for and that wait for nobody. */
  public Set<Integer> culprits() {
    return culprits;
  }

  /** Whether ranks wait for each other in different groups. */
  public boolean crossed() {
    return crossed;
  }
}
