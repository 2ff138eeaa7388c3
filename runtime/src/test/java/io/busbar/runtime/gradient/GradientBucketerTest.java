package io.busbar.runtime.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.comm.LocalGroup;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GradientBucketerTest {
  private static final int INPUTS = 6;
  private static final int SAMPLES = 24;

  /** Linear regression: weights and a bias, so two gradients. */
  private static final class Model {
    final double[] weights = new double[INPUTS];
    final double[] bias = new double[1];
    final double[] weightGradient = new double[INPUTS];
    final double[] biasGradient = new double[1];

    /** Adds the gradient of samples first, first + step, …, and returns their squared error. */
    double backward(int first, int step, double share) {
      double loss = 0;
      for (int sample = first; sample < SAMPLES; sample += step) {
        SplittableRandom random = new SplittableRandom(sample);
        double[] x = random.doubles(INPUTS, -1, 1).toArray();
        double error = bias[0] - (3 * x[0] - 2 * x[4] + 0.5);
        for (int i = 0; i < INPUTS; i++) {
          error += weights[i] * x[i];
        }
        for (int i = 0; i < INPUTS; i++) {
          weightGradient[i] += error * x[i] * share;
        }
        biasGradient[0] += error * share;
        loss += error * error;
      }
      return loss;
    }

    void update() {
      for (int i = 0; i < INPUTS; i++) {
        weights[i] -= 0.3 * weightGradient[i];
        weightGradient[i] = 0;
      }
      bias[0] -= 0.3 * biasGradient[0];
      biasGradient[0] = 0;
    }
  }

  private static Model alone(int steps) {
    Model model = new Model();
    for (int step = 0; step < steps; step++) {
      model.backward(0, 1, 1.0 / SAMPLES);
      model.update();
    }
    return model;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void data_parallel_training_ends_where_one_rank_does(int ranks) {
    Model expected = alone(40);
    LocalGroup.run(
        ranks,
        comm -> {
          Model model = new Model();
          List<Buf> gradients = List.of(Buf.of(model.weightGradient), Buf.of(model.biasGradient));
          GradientBucketer bucketer = new GradientBucketer(comm, gradients, 16);
          assertThat(bucketer.buckets()).isEqualTo(2);
          for (int step = 0; step < 40; step++) {
            bucketer.begin(true);
            model.backward(comm.rank(), ranks, (double) ranks / SAMPLES);
            bucketer.ready(1);
            bucketer.ready(0);
            bucketer.finish();
            model.update();
          }
          assertThat(model.weights).containsExactly(expected.weights, within(1e-12));
          assertThat(model.bias).containsExactly(expected.bias, within(1e-12));
          assertThat(bucketer.overlapShare()).isBetween(0.0, 1.0);
        });
  }

  @Test
  void accumulating_passes_are_averaged_with_the_last() {
    Model expected = alone(10);
    LocalGroup.run(
        2,
        comm -> {
          Model model = new Model();
          List<Buf> gradients = List.of(Buf.of(model.weightGradient), Buf.of(model.biasGradient));
          GradientBucketer bucketer = new GradientBucketer(comm, gradients, 1 << 20);
          assertThat(bucketer.buckets()).isEqualTo(1);
          for (int step = 0; step < 10; step++) {
            for (int micro = 0; micro < 3; micro++) {
              bucketer.begin(micro == 2);
              model.backward(comm.rank() * 3 + micro, 6, 2.0 / SAMPLES);
              bucketer.ready(0);
              bucketer.ready(1);
              bucketer.finish();
            }
            model.update();
          }
          assertThat(model.weights).containsExactly(expected.weights, within(1e-12));
        });
  }

  @Test
  void buckets_hold_one_type_and_start_from_the_end() {
    LocalGroup.run(
        2,
        comm -> {
          List<Buf> gradients =
              List.of(Buf.of(new float[10]), Buf.of(new float[10]), Buf.of(new double[10]));
          GradientBucketer bucketer = new GradientBucketer(comm, gradients, 60);
          assertThat(bucketer.buckets()).isEqualTo(3);
          bucketer.begin(true);
          bucketer.ready(0);
          assertThatThrownBy(() -> bucketer.ready(0)).hasMessage("gradient 0 was ready already");
          assertThatThrownBy(bucketer::finish).hasMessage("gradient 1 was not ready");
        });
  }
}
