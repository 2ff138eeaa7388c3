package io.busbar.nccl.calibrate;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.quantity.Share;
import io.busbar.base.scoring.Scores;
import io.busbar.formats.measurements.Experiment;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.SystemConstant;
import io.busbar.model.cluster.SystemConstants;
import io.busbar.nccl.calibrate.Fit.Estimate;
import io.busbar.nccl.validate.Prediction;
import io.busbar.nccl.validate.Regime;
import io.busbar.nccl.validate.Systems;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Fits the system constants of a cluster to tables that were measured on it, with the errors before
 * and after, and tries the fit: one on the smaller numbers of ranks predicts the largest.
 * Stateless.
 */
public final class ClusterFit {
  /** A growth of an error that is worth a remark. */
  private static final double NOTABLE = 0.02;

  private ClusterFit() {}

  /**
   * What was found, and what it makes of the cluster.
   *
   * @param constants what the cluster has of its own from now on
   */
  public record Result(Answer answer, SystemConstants constants) {}

  /**
   * The answer. Errors are medians of |predicted / measured − 1|.
   *
   * @param fitted constants that the tables determine
   * @param refused constants that they do not
   * @param tables what was read, in its order
   * @param errors by range of sizes, then all sizes
   * @param heldOut null when all tables have the same number of ranks, or the smaller ones
   *     determine nothing
   * @param nNotCovered points without a prediction
   * @param warnings what could not be used, what does not fit, and where errors grew
   */
  public record Answer(
      String cluster,
      List<Fitted> fitted,
      List<Refused> refused,
      List<Table> tables,
      List<Change> errors,
      @Nullable HeldOut heldOut,
      int nNotCovered,
      List<String> warnings) {
    public Answer {
      fitted = List.copyOf(fitted);
      refused = List.copyOf(refused);
      tables = List.copyOf(tables);
      errors = List.copyOf(errors);
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * A constant that was fitted; all its figures in {@code unit}.
   *
   * @param constant key of the cluster file
   * @param unit {@code s}, {@code B/s}, or empty for a part of a rate
   * @param before value without the fit
   * @param value fitted
   * @param low95 lower end of the 95 % interval; the narrow end of the truth, since points of a
   *     table are not independent
   * @param high95 upper end
   * @param lowest smallest plausible value
   * @param highest largest plausible value
   * @param note what else is to be known; empty for nothing
   */
  public record Fitted(
      SystemConstant constant,
      String unit,
      double before,
      double value,
      double low95,
      double high95,
      double lowest,
      double highest,
      String note) {}

  /**
   * A constant that stays as it is.
   *
   * @param kept its value
   */
  public record Refused(SystemConstant constant, String unit, double kept, String reason) {}

  /** A table with its error without and with the fit; null when it has no prediction. */
  public record Table(
      String id,
      String collective,
      int ranks,
      int nodes,
      int nPoints,
      @Nullable Double medianErrorBefore,
      @Nullable Double medianErrorAfter,
      List<Residual> residuals) {
    public Table {
      residuals = List.copyOf(residuals);
    }
  }

  /** A measured point, and what is predicted without and with the fit. */
  public record Residual(
      long sizeBytes, double measuredS, double predictedBeforeS, double predictedAfterS) {
    private double before() {
      return Math.abs(predictedBeforeS / measuredS - 1);
    }

    private double after() {
      return Math.abs(predictedAfterS / measuredS - 1);
    }
  }

  /**
   * Median and 90th percentile of the error, without and with a fit.
   *
   * @param sizes {@code latency}, {@code transition}, {@code bandwidth} or {@code all}
   */
  public record Change(
      String sizes,
      int nPoints,
      double medianErrorBefore,
      double medianErrorAfter,
      double p90ErrorBefore,
      double p90ErrorAfter) {}

  /**
   * The largest number of ranks, predicted by a fit on the others.
   *
   * @param fittedRanks most ranks of the tables of that fit
   * @param ranks of the tables that were held out
   * @param errors by range of sizes, then all sizes
   */
  public record HeldOut(int fittedRanks, int ranks, List<Change> errors) {
    public HeldOut {
      errors = List.copyOf(errors);
    }
  }

  /**
   * @param cluster the one of the tables, or larger
   * @param systems what the experiments ran on
   * @param warnings what is to be told of the input
   * @throws InputException when the tables determine no constant
   */
  public static Result run(
      Cluster cluster, Systems systems, List<Experiment> experiments, List<String> warnings) {
    Support support = new Support(cluster, systems, experiments);
    ClusterCalibration model = new ClusterCalibration(cluster, systems, support.free());
    Map<SystemConstant, String> refused = new EnumMap<>(support.refused());
    if (support.free().isEmpty()) {
      throw undetermined(refused);
    }
    Fit fit = Calibration.fit(model, samples(systems, experiments));
    List<Fitted> fitted = fitted(support.free(), fit, refused);
    if (fitted.isEmpty()) {
      throw undetermined(refused);
    }
    List<Table> tables = tables(experiments, systems.predict(), model.with(fit.values()));
    List<Change> errors = changes(tables);
    List<String> remarks = new ArrayList<>(warnings);
    errors.stream().filter(ClusterFit::grew).map(ClusterFit::remark).forEach(remarks::add);
    Answer answer =
        new Answer(
            cluster.name(),
            fitted,
            refused.entrySet().stream()
                .map(r ->
                    new Refused(
                        r.getKey(),
                        ClusterCalibration.unit(r.getKey()),
                        model.start(r.getKey()),
                        r.getValue()))
                .toList(),
            tables,
            errors,
            heldOut(cluster, systems, experiments),
            fit.nNotCovered(),
            remarks);
    return new Result(answer, model.found(fit));
  }

  /** Every table with the same weight; a point weighs by how well the model knows such points. */
  private static List<Sample> samples(Systems systems, List<Experiment> experiments) {
    List<Sample> samples = new ArrayList<>();
    for (Sample s : Sample.of(experiments)) {
      double sigma = systems.uncertainty(s.experiment(), s.sizeBytes());
      double weight = sigma > 0 ? s.weight() / (sigma * sigma) : s.weight();
      samples.add(new Sample(s.experiment(), s.sizeBytes(), s.seconds(), weight));
    }
    return samples;
  }

  private static InputException undetermined(Map<SystemConstant, String> refused) {
    List<String> reasons = refused.values().stream().distinct().toList();
    return new InputException(
        new Problem(
            Position.of("FILE"),
            "",
            "",
            "tables that determine a constant",
            String.join("; ", reasons)));
  }

  /** Adds to {@code refused} what the fit refused. */
  private static List<Fitted> fitted(
      List<SystemConstant> free, Fit fit, Map<SystemConstant, String> refused) {
    List<Fitted> fitted = new ArrayList<>();
    for (int i = 0; i < free.size(); i++) {
      Estimate e = fit.estimates().get(i);
      SystemConstant c = free.get(i);
      if (e.determined()) {
        String unit = ClusterCalibration.unit(c);
        fitted.add(
            new Fitted(
                c,
                unit,
                e.parameter().start(),
                e.value(),
                Math.max(e.low(), c.low()),
                Math.min(e.high(), c.high()),
                c.low(),
                c.high(),
                e.reason()));
      } else {
        refused.put(c, e.reason());
      }
    }
    return fitted;
  }

  private static List<Table> tables(
      List<Experiment> experiments, Prediction before, Prediction after) {
    List<Table> tables = new ArrayList<>();
    for (Experiment e : experiments) {
      List<Residual> points = new ArrayList<>();
      for (Experiment.Point p : e.points()) {
        double predicted = before.seconds(e, p.sizeBytes());
        if (p.seconds() > 0 && predicted > 0) {
          double fitted = after.seconds(e, p.sizeBytes());
          points.add(new Residual(p.sizeBytes(), p.seconds(), predicted, fitted));
        }
      }
      Change change = change("all", points, s -> true);
      tables.add(
          new Table(
              e.id(),
              e.collective(),
              e.job().ranks(),
              e.job().nodes(),
              points.size(),
              change == null ? null : change.medianErrorBefore(),
              change == null ? null : change.medianErrorAfter(),
              points));
    }
    return tables;
  }

  private static List<Change> changes(List<Table> tables) {
    List<Residual> all = tables.stream().flatMap(t -> t.residuals().stream()).toList();
    List<Change> changes = new ArrayList<>();
    for (Regime regime : Regime.values()) {
      add(changes, change(regime.key(), all, size -> Regime.of(size) == regime));
    }
    add(changes, change("all", all, size -> true));
    return changes;
  }

  private static void add(List<Change> changes, @Nullable Change change) {
    if (change != null) {
      changes.add(change);
    }
  }

  private static @Nullable Change change(String name, List<Residual> all, Predicate<Long> sizes) {
    List<Residual> points = all.stream().filter(r -> sizes.test(r.sizeBytes())).toList();
    if (points.isEmpty()) {
      return null;
    }
    double[] before = points.stream().mapToDouble(Residual::before).toArray();
    double[] after = points.stream().mapToDouble(Residual::after).toArray();
    return new Change(
        name,
        points.size(),
        Scores.median(before),
        Scores.median(after),
        Scores.quantile(before, 0.9),
        Scores.quantile(after, 0.9));
  }

  private static boolean grew(Change c) {
    return c.medianErrorAfter() > c.medianErrorBefore() + NOTABLE;
  }

  private static String remark(Change c) {
    return "%s: the error grew from %s to %s, the model does not describe these tables there"
        .formatted(
            c.sizes(), Share.print(c.medianErrorBefore()), Share.print(c.medianErrorAfter()));
  }

  private static @Nullable HeldOut heldOut(
      Cluster cluster, Systems systems, List<Experiment> experiments) {
    int most = experiments.stream().mapToInt(e -> e.job().ranks()).max().orElse(0);
    List<Experiment> smaller = experiments.stream().filter(e -> e.job().ranks() < most).toList();
    List<Experiment> largest = experiments.stream().filter(e -> e.job().ranks() == most).toList();
    int fitted = smaller.stream().mapToInt(e -> e.job().ranks()).max().orElse(0);
    List<Change> errors = predicted(cluster, systems, smaller, largest);
    return errors.isEmpty() ? null : new HeldOut(fitted, most, errors);
  }

  /**
   * The error on some tables without a fit and with one on others.
   *
   * @return empty when there is nothing to fit to or to predict
   */
  static List<Change> predicted(
      Cluster cluster, Systems systems, List<Experiment> known, List<Experiment> unknown) {
    List<SystemConstant> free = new Support(cluster, systems, known).free();
    if (free.isEmpty()) {
      return List.of();
    }
    ClusterCalibration model = new ClusterCalibration(cluster, systems, free);
    Fit fit = Calibration.fit(model, samples(systems, known));
    return changes(tables(unknown, systems.predict(), model.with(fit.values())));
  }
}
