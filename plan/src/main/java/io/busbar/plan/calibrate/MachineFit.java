package io.busbar.plan.calibrate;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.quantity.Share;
import io.busbar.base.scoring.Scores;
import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.MachineConstant;
import io.busbar.model.cluster.MachineConstants;
import io.busbar.plan.step.StepConstants;
import io.busbar.plan.step.TimeModels;
import io.busbar.plan.validate.MeasuredStep;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fits the constants of a machine to its own measured steps and operators, and tries the fit: each
 * step is predicted by a fit on the others. Stateless.
 */
public final class MachineFit {
  /** Scatter of a step around a model that knows its machine: runs that repeat differ by 3 %. */
  private static final double STEP_SIGMA = 0.04;

  /** The same of a kernel: shapes choose algorithms of their own. */
  private static final double OPERATOR_SIGMA = 0.15;

  /** Kernels of a kind share what the model does not know, so that many count as few. */
  private static final double OPERATORS_THAT_COUNT = 4;

  private static final double NORMAL_95 = 1.96;
  private static final int TRIED_FROM = 3;

  private MachineFit() {}

  /** What was found, and what it makes of the cluster. */
  public record Result(Answer answer, MachineConstants constants) {}

  /**
   * The answer. Errors are |ln(predicted / measured)|.
   *
   * @param fitted constants that the measurements determine
   * @param kept the others
   * @param steps in the order of the table
   * @param stepErrors medians over steps, null without steps
   * @param operators kinds of kernels
   */
  public record Answer(
      String cluster,
      List<Fitted> fitted,
      List<Kept> kept,
      List<Step> steps,
      @Nullable Medians stepErrors,
      List<Kernels> operators) {
    public Answer {
      fitted = List.copyOf(fitted);
      kept = List.copyOf(kept);
      steps = List.copyOf(steps);
      operators = List.copyOf(operators);
    }
  }

  /**
   * A constant that was fitted, in seconds or a part of something.
   *
   * @param usual value without the fit
   * @param low95 lower end of the 95 % interval
   */
  public record Fitted(
      MachineConstant constant, double usual, double value, double low95, double high95) {}

  /** A constant that the measurements do not determine, and its value. */
  public record Kept(MachineConstant constant, double value) {}

  /**
   * A step.
   *
   * @param leftOutS predicted by a fit on the others; null with too few of them
   * @param measuredMemoryBytes null when the row has none
   */
  public record Step(
      String id,
      double measuredS,
      double usualS,
      double fittedS,
      @Nullable Double leftOutS,
      double predictedMemoryBytes,
      @Nullable Double measuredMemoryBytes) {}

  /**
   * Median errors over steps.
   *
   * @param leftOut each step predicted by a fit on the others; null with too few of them
   */
  public record Medians(double usual, double fitted, @Nullable Double leftOut) {}

  /** Median errors over the kernels of a kind. */
  public record Kernels(String kind, int count, double usual, double fitted) {}

  /**
   * @param cluster what was measured; constants that it has already count as usual
   * @throws InputException when nothing is determined, or steps are predicted no better
   */
  public static Result run(
      Cluster cluster,
      List<MeasuredStep> steps,
      List<MeasuredOperator> operators,
      TimeModels times) {
    StepConstants usual = StepConstants.standard().on(cluster);
    Known known = new Known(cluster, usual, steps, operators, times);
    Shrunk fit = known.fit(-1, List.of(MachineConstant.values()));
    if (fit.values().isEmpty()) {
      throw refused("measurements that determine a constant", "add steps, or kernels by shape");
    }
    StepConstants own = fit.in(cluster, usual);
    List<Step> told = new ArrayList<>();
    double[] before = new double[steps.size()];
    double[] after = new double[steps.size()];
    double[] out = new double[steps.size()];
    boolean tried = steps.size() >= TRIED_FROM;
    for (int i = 0; i < steps.size(); i++) {
      before[i] = known.error(i, usual);
      after[i] = known.error(i, own);
      out[i] =
          tried
              ? known.error(i, known.fit(i, fit.values().keySet()).in(cluster, usual))
              : Double.NaN;
      told.add(step(steps.get(i), before[i], after[i], tried ? out[i] : null));
    }
    Medians medians =
        steps.isEmpty()
            ? null
            : new Medians(median(before), median(after), tried ? median(out) : null);
    if (tried && median(out) >= median(before)) {
      String found =
          "steps that the others predict better with a fit (%s off) than without (%s)"
              .formatted(Share.print(median(out)), Share.print(median(before)));
      throw refused(found, "keep the usual constants, or measure other layouts");
    }
    Answer answer =
        new Answer(
            cluster.name(),
            fitted(fit, cluster, usual),
            kept(fit, cluster, usual),
            told,
            medians,
            known.kernels(own));
    MachineConstants constants = cluster.machine();
    for (var entry : fit.values().entrySet()) {
      constants = constants.with(entry.getKey(), entry.getValue());
    }
    return new Result(answer, constants);
  }

