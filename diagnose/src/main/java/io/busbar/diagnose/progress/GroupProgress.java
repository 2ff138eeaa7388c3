package io.busbar.diagnose.progress;

import io.busbar.formats.artefact.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All ranks of one group. Filled by one thread, then only read. */
public final class GroupProgress {
  /** Collectives of which it is remembered what they were, newest first. */
  private static final int WINDOW = 256;

  private static final int MAX_DISAGREEMENTS = 8;

  private final String source;
  private final String name;
  private final boolean statesKnown;
  private final TreeMap<Integer, RankProgress> ranks = new TreeMap<>();
  private final @Nullable Call[] kinds = new Call[WINDOW];
  private final List<Disagreement> disagreements = new ArrayList<>();
  private Set<Integer> members = Set.of();

  GroupProgress(String source, String name, boolean statesKnown) {
    this.source = source;
    this.name = name;
    this.statesKnown = statesKnown;
  }

  void members(Set<Integer> told) {
    if (told.size() > members.size()) {
      members = told;
    }
  }

  boolean take(Call call) {
    boolean kept = agree(call);
    RankProgress rank = ranks.get(call.rank());
    if (rank == null) {
      rank = new RankProgress(call, statesKnown);
      ranks.put(call.rank(), rank);
      kept = true;
    }
    return rank.take(call) | kept;
  }

  /**
   * Takes in what another reading found of the same group.
   *
   * @param room ranks that may be added
   */
  void absorb(GroupProgress other, int room) {
    members(other.members);
    for (Disagreement d : other.disagreements) {
      if (disagreements.size() < MAX_DISAGREEMENTS) {
        disagreements.add(d);
      }
    }
    for (Call call : other.kinds) {
      if (call != null) {
        agree(call);
      }
    }
    int left = room;
    for (RankProgress theirs : other.ranks.values()) {
      RankProgress own = ranks.get(theirs.rank);
      if (own != null) {
        own.absorb(theirs);
      } else if (left-- > 0) {
        RankProgress copy = new RankProgress(theirs.last, statesKnown);
        copy.firstOpen = theirs.firstOpen;
        copy.absorb(theirs);
        ranks.put(theirs.rank, copy);
      }
    }
  }

  /** Compares with what the others issued under this number; true when the line is remembered. */
  private boolean agree(Call call) {
    int slot = (int) (call.sequence() % WINDOW);
    Call seen = kinds[slot];
    if (seen == null || seen.sequence() < call.sequence()) {
      kinds[slot] = call;
      return true;
    }
    if (seen.sequence() != call.sequence()
        || seen.rank() == call.rank()
        || seen.kind().equals(call.kind())
        || disagreements.size() >= MAX_DISAGREEMENTS) {
      return false;
    }
    disagreements.add(
        new Disagreement(
            call.sequence(),
            seen.rank(),
            seen.kind(),
            call.rank(),
            call.kind(),
            seen.at(),
            call.at()));
    return true;
  }

  /** {@code flight recorder} or {@code NCCL log}. */
  public String source() {
    return source;
  }

  public String name() {
    return name;
  }

  /** Ranks that belong to it; empty when nothing tells them. */
  public Set<Integer> members() {
    return members;
  }

  /** Ranks of which something was read. */
  public Set<Integer> seen() {
    return ranks.keySet();
  }

  Collection<RankProgress> all() {
    return ranks.values();
  }

  @Nullable RankProgress of(int rank) {
    return ranks.get(rank);
  }

  /** Where the last call of a rank that was read stands. */
  public Place lastAt(int rank) {
    RankProgress of = ranks.get(rank);
    return of == null ? ranks.firstEntry().getValue().at() : of.at();
  }

  /** Whether the source tells what has completed. */
  public boolean statesKnown() {
    return statesKnown;
  }

  /** Different things under one number, the lowest number first. */
  public List<Disagreement> disagreements() {
    return disagreements.stream()
        .sorted(java.util.Comparator.comparingLong(Disagreement::sequence))
        .toList();
  }

  /** The highest number that any rank issued. */
  public long last() {
    return ranks.values().stream().mapToLong(r -> r.last.sequence()).max().orElse(-1);
  }

  /** The lowest number in which a rank waits; −1 when none does. */
  public long waitsIn() {
    return ranks.values().stream()
        .filter(RankProgress::waits)
        .mapToLong(r -> r.firstOpen.sequence())
        .min()
        .orElse(-1);
  }

  /** Ranks that wait in that number. */
  public Set<Integer> waiting(long sequence) {
    Set<Integer> waiting = new TreeSet<>();
    for (RankProgress r : ranks.values()) {
      if (r.waits() && r.firstOpen.sequence() == sequence) {
        waiting.add(r.rank);
      }
    }
    return waiting;
  }

  /** Ranks that were read and never issued that number. */
  public Set<Integer> behind(long sequence) {
    Set<Integer> behind = new TreeSet<>();
    for (RankProgress r : ranks.values()) {
      if (r.last.sequence() < sequence) {
        behind.add(r.rank);
      }
    }
    return behind;
  }
}
