package io.busbar.plan.goodput;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What failures make of a training time.
 *
 * @param gpus of the job
 * @param workS time without failures
 * @param trainS time with them, in closed form
 * @param goodput share of time in which it trains, and where the rest goes
 * @param played the same from runs with drawn failures; null when none were asked for
 * @param components what interrupts it
 * @param worth what single changes do: actions by their effect, then a lower rate of failures
 * @param published other systems, predicted with the rate used here
 */
public record GoodputAnswer(
    long gpus,
    double workS,
    double trainS,
    Goodput goodput,
    GoodputSimulation.@Nullable Played played,
    List<Part> components,
    List<Worth> worth,
    List<Prediction> published) {
  public GoodputAnswer {
    components = List.copyOf(components);
    worth = List.copyOf(worth);
    published = List.copyOf(published);
  }

  /**
   * A kind of interruption.
   *
   * @param betweenS time between two of them
   * @param expected how many until the work is done
   */
  public record Part(
      String component, double betweenS, double expected, boolean hang, boolean nodeLeaves) {}

  /**
   * A change.
   *
   * @param change what is done
   * @param goodputShare with it
   * @param trainS time with it
   * @param savedS time that it saves
   */
  public record Worth(String change, double goodputShare, double trainS, double savedS) {}

  /**
   * A published system.
   *
   * @param publishedGpuHours GPU-hours between two interruptions
   * @param predictedGpuHours from the rate used here
   * @param ratio predicted over published
   */
  public record Prediction(
      String system,
      String counted,
      double publishedGpuHours,
      double predictedGpuHours,
      double ratio,
      String quality,
      String source) {}
}
