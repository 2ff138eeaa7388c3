package io.busbar.design.place;

import io.busbar.base.report.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A placement as an answer; its components are the JSON.
 *
 * @param plan name of the plan
 * @param site where it is placed
 * @param gpus of the job
 * @param nodes of the job
 * @param freeNodes nodes it could have
 * @param provedBest whether no placement is better by the step model
 * @param candidates placements looked at
 * @param naive the scheduler's order
 * @param placed what is proposed
 * @param checked what was given to judge; null without one
 * @param gainShare part of the naive step that is saved
 * @param boundStepS no placement on the free nodes has a smaller step
 * @param gapShare proposed step over the bound, less one
 * @param segment nodes of the longest runs of equal length that each stay below one leaf group; 1
 *     when there are none
 * @param runs the proposed order by leaf group
 * @param confirmed by the flow engine, by dimension; empty unless asked for
 * @param findings most important first
 */
public record PlaceAnswer(
    String plan,
    String site,
    int gpus,
    int nodes,
    int freeNodes,
    boolean provedBest,
    int candidates,
    Placed naive,
    Placed placed,
    @Nullable Placed checked,
    double gainShare,
    double boundStepS,
    double gapShare,
    int segment,
    List<Run> runs,
    List<Confirmed> confirmed,
    List<Finding> findings) {
  public PlaceAnswer {
    runs = List.copyOf(runs);
    confirmed = List.copyOf(confirmed);
    findings = List.copyOf(findings);
  }

  /**
   * A placement and what it costs.
   *
   * @param stepS predicted step
   * @param exposedS communication that the step waits for
   * @param leafGroups that it touches
   * @param pods that it touches
   * @param uplinks of the leaf groups that it touches
   * @param dimensions how far they reach
   * @param order nodes; ranks fill them in turn
   */
  public record Placed(
      double stepS,
      double exposedS,
      int leafGroups,
      int pods,
      List<Uplink> uplinks,
      List<Dimension> dimensions,
      List<String> order) {
    public Placed {
      uplinks = List.copyOf(uplinks);
      dimensions = List.copyOf(dimensions);
      order = List.copyOf(order);
    }
  }

  /**
   * What a leaf group's uplinks give.
   *
   * @param leafGroup its name
   * @param nodes of the job below it
   * @param rateShare part of its NIC rate that a rank gets over them, of the dimension that gets
   *     the least
   */
  public record Uplink(String leafGroup, int nodes, double rateShare) {}

  /**
   * Neighbouring nodes of the order below one leaf group.
   *
   * @param firstRank lowest rank on them
   * @param lastRank highest rank on them
   * @param leafGroup its name
   * @param nodes hostlist expression, in order
   */
  public record Run(int firstRank, int lastRank, String leafGroup, String nodes) {}

  /**
   * A dimension of the layout.
   *
   * @param dimension {@code tensor}, {@code context}, {@code expert}, {@code pipeline}, {@code
   *     data}
   * @param group ranks of its largest communicator
   * @param crosses the farthest level of the network
   * @param rateShare part of its NIC rate that a rank gets there
   * @param exposedS seconds of the step
   */
  public record Dimension(
      String dimension, int group, String crosses, double rateShare, double exposedS) {}

  /**
   * What the flow engine takes for the bytes of a dimension, all its communicators at once.
   *
   * @param naiveS on the scheduler's order
   * @param placedS on the proposed one
   * @param exposedShare part of the dimension's time that the step waits for on the scheduler's
   *     order
   */
  public record Confirmed(String dimension, double naiveS, double placedS, double exposedShare) {}
}
