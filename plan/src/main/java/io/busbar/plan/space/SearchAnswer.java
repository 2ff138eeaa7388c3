package io.busbar.plan.space;

import io.busbar.plan.answer.PlanAnswer.LayoutSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a search found: what to take first, then the front.
 *
 * @param name what the search is called
 * @param asked the question
 * @param met whether some set-up of each model keeps to what was asked for
 * @param choices the best of each model that keep to it; when none does, the nearest
 * @param looked how many set-ups were looked at
 * @param objectives what the front is over
 * @param resolution set-ups closer than this share are one point
 * @param front the points, by cost, then step time
 */
public record SearchAnswer(
    String name,
    Asked asked,
    boolean met,
    List<Choice> choices,
    Looked looked,
    List<String> objectives,
    double resolution,
    List<Row> front) {
  public SearchAnswer {
    choices = List.copyOf(choices);
    objectives = List.copyOf(objectives);
    front = List.copyOf(front);
  }

  /** The question; null where nothing was asked. */
  public record Asked(
      @Nullable Double tokens,
      @Nullable Double deadlineS,
      @Nullable Double budgetUsd,
      @Nullable Double purchaseUsd,
      @Nullable Long maxGpus,
      double minHeadroomShare) {}

  /**
   * What was looked at.
   *
   * @param valid those that keep to the rules of layouts
   * @param fitting those of them that fit in memory
   * @param priced those of them that could be on the front
   * @param complete whether the search was not stopped before its end
   */
  public record Looked(long candidates, long valid, long fitting, long priced, boolean complete) {}

  /**
   * A set-up and what it is best by.
   *
   * @param by cheapest, fastest, fewest_gpus, or the same of all set-ups when none keeps to what
   *     was asked for
   * @param met whether it keeps to what was asked for
   */
  public record Choice(String by, boolean met, Row row) {}

  /**
   * A set-up.
   *
   * @param index its number in the space
   * @param globalBatch sequences per step
   * @param plan a plan file of it: 'busbar plan' answers with the same step time and memory
   * @param command that plan as options; empty when its fabric needs a file
   */
  public record Row(
      long index,
      String model,
      Where cluster,
      LayoutSummary layout,
      long globalBatch,
      Speed time,
      Cost cost,
      Energy energy,
      Memory memory,
      String plan,
      String command) {}

  /**
   * Where it runs.
   *
   * @param fabric as it was asked for; empty for the usual one of the node
   */
  public record Where(String name, String node, int nodes, long gpus, String fabric) {}

  /**
   * How fast it is.
   *
   * @param goodputShare share of time in which it trains
   * @param trainS time for all tokens, losses included; null when no tokens were given
   */
  public record Speed(
      double stepS, double tokensPerS, double goodputShare, @Nullable Double trainS) {}

  /**
   * What it costs, in dollars.
   *
   * @param perTrillionTokensUsd of 10¹² tokens, without losses, as a plan says it
   * @param runUsd of all tokens, losses included; null when no tokens were given
   * @param purchaseUsd of the cluster
   */
  public record Cost(
      double pricePerGpuHourUsd,
      double perTrillionTokensUsd,
      @Nullable Double runUsd,
      double purchaseUsd) {}

  /** What it draws at the site's meter, joules; without losses. */
  public record Energy(double perStepJ, double perTrillionTokensJ) {}

  /** Device memory of the heaviest stage. */
  public record Memory(double peakBytes, double headroomShare) {}
}
