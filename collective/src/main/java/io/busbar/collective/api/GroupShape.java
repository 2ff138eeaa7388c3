package io.busbar.collective.api;

import io.busbar.base.border.Border;
import io.busbar.base.grid.GridGroup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a communicator's ranks are, as far as its time depends on it. Rates are per rank and
 * direction, after sharing; what oversubscription takes of them is in the borders, because it
 * depends on what an operation sends where.
 *
 * @param ranks ranks of the communicator
 * @param ranksPerDomain how many of them share a scale-up (NVLink) domain; 1 when none do
 * @param scaleUpBytesPerSecond rate of a rank inside its domain
 * @param scaleUpLatencySeconds one hop inside the domain
 * @param scaleOutBytesPerSecond rate of a rank between domains
 * @param scaleOutLatencySeconds one hop between domains
 * @param scaleUpReduction whether the scale-up switches reduce (NVLS)
 * @param scaleOutReduction whether the network reduces (SHARP)
 * @param borders oversubscribed borders that it crosses; none where all links carry what NICs send
 * @param grid the lines of its ranks in a domain whose scale-up links are a grid; null elsewhere
 */
public record GroupShape(
    int ranks,
    int ranksPerDomain,
    double scaleUpBytesPerSecond,
    double scaleUpLatencySeconds,
    double scaleOutBytesPerSecond,
    double scaleOutLatencySeconds,
    boolean scaleUpReduction,
    boolean scaleOutReduction,
    List<Border> borders,
    @Nullable GridGroup grid) {

  public GroupShape {
    borders = List.copyOf(borders);
  }

  /** On a fabric that is nowhere oversubscribed. */
  public GroupShape(
      int ranks,
      int ranksPerDomain,
      double scaleUpBytesPerSecond,
      double scaleUpLatencySeconds,
      double scaleOutBytesPerSecond,
      double scaleOutLatencySeconds,
      boolean scaleUpReduction,
      boolean scaleOutReduction) {
    this(
        ranks,
        ranksPerDomain,
        scaleUpBytesPerSecond,
        scaleUpLatencySeconds,
        scaleOutBytesPerSecond,
        scaleOutLatencySeconds,
        scaleUpReduction,
        scaleOutReduction,
        List.of());
  }

  /** With domains of switches. */
  public GroupShape(
      int ranks,
      int ranksPerDomain,
      double scaleUpBytesPerSecond,
      double scaleUpLatencySeconds,
      double scaleOutBytesPerSecond,
      double scaleOutLatencySeconds,
      boolean scaleUpReduction,
      boolean scaleOutReduction,
      List<Border> borders) {
    this(
        ranks,
        ranksPerDomain,
        scaleUpBytesPerSecond,
        scaleUpLatencySeconds,
        scaleOutBytesPerSecond,
        scaleOutLatencySeconds,
        scaleUpReduction,
        scaleOutReduction,
        borders,
        null);
  }

  /** A communicator inside one grid. */
  public static GroupShape of(GridGroup grid) {
    int ranks = grid.ranks();
    return new GroupShape(ranks, ranks, 0, 0, 0, 0, false, false, List.of(), grid);
  }

  /** The same with domains that take no time: what goes between them. */
  GroupShape betweenDomains() {
    return new GroupShape(
        ranks,
        ranksPerDomain,
        Double.POSITIVE_INFINITY,
        0,
        scaleOutBytesPerSecond,
        scaleOutLatencySeconds,
        false,
        scaleOutReduction,
        borders);
  }

  /** Domains that the communicator touches. */
  public int domains() {
    return (ranks + ranksPerDomain - 1) / ranksPerDomain;
  }

  /** The same without latencies and without reduction in switches: bytes at line rate alone. */
  public GroupShape atLineRate() {
    return new GroupShape(
        ranks,
        ranksPerDomain,
        scaleUpBytesPerSecond,
        0,
        scaleOutBytesPerSecond,
        0,
        false,
        false,
        borders,
        grid);
  }
}
