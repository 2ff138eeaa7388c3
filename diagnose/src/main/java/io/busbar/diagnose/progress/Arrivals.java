package io.busbar.diagnose.progress;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who comes last to the collectives of a group. Clocks of hosts differ, but a collective ends on
 * all ranks at about the same time: the median difference of ends is taken as the difference of
 * clocks.
 */
public final class Arrivals {
  private static final int FEWEST = 8;
  private static final double MOSTLY = 0.6;

  /** Ends are seen when torch's watchdog looks, every 100 ms, so less than this tells nothing. */
  private static final long LATE_NS = 250_000_000;

  private final Map<Integer, Long> offsets = new HashMap<>();
  private final @Nullable Late late;

  /**
   * A rank that mostly comes last.
   *
   * @param times how often it came last, of so many
   * @param medianNs its usual lateness behind the median rank
   */
  public record Late(int rank, int times, int of, long medianNs) {}

  private Arrivals(GroupProgress group) {
    TreeSet<Long> common = common(group);
    RankProgress reference = group.all().iterator().next();
    for (RankProgress r : group.all()) {
      long[] differences =
          common.stream()
              .mapToLong(s -> r.completedNs(s) - reference.completedNs(s))
              .sorted()
              .toArray();
      offsets.put(r.rank, differences.length == 0 ? 0 : differences[differences.length / 2]);
    }
    late = late(group, common);
  }

  /** Of a group of which at least two ranks were read. */
  public static Arrivals of(GroupProgress group) {
    return new Arrivals(group);
  }

  /** Collectives that all ranks remember and have completed. */
  private static TreeSet<Long> common(GroupProgress group) {
    TreeSet<Long> common = new TreeSet<>();
    RankProgress first = group.all().iterator().next();
    long last = first.last.sequence();
    for (long s = Math.max(0, last - RankProgress.WINDOW + 1); s <= last; s++) {
      long sequence = s;
      if (group.all().stream().allMatch(r -> r.completedNs(sequence) > 0)) {
        common.add(s);
      }
    }
    return common;
  }

  private @Nullable Late late(GroupProgress group, TreeSet<Long> common) {
    Map<Integer, Integer> times = new TreeMap<>();
    Map<Integer, long[]> by = new HashMap<>();
    int i = 0;
    for (long sequence : common) {
      long[] at = group.all().stream().mapToLong(r -> issuedNs(r, sequence)).sorted().toArray();
      long median = at[at.length / 2];
      for (RankProgress r : group.all()) {
        long behind = issuedNs(r, sequence) - (at.length == 2 ? at[0] : median);
        if (issuedNs(r, sequence) == at[at.length - 1] && behind > LATE_NS) {
          times.merge(r.rank, 1, Integer::sum);
          by.computeIfAbsent(r.rank, k -> new long[common.size()])[i] = behind;
        }
      }
      i++;
    }
    Map.Entry<Integer, Integer> most =
        times.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
    if (most == null || common.size() < FEWEST || most.getValue() < MOSTLY * common.size()) {
      return null;
    }
    long[] lateness =
        Arrays.stream(by.getOrDefault(most.getKey(), new long[1]))
            .filter(n -> n > 0)
            .sorted()
            .toArray();
    return new Late(most.getKey(), most.getValue(), common.size(), lateness[lateness.length / 2]);
  }

  private long issuedNs(RankProgress rank, long sequence) {
    return rank.createdNs(sequence) - offsets.getOrDefault(rank.rank, 0L);
  }

  /** How much a rank's clock is ahead of the first rank's, nanoseconds; 0 when unknown. */
  public long offsetNs(int rank) {
    return offsets.getOrDefault(rank, 0L);
  }

  public @Nullable Late late() {
    return late;
  }
}
