package io.busbar.nccl.validate;

import io.busbar.base.scoring.Scores;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.formats.measurements.Experiment.Point;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scores a model of collective times on measured tables. The error of a point is |predicted /
 * measured − 1|; measured is the shorter of the out-of-place and in-place time. Stateless.
 */
public final class CollectiveValidation {
  private CollectiveValidation() {}

  /**
   * The answer.
   *
   * @param experiments in the order of the input
   * @param warnings what could not be used of the input, or looks wrong in it
   */
  public record Answer(List<ScoredExperiment> experiments, Summary summary, List<String> warnings) {
    public Answer {
      experiments = List.copyOf(experiments);
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * One experiment.
   *
   * @param nMeasured points that were measured
   * @param nPoints those of them that the model covers, which are scored
   * @param medianError null when none is
   * @param p90Error null when none is
   */
  public record ScoredExperiment(
      String id,
      String system,
      String collective,
      Health healthy,
      int nMeasured,
      int nPoints,
      @Nullable Double medianError,
      @Nullable Double p90Error,
      Regimes regimes,
      List<ScoredPoint> points) {
    public ScoredExperiment {
      points = List.copyOf(points);
    }
  }

  /** Errors by regime; null where there is no point. */
  public record Regimes(
      @Nullable RegimeScore latency,
      @Nullable RegimeScore transition,
      @Nullable RegimeScore bandwidth) {
    @Nullable RegimeScore of(Regime regime) {
      return switch (regime) {
        case LATENCY -> latency;
        case TRANSITION -> transition;
        case BANDWIDTH -> bandwidth;
      };
    }
  }

  /** Quantiles over the points of a regime. */
  public record RegimeScore(int nPoints, double medianError, double p90Error) {}

  /**
   * A point.
   *
   * @param predictedS null when the model does not cover it
   */
  public record ScoredPoint(long sizeBytes, @Nullable Double predictedS, double measuredS) {

    /** |predicted / measured − 1|; NaN when it is not covered. */
    double error() {
      return predictedS == null ? Double.NaN : Math.abs(predictedS / measuredS - 1);
    }
  }

  /**
   * Over all experiments. Everything but the counts is over healthy ones ({@code healthy: yes}).
   *
   * @param nExperiments all that were read
   * @param nExperimentsCovered those with a prediction, healthy or not
   * @param nMeasured all points
   * @param nPoints all points with a prediction
   * @param nHealthyExperiments healthy ones with a prediction: what the scores stand on
   * @param all every size
   * @param regimes the same by regime; null where there is no point
   * @param systems by name
   * @param collectives by name
   * @param worstExperiments those with the largest medians
   * @param worstPoints those with the largest errors
   */
  public record Summary(
      int nExperiments,
      int nExperimentsCovered,
      int nMeasured,
      int nPoints,
      int nHealthyExperiments,
      @Nullable MacroScore all,
      MacroRegimes regimes,
      List<SystemScore> systems,
      List<CollectiveScore> collectives,
      List<WorstExperiment> worstExperiments,
      List<WorstPoint> worstPoints) {
    public Summary {
      systems = List.copyOf(systems);
      collectives = List.copyOf(collectives);
      worstExperiments = List.copyOf(worstExperiments);
      worstPoints = List.copyOf(worstPoints);
    }
  }

  /** By regime; null where there is no point. */
  public record MacroRegimes(
      @Nullable MacroScore latency,
      @Nullable MacroScore transition,
      @Nullable MacroScore bandwidth) {}

  /**
   * Every system with the same weight: the mean over systems of what holds for a system's points,
   * pooled over its experiments.
   *
   * @param medianError mean over systems of the median of a system's points
   * @param p90Error mean over systems of their 90th percentile
   * @param within10Share mean over systems of the share of points with an error up to 0.1
   * @param within20Share up to 0.2
   * @param within30Share up to 0.3
   */
  public record MacroScore(
      int nSystems,
      int nPoints,
      double medianError,
      double p90Error,
      double within10Share,
      double within20Share,
      double within30Share) {}

  /** The points of a system, pooled over its experiments. */
  public record SystemScore(
      String system,
      int nExperiments,
      int nPoints,
      double medianError,
      double p90Error,
      Regimes regimes) {}

  /** A collective over systems, each with the same weight. */
  public record CollectiveScore(String collective, int nExperiments, MacroScore score) {}

  /**
   * @param bias median of predicted / measured − 1: negative when the model is too fast
   */
  public record WorstExperiment(
      String id, String collective, int nPoints, double medianError, double bias) {}

  /** A point with its experiment. */
  public record WorstPoint(String id, long sizeBytes, double predictedS, double measuredS) {}

  /**
   * Scores a model.
   *
   * @param warnings what is to be told of the input
   */
  public static Answer run(List<Experiment> experiments, Prediction model, List<String> warnings) {
    List<ScoredExperiment> scored = experiments.stream().map(e -> score(e, model)).toList();
    return new Answer(scored, CollectiveScores.summary(scored), warnings);
  }

  private static ScoredExperiment score(Experiment experiment, Prediction model) {
    List<ScoredPoint> points = new ArrayList<>();
    for (Point point : experiment.points()) {
      double predicted = model.seconds(experiment, point.sizeBytes());
      boolean covered = predicted > 0 && Double.isFinite(predicted);
      points.add(new ScoredPoint(point.sizeBytes(), covered ? predicted : null, point.seconds()));
    }
    double[] errors = errors(points);
    return new ScoredExperiment(
        experiment.id(),
        experiment.system(),
        experiment.collective(),
        experiment.healthy(),
        points.size(),
        errors.length,
        errors.length == 0 ? null : Scores.median(errors),
        errors.length == 0 ? null : Scores.quantile(errors, 0.9),
        regimes(points),
        points);
  }

  /** The errors of the points that are covered. */
  static double[] errors(List<ScoredPoint> points) {
    return points.stream().mapToDouble(ScoredPoint::error).filter(e -> !Double.isNaN(e)).toArray();
  }

  static Regimes regimes(List<ScoredPoint> points) {
    return new Regimes(
        regime(points, Regime.LATENCY),
        regime(points, Regime.TRANSITION),
        regime(points, Regime.BANDWIDTH));
  }

  private static @Nullable RegimeScore regime(List<ScoredPoint> points, Regime regime) {
    double[] errors =
        errors(points.stream().filter(p -> Regime.of(p.sizeBytes()) == regime).toList());
    return errors.length == 0
        ? null
        : new RegimeScore(errors.length, Scores.median(errors), Scores.quantile(errors, 0.9));
  }
}
