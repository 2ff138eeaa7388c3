package io.busbar.nccl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.InputException;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.formats.measurements.Experiment.Point;
import io.busbar.nccl.calibrate.Fit.Estimate;
import io.busbar.nccl.validate.Made;
import io.busbar.nccl.validate.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  private static final double START_S = 12e-6;
  private static final double RATE = 360e9;

  /** Start-up plus hops of nodes plus bytes over a rate. */
  private record Line(Parameter... of) implements Tunable {
    @Override
    public List<Parameter> parameters() {
      return List.of(of);
    }

    @Override
    public Prediction with(double[] v) {
      return (e, size) -> v[0] + size / v[1] + (v.length > 2 ? (e.job().nodes() - 1) * v[2] : 0);
    }
  }

  private static final Parameter START = new Parameter("start_s", "start-up", 5e-6, 1e-7, 1e-3);
  private static final Parameter LINK = new Parameter("rate_bytes_per_s", "rate", 1e11, 1e9, 1e13);
  private static final Parameter HOP = new Parameter("hop_s", "a hop", 2e-6, 1e-8, 1e-3);
  private static final Line MODEL = new Line(START, LINK);

  /** A table of a model over powers of two, each time multiplied. */
  private static Experiment table(
      Prediction truth, int nodes, int fromLog2, int toLog2, Function<Integer, Double> factor) {
    Experiment empty = Made.experiment("t" + nodes, "s", Health.YES, nodes, List.of());
    List<Point> points = new ArrayList<>();
    for (int log = fromLog2; log <= toLog2; log++) {
      long size = 1L << log;
      points.addAll(Made.points(size, truth.seconds(empty, size) * 1e6 * factor.apply(log)));
    }
    return Made.experiment("t" + nodes, "s", Health.YES, nodes, points);
  }

  private static Experiment exact(int nodes, int from, int to) {
    return table(MODEL.with(new double[] {START_S, RATE}), nodes, from, to, log -> 1.0);
  }

  @Test
  void known_parameters_are_recovered() {
    Fit fit = Calibration.fit(MODEL, Sample.of(List.of(exact(1, 3, 33))));

    assertThat(fit.values()[0]).isCloseTo(START_S, Percentage.withPercentage(0.01));
    assertThat(fit.values()[1]).isCloseTo(RATE, Percentage.withPercentage(0.01));
    assertThat(fit.estimates()).allMatch(Estimate::determined);
    assertThat(fit.medianErrorBefore()).isGreaterThan(0.5);
    assertThat(fit.medianErrorAfter()).isLessThan(1e-4);
    assertThat(fit.residuals()).hasSize(31);
    assertThat(fit.nNotCovered()).isZero();
  }

  @Test
  void noise_and_outliers_leave_the_truth_within_the_interval() {
    Random random = new Random(7);
    Prediction truth = MODEL.with(new double[] {START_S, RATE});
    Function<Integer, Double> noise =
        log -> Math.exp(0.05 * random.nextGaussian()) * (log % 9 == 0 ? 5 : 1);
    List<Experiment> tables = new ArrayList<>();
    for (int nodes = 1; nodes <= 6; nodes++) {
      tables.add(table(truth, nodes, 3, 33, noise));
    }

    Fit fit = Calibration.fit(MODEL, Sample.of(tables));

    double[] real = {START_S, RATE};
    for (int i = 0; i < real.length; i++) {
      Estimate e = fit.estimates().get(i);
      assertThat(e.value()).isCloseTo(real[i], Percentage.withPercentage(4));
      assertThat(real[i]).isBetween(e.low(), e.high());
      assertThat(e.high() / e.low()).isLessThan(1.3);
    }
  }

  @Test
  void small_messages_say_nothing_about_the_rate() {
    Fit fit = Calibration.fit(MODEL, Sample.of(List.of(exact(1, 3, 10))));

    Estimate rate = fit.estimates().get(1);
    assertThat(rate.determined()).isFalse();
    assertThat(rate.value()).isEqualTo(LINK.start());
    assertThat(rate.reason()).isEqualTo("no measured time depends on it");
    assertThat(fit.estimates().get(0).determined()).isTrue();
    assertThat(fit.values()[0]).isCloseTo(START_S, Percentage.withPercentage(1));
  }

  @Test
  void one_number_of_nodes_cannot_tell_start_and_hops_apart() {
    Line model = new Line(START, LINK, HOP);
    Fit one = Calibration.fit(model, Sample.of(List.of(exact(2, 3, 33))));

    Estimate hop = one.estimates().get(2);
    assertThat(hop.determined()).isFalse();
    assertThat(hop.reason()).isEqualTo("the data cannot tell it from start_s");
    assertThat(one.estimates().get(0).determined()).isTrue();
    assertThat(one.values()[0]).isCloseTo(START_S - HOP.start(), Percentage.withPercentage(1));

    double[] truth = {START_S, RATE, 4e-6};
    Function<Integer, Double> none = log -> 1.0;
    Prediction real = model.with(truth);
    Fit several =
        Calibration.fit(
            model,
            Sample.of(
                List.of(
                    table(real, 1, 3, 33, none),
                    table(real, 2, 3, 33, none),
                    table(real, 8, 3, 33, none))));
    assertThat(several.estimates()).allMatch(Estimate::determined);
    for (int i = 0; i < truth.length; i++) {
      assertThat(several.values()[i]).isCloseTo(truth[i], Percentage.withPercentage(0.1));
    }
  }

  @Test
  void a_product_of_two_parameters_is_one() {
    Tunable product =
        new Tunable() {
          @Override
          public List<Parameter> parameters() {
            return List.of(LINK, new Parameter("share", "achieved share", 0.8, 0.1, 1), START);
          }

          @Override
          public Prediction with(double[] v) {
            return (e, size) -> v[2] + size / (v[0] * v[1]);
          }
        };
    Fit fit = Calibration.fit(product, Sample.of(List.of(exact(1, 3, 33))));

    assertThat(fit.estimates().get(1).determined()).isFalse();
    assertThat(fit.estimates().get(1).reason()).contains("rate_bytes_per_s");
    assertThat(fit.values()[0]).isCloseTo(RATE / 0.8, Percentage.withPercentage(0.1));
  }

  @Test
  void a_maximum_that_hides_a_parameter_at_the_start_is_got_over() {
    Tunable either =
        new Tunable() {
          @Override
          public List<Parameter> parameters() {
            return List.of(LINK, new Parameter("nic_bytes_per_s", "rate", 4e11, 1e9, 1e13));
          }

          @Override
          public Prediction with(double[] v) {
            return (e, size) -> Math.max(size / v[0], e.job().nodes() > 1 ? size / v[1] : 0);
          }
        };
    Prediction truth = either.with(new double[] {3e11, 0.5e11});
    Fit fit =
        Calibration.fit(
            either,
            Sample.of(
                List.of(table(truth, 1, 20, 33, log -> 1.0), table(truth, 2, 20, 33, log -> 1.0))));
    assertThat(fit.values()[0]).isCloseTo(3e11, Percentage.withPercentage(0.1));
    assertThat(fit.values()[1]).isCloseTo(0.5e11, Percentage.withPercentage(0.1));
  }

  @Test
  void an_estimate_stays_in_its_range_and_says_so() {
    Line narrow = new Line(START, new Parameter("rate_bytes_per_s", "rate", 1e11, 5e10, 2e11));
    Estimate rate = Calibration.fit(narrow, Sample.of(List.of(exact(1, 3, 33)))).estimates().get(1);
    assertThat(rate.value()).isCloseTo(2e11, Percentage.withPercentage(1e-6));
    assertThat(rate.reason()).isEqualTo("at the end of its range");
  }

  @Test
  void points_that_the_model_does_not_cover_are_counted() {
    Tunable oneNode =
        new Tunable() {
          @Override
          public List<Parameter> parameters() {
            return MODEL.parameters();
          }

          @Override
          public Prediction with(double[] v) {
            return (e, size) -> e.job().nodes() > 1 ? Double.NaN : MODEL.with(v).seconds(e, size);
          }
        };
    Fit fit = Calibration.fit(oneNode, Sample.of(List.of(exact(1, 3, 33), exact(2, 3, 33))));
    assertThat(fit.nNotCovered()).isEqualTo(31);
    assertThat(fit.values()[1]).isCloseTo(RATE, Percentage.withPercentage(0.01));

    assertThatThrownBy(() -> Calibration.fit(oneNode, Sample.of(List.of(exact(2, 3, 33)))))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("points that the model covers");
  }

  @Test
  void fewer_points_than_parameters_determine_some_of_them() {
    Fit fit = Calibration.fit(MODEL, Sample.of(List.of(exact(1, 33, 33))));
    assertThat(fit.estimates().stream().filter(Estimate::determined)).hasSize(1);
    assertThat(fit.estimates().get(1).determined()).isTrue();
  }

  @Test
  void two_fits_are_identical() {
    List<Sample> samples = Sample.of(List.of(exact(1, 3, 33)));
    assertThat(Calibration.fit(MODEL, samples)).isEqualTo(Calibration.fit(MODEL, samples));
  }

  @Test
  void a_parameter_is_positive_and_within_its_range() {
    assertThatThrownBy(() -> new Parameter("x", "", 1, 0, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Parameter("x", "", 3, 1, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
