package io.busbar.nccl.calibrate;

import io.busbar.nccl.validate.Prediction;
import java.util.List;

/**
 * The errors ln(predicted/measured) of the samples as a function of the logarithms of the free
 * parameters; the others stay at their start values. Outside its range a parameter counts as its
 * nearer end.
 */
final class Residuals {
  /** Of a point that the model loses on the way: a factor of e² counts as very wrong. */
  private static final double LOST = 2;

  /** Step of the central difference, in ln; larger than the kinks of a formula with choices. */
  private static final double STEP = 1e-3;

  private final Tunable model;
  private final List<Sample> samples;
  private final int[] free;
  private final double[] start;
  private final double[] weights;

  Residuals(Tunable model, List<Sample> samples, int[] free, double[] start) {
    this.model = model;
    this.samples = samples;
    this.free = free.clone();
    this.start = start.clone();
    this.weights = weights(samples);
  }

  /** Scaled to a mean of 1. */
  private static double[] weights(List<Sample> samples) {
    double sum = samples.stream().mapToDouble(Sample::weight).sum();
    return samples.stream().mapToDouble(s -> s.weight() * samples.size() / sum).toArray();
  }

  Tunable model() {
    return model;
  }

  List<Sample> samples() {
    return samples;
  }

  double weight(int sample) {
    return weights[sample];
  }

  int size() {
    return samples.size();
  }

  /** How many parameters are free. */
  int dimension() {
    return free.length;
  }

  /** Index in the model of a free parameter. */
  int parameter(int index) {
    return free[index];
  }

  Parameter at(int index) {
    return model.parameters().get(free[index]);
  }

  double[] startLogs() {
    double[] logs = new double[free.length];
    for (int i = 0; i < free.length; i++) {
      logs[i] = Math.log(start[free[i]]);
    }
    return logs;
  }

  double[] startValues() {
    return start.clone();
  }

  /** The logarithms within the ranges of their parameters. */
  double[] clamp(double[] logs) {
    double[] inside = logs.clone();
    for (int i = 0; i < inside.length; i++) {
      Parameter p = at(i);
      inside[i] = Math.clamp(inside[i], Math.log(p.low()), Math.log(p.high()));
    }
    return inside;
  }

  /** Values of all parameters of the model. */
  double[] values(double[] logs) {
    double[] values = start.clone();
    double[] inside = clamp(logs);
    for (int i = 0; i < free.length; i++) {
      Parameter p = at(i);
      values[free[i]] = Math.clamp(Math.exp(inside[i]), p.low(), p.high());
    }
    return values;
  }

  double[] errors(double[] logs) {
    Prediction prediction = model.with(values(logs));
    double[] errors = new double[samples.size()];
    for (int i = 0; i < errors.length; i++) {
      Sample s = samples.get(i);
      double seconds = prediction.seconds(s.experiment(), s.sizeBytes());
      boolean covered = seconds > 0 && Double.isFinite(seconds);
      errors[i] = covered ? Math.log(seconds / s.seconds()) : LOST;
    }
    return errors;
  }

  /** d error / d ln parameter by differences, which stay within the range: rows are samples. */
  double[][] jacobian(double[] logs) {
    double[][] rows = new double[samples.size()][free.length];
    for (int k = 0; k < free.length; k++) {
      double[] up = logs.clone();
      double[] down = logs.clone();
      up[k] = logs[k] + STEP;
      down[k] = logs[k] - STEP;
      double[] above = errors(up);
      double[] below = errors(down);
      double width = clamp(up)[k] - clamp(down)[k];
      for (int i = 0; i < rows.length; i++) {
        rows[i][k] = width <= 0 ? 0 : (above[i] - below[i]) / width;
      }
    }
    return rows;
  }
}