  private static InputException refused(String expected, String hint) {
    return new InputException(new Problem(Position.of("--steps"), "", "", expected, hint));
  }

  private static Step step(
      MeasuredStep step, double before, double after, @Nullable Double leftOut) {
    return new Step(
        step.id(),
        step.seconds(),
        step.seconds() * Math.exp(before),
        step.seconds() * Math.exp(after),
        leftOut == null ? null : step.seconds() * Math.exp(leftOut),
        step.predictedBytes(),
        step.measuredBytes());
  }

  private static double median(double[] errors) {
    double[] absolute = new double[errors.length];
    for (int i = 0; i < errors.length; i++) {
      absolute[i] = Math.abs(errors[i]);
    }
    return Scores.median(absolute);
  }

  private static List<Fitted> fitted(Shrunk fit, Cluster cluster, StepConstants usual) {
    List<Fitted> fitted = new ArrayList<>();
    fit.values()
        .forEach((c, value) -> {
          double spread = Math.exp(NORMAL_95 * fit.deviations().getOrDefault(c, 0.0));
          fitted.add(
              new Fitted(
                  c,
                  usual.value(c, cluster),
                  value,
                  Math.max(c.low(), value / spread),
                  Math.min(c.high(), value * spread)));
        });
    return fitted;
  }

  private static List<Kept> kept(Shrunk fit, Cluster cluster, StepConstants usual) {
    List<Kept> kept = new ArrayList<>();
    for (MachineConstant c : MachineConstant.values()) {
      if (!fit.values().containsKey(c)) {
        kept.add(new Kept(c, usual.value(c, cluster)));
      }
    }
    return kept;
  }

  /** All that was measured. */
  private static final class Known {
    private final Cluster cluster;
    private final StepConstants usual;
    private final List<MeasuredStep> steps;
    private final List<MeasuredOperator> operators;
    private final Map<Cluster, TimeModel> times = new IdentityHashMap<>();

    Known(
        Cluster cluster,
        StepConstants usual,
        List<MeasuredStep> steps,
        List<MeasuredOperator> operators,
        TimeModels models) {
      this.cluster = cluster;
      this.usual = usual;
      this.steps = steps;
      this.operators = operators;
      Map<Integer, TimeModel> bySize = new HashMap<>();
      for (MeasuredStep step : steps) {
        times.put(
            step.cluster(),
            bySize.computeIfAbsent(step.cluster().nodes(), n -> models.of(step.cluster())));
      }
    }

    double error(int step, StepConstants constants) {
      MeasuredStep s = steps.get(step);
      TimeModel model = times.get(s.cluster());
      if (model == null) {
        throw new IllegalStateException("no collectives for " + s.id());
      }
      return s.error(constants, model);
    }

    /**
     * @param without a step that is left out; -1 for none
     * @param candidates what may be determined
     */
    Shrunk fit(int without, Collection<MachineConstant> candidates) {
      List<Shrunk.Observation> observations = new ArrayList<>();
      for (int i = 0; i < steps.size(); i++) {
        int step = i;
        if (i != without) {
          observations.add(new Shrunk.Observation(c -> error(step, c), STEP_SIGMA));
        }
      }
      Map<String, Integer> counts = new HashMap<>();
      operators.forEach(o -> counts.merge(o.kind(), 1, Integer::sum));
      for (MeasuredOperator o : operators) {
        double many = Math.max(1, counts.getOrDefault(o.kind(), 1) / OPERATORS_THAT_COUNT);
        observations.add(
            new Shrunk.Observation(c -> error(o, c), OPERATOR_SIGMA * Math.sqrt(many)));
      }
      return Shrunk.of(cluster, usual, observations, candidates);
    }

    private double error(MeasuredOperator o, StepConstants constants) {
      return Math.log(o.operator().seconds(cluster, constants) / o.seconds());
    }

    List<Kernels> kernels(StepConstants own) {
      List<Kernels> kernels = new ArrayList<>();
      for (String kind : operators.stream().map(MeasuredOperator::kind).distinct().toList()) {
        List<MeasuredOperator> some =
            operators.stream().filter(o -> o.kind().equals(kind)).toList();
        kernels.add(
            new Kernels(
                kind,
                some.size(),
                median(some.stream().mapToDouble(o -> error(o, usual)).toArray()),
                median(some.stream().mapToDouble(o -> error(o, own)).toArray())));
      }
      return kernels;
    }
  }
}
