package io.busbar.nccl.validate;

import io.busbar.base.scoring.Scores;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.nccl.validate.CollectiveValidation.CollectiveScore;
import io.busbar.nccl.validate.CollectiveValidation.MacroRegimes;
import io.busbar.nccl.validate.CollectiveValidation.MacroScore;
import io.busbar.nccl.validate.CollectiveValidation.ScoredExperiment;
import io.busbar.nccl.validate.CollectiveValidation.ScoredPoint;
import io.busbar.nccl.validate.CollectiveValidation.Summary;
import io.busbar.nccl.validate.CollectiveValidation.SystemScore;
import io.busbar.nccl.validate.CollectiveValidation.WorstExperiment;
import io.busbar.nccl.validate.CollectiveValidation.WorstPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Averages over experiments; systems count alike, however many tables each has. Stateless. */
final class CollectiveScores {
  private static final int WORST = 10;

  private CollectiveScores() {}

  static Summary summary(List<ScoredExperiment> all) {
    List<ScoredExperiment> covered = all.stream().filter(e -> e.nPoints() > 0).toList();
    List<ScoredExperiment> healthy =
        covered.stream().filter(e -> e.healthy() == Health.YES).toList();
    return new Summary(
        all.size(),
        covered.size(),
        all.stream().mapToInt(ScoredExperiment::nMeasured).sum(),
        all.stream().mapToInt(ScoredExperiment::nPoints).sum(),
        healthy.size(),
        macro(healthy, p -> true),
        new MacroRegimes(
            macro(healthy, in(Regime.LATENCY)),
            macro(healthy, in(Regime.TRANSITION)),
            macro(healthy, in(Regime.BANDWIDTH))),
        systems(healthy),
        collectives(healthy),
        worstExperiments(healthy),
        worstPoints(healthy));
  }

  private static Predicate<ScoredPoint> in(Regime regime) {
    return point -> Regime.of(point.sizeBytes()) == regime;
  }

  private static Map<String, List<ScoredExperiment>> by(
      Function<ScoredExperiment, String> key, List<ScoredExperiment> experiments) {
    Map<String, List<ScoredExperiment>> groups = new TreeMap<>();
    for (ScoredExperiment e : experiments) {
      groups.computeIfAbsent(key.apply(e), k -> new ArrayList<>()).add(e);
    }
    return groups;
  }

  private static List<ScoredPoint> points(List<ScoredExperiment> experiments) {
    return experiments.stream().flatMap(e -> e.points().stream()).toList();
  }

  private static @Nullable MacroScore macro(
      List<ScoredExperiment> experiments, Predicate<ScoredPoint> where) {
    List<double[]> systems = new ArrayList<>();
    for (List<ScoredExperiment> system : by(ScoredExperiment::system, experiments).values()) {
      double[] errors = CollectiveValidation.errors(points(system).stream().filter(where).toList());
      if (errors.length > 0) {
        systems.add(errors);
      }
    }
    if (systems.isEmpty()) {
      return null;
    }
    return new MacroScore(
        systems.size(),
        systems.stream().mapToInt(e -> e.length).sum(),
        mean(systems, Scores::median),
        mean(systems, e -> Scores.quantile(e, 0.9)),
        mean(systems, e -> share(e, 0.1)),
        mean(systems, e -> share(e, 0.2)),
        mean(systems, e -> share(e, 0.3)));
  }

  private static double mean(List<double[]> systems, Function<double[], Double> of) {
    return Scores.mean(systems.stream().mapToDouble(of::apply).toArray());
  }

  private static double share(double[] errors, double limit) {
    int within = 0;
    for (double error : errors) {
      within += error <= limit ? 1 : 0;
    }
    return (double) within / errors.length;
  }

  private static List<SystemScore> systems(List<ScoredExperiment> experiments) {
    List<SystemScore> scores = new ArrayList<>();
    by(ScoredExperiment::system, experiments)
        .forEach((system, of) -> {
          double[] errors = CollectiveValidation.errors(points(of));
          scores.add(
              new SystemScore(
                  system,
                  of.size(),
                  errors.length,
                  Scores.median(errors),
                  Scores.quantile(errors, 0.9),
                  CollectiveValidation.regimes(points(of))));
        });
    return scores;
  }

  private static List<CollectiveScore> collectives(List<ScoredExperiment> experiments) {
    List<CollectiveScore> scores = new ArrayList<>();
    by(ScoredExperiment::collective, experiments)
        .forEach((collective, of) -> {
          MacroScore score = macro(of, p -> true);
          if (score != null) {
            scores.add(new CollectiveScore(collective, of.size(), score));
          }
        });
    return scores;
  }

  private static List<WorstExperiment> worstExperiments(List<ScoredExperiment> experiments) {
    return experiments.stream()
        .map(e ->
            new WorstExperiment(
                e.id(),
                e.collective(),
                e.nPoints(),
                Scores.median(CollectiveValidation.errors(e.points())),
                bias(e.points())))
        .sorted(
            Comparator.comparingDouble((WorstExperiment w) -> -w.medianError())
                .thenComparing(WorstExperiment::id))
        .limit(WORST)
        .toList();
  }

  private static double bias(List<ScoredPoint> points) {
    List<Double> ratios = new ArrayList<>();
    for (ScoredPoint p : points) {
      Double predicted = p.predictedS();
      if (predicted != null) {
        ratios.add(predicted / p.measuredS() - 1);
      }
    }
    return Scores.median(ratios.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static List<WorstPoint> worstPoints(List<ScoredExperiment> experiments) {
    List<WorstPoint> worst = new ArrayList<>();
    for (ScoredExperiment e : experiments) {
      for (ScoredPoint p : e.points()) {
        Double predicted = p.predictedS();
        if (predicted != null) {
          worst.add(new WorstPoint(e.id(), p.sizeBytes(), predicted, p.measuredS()));
        }
      }
    }
    worst.sort(
        Comparator.comparingDouble((WorstPoint p) -> -Math.abs(p.predictedS() / p.measuredS() - 1))
            .thenComparing(WorstPoint::id)
            .thenComparingLong(WorstPoint::sizeBytes));
    return worst.subList(0, Math.min(WORST, worst.size()));
  }
}
