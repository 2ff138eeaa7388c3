package io.busbar.diagnose;

import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.traces.GpuTrace;
import io.busbar.formats.traces.GroupTime;
import io.busbar.formats.traces.TimeSplit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of a step goes, per rank and over ranks, by traces of GPUs. The parts of a rank
 * add up to its step.
 *
 * @param tracedRanks of which there is a trace
 * @param mean over them
 * @param ranks one by one; of many, those with the most exposed communication
 * @param collectives per operation and process group, the most exposed first; means over ranks
 */
public record Scaling(
    int tracedRanks, RankTime mean, List<RankTime> ranks, List<CollectiveTime> collectives) {
  private static final int MAX_RANKS = 64;
  private static final int MAX_COLLECTIVES = 32;

  public Scaling {
    ranks = List.copyOf(ranks);
    collectives = List.copyOf(collectives);
  }

  /**
   * A step of a rank, microseconds.
   *
   * @param stepsTraced how many steps the trace marks
   * @param exposedCommunicationUs beside no computation
   * @param overlapShare part of the communication that runs beside computation, 0 to 1
   * @param idleUs pipeline bubbles, launches, the host
   */
  public record RankTime(
      String rank,
      int stepsTraced,
      double stepUs,
      double computeUs,
      double exposedCommunicationUs,
      double copyUs,
      double dataLoadingUs,
      double idleUs,
      double communicationShare,
      double overlapShare) {}

  /**
   * An operation in a process group, per step.
   *
   * @param group empty when the traces do not tell
   * @param alonePerStep calls beside which nothing was computed
   */
  public record CollectiveTime(
      String operation,
      String group,
      double callsPerStep,
      double totalUs,
      double exposedUs,
      double alonePerStep) {}

  /** Null when there is no trace. */
  static @Nullable Scaling of(Facts facts) {
    List<GpuTrace> traces = facts.all(GpuTrace.class);
    if (traces.isEmpty()) {
      return null;
    }
    List<RankTime> ranks = traces.stream().map(Scaling::rank).toList();
    List<RankTime> shown =
        ranks.stream()
            .sorted(Comparator.comparingDouble(RankTime::exposedCommunicationUs).reversed())
            .limit(MAX_RANKS)
            .toList();
    return new Scaling(
        ranks.size(), mean(ranks), ranks.size() <= MAX_RANKS ? ranks : shown, collectives(traces));
  }

  private static RankTime rank(GpuTrace t) {
    TimeSplit s = t.split();
    double n = s.steps();
    return new RankTime(
        t.label(),
        s.steps(),
        s.spanUs() / n,
        s.computeUs() / n,
        s.exposedUs() / n,
        s.copyUs() / n,
        s.dataLoadingUs() / n,
        s.idleUs() / n,
        s.spanUs() > 0 ? t.communicationUs() / s.spanUs() : 0,
        t.communicationUs() > 0 ? t.overlapUs() / t.communicationUs() : 0);
  }

  private static RankTime mean(List<RankTime> ranks) {
    return new RankTime(
        "mean",
        ranks.stream().mapToInt(RankTime::stepsTraced).min().orElse(1),
        mean(ranks, RankTime::stepUs),
        mean(ranks, RankTime::computeUs),
        mean(ranks, RankTime::exposedCommunicationUs),
        mean(ranks, RankTime::copyUs),
        mean(ranks, RankTime::dataLoadingUs),
        mean(ranks, RankTime::idleUs),
        mean(ranks, RankTime::communicationShare),
        mean(ranks, RankTime::overlapShare));
  }

  private static double mean(List<RankTime> ranks, ToDoubleFunction<RankTime> part) {
    return ranks.stream().mapToDouble(part).average().orElse(0);
  }

  private static List<CollectiveTime> collectives(List<GpuTrace> traces) {
    Map<List<String>, double[]> sums = new LinkedHashMap<>();
    for (GpuTrace t : traces) {
      double n = t.split().steps() * (double) traces.size();
      for (GroupTime g : t.split().groups()) {
        double[] sum = sums.computeIfAbsent(List.of(g.operation(), g.group()), k -> new double[4]);
        sum[0] += g.count() / n;
        sum[1] += g.totalUs() / n;
        sum[2] += g.exposedUs() / n;
        sum[3] += g.alone() / n;
      }
    }
    List<CollectiveTime> collectives = new ArrayList<>();
    sums.forEach((key, sum) ->
        collectives.add(
            new CollectiveTime(key.get(0), key.get(1), sum[0], sum[1], sum[2], sum[3])));
    collectives.sort(Comparator.comparingDouble(CollectiveTime::exposedUs).reversed());
    return collectives.subList(0, Math.min(MAX_COLLECTIVES, collectives.size()));
  }
}
