package io.busbar.nccl.calibrate;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.scoring.Scores;
import io.busbar.nccl.calibrate.Fit.Estimate;
import io.busbar.nccl.calibrate.Fit.Residual;
import io.busbar.nccl.calibrate.Identifiability.Verdict;
import io.busbar.nccl.validate.Prediction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fits a model's parameters to measured points: robust weighted least squares of ln(predicted /
 * measured) over the logarithms of the parameters, which keeps them positive and makes an error of
 * 10 % weigh the same at every size. Parameters that the data do not determine are held at their
 * start values, the worst first, and the rest is fitted again. Deterministic and stateless.
 */
public final class Calibration {
  private Calibration() {}

  /**
   * @throws InputException when the model covers none of the points
   */
  public static Fit fit(Tunable model, List<Sample> samples) {
    List<Parameter> parameters = model.parameters();
    double[] start = parameters.stream().mapToDouble(Parameter::start).toArray();
    List<Sample> covered = covered(model.with(start), samples);
    if (covered.isEmpty()) {
      throw new InputException(
          new Problem(
              Position.of("measured tables"),
              "",
              samples.size() + " points",
              "points that the model covers",
              ""));
    }
    List<@Nullable String> refused = new ArrayList<>();
    parameters.forEach(p -> refused.add(null));
    while (true) {
      Residuals residuals = new Residuals(model, covered, free(refused), start);
      double[] found = LeastSquares.refine(residuals, residuals.startLogs());
      List<Verdict> verdicts = Identifiability.of(residuals, found);
      Verdict hopeless = worst(verdicts);
      // a wide search costs most: not for a parameter that has an effect and is still uncertain
      if (hopeless == null || hopeless.deviation() == Double.POSITIVE_INFINITY) {
        found = LeastSquares.minimise(residuals, found);
        verdicts = Identifiability.of(residuals, found);
      }
      Verdict worst = worst(verdicts);
      if (worst == null) {
        return answer(residuals, found, verdicts, refused, samples.size());
      }
      refused.set(residuals.parameter(worst.index()), worst.reason());
    }
  }

  private static List<Sample> covered(Prediction prediction, List<Sample> samples) {
    List<Sample> covered = new ArrayList<>();
    for (Sample s : samples) {
      double seconds = prediction.seconds(s.experiment(), s.sizeBytes());
      boolean usable = s.seconds() > 0 && s.weight() > 0 && Double.isFinite(s.seconds());
      if (usable && seconds > 0 && Double.isFinite(seconds)) {
        covered.add(s);
      }
    }
    return covered;
  }

  private static int[] free(List<@Nullable String> refused) {
    List<Integer> free = new ArrayList<>();
    for (int i = 0; i < refused.size(); i++) {
      if (refused.get(i) == null) {
        free.add(i);
      }
    }
    return free.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The least determined; of those that cannot be told from it the last, which matters least. */
  private static @Nullable Verdict worst(List<Verdict> verdicts) {
    Verdict worst = null;
    for (Verdict v : verdicts) {
      if (!v.determined() && (worst == null || v.deviation() >= 0.99 * worst.deviation())) {
        worst = v;
      }
    }
    Verdict last = worst;
    if (worst != null) {
      for (int other : worst.together()) {
        Verdict v = verdicts.get(other);
        last = !v.determined() && v.index() > worst.index() ? v : last;
      }
    }
    return last;
  }

  private static Fit answer(
      Residuals residuals,
      double[] found,
      List<Verdict> verdicts,
      List<@Nullable String> refused,
      int samples) {
    List<Parameter> parameters = residuals.model().parameters();
    double[] values = residuals.values(found);
    List<Estimate> estimates = new ArrayList<>();
    int free = 0;
    for (int i = 0; i < parameters.size(); i++) {
      Parameter p = parameters.get(i);
      String reason = refused.get(i);
      if (reason != null) {
        estimates.add(new Estimate(p, p.start(), p.low(), p.high(), false, reason));
      } else {
        double factor = Math.exp(Identifiability.WITHIN_95 * verdicts.get(free).deviation());
        String note = verdicts.get(free).reason();
        estimates.add(
            new Estimate(p, values[i], values[i] / factor, values[i] * factor, true, note));
        free++;
      }
    }
    List<Residual> points = points(residuals, values);
    return new Fit(
        estimates,
        points,
        samples - points.size(),
        medianError(points(residuals, residuals.startValues())),
        medianError(points));
  }

  private static List<Residual> points(Residuals residuals, double[] values) {
    Prediction prediction = residuals.model().with(values);
    List<Residual> points = new ArrayList<>();
    for (Sample s : residuals.samples()) {
      double seconds = prediction.seconds(s.experiment(), s.sizeBytes());
      points.add(
          new Residual(
              s.experiment().id(),
              s.sizeBytes(),
              s.seconds(),
              seconds,
              Math.log(seconds / s.seconds())));
    }
    return points;
  }

  private static double medianError(List<Residual> points) {
    return Scores.median(points.stream().mapToDouble(r -> Math.abs(r.logError())).toArray());
  }
}
