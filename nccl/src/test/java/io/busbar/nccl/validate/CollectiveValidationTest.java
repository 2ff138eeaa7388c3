package io.busbar.nccl.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.nccl.validate.CollectiveValidation.Answer;
import io.busbar.nccl.validate.CollectiveValidation.RegimeScore;
import io.busbar.nccl.validate.CollectiveValidation.Summary;
import io.busbar.nccl.validate.CollectiveValidation.WorstExperiment;
import io.busbar.nccl.validate.CollectiveValidation.WorstPoint;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectiveValidationTest {
  private static final double KIB = 1024;
  private static final double MIB = 1 << 20;

  /** 100 us for everything, nothing about four nodes. */
  private static final Prediction HUNDRED_US =
      (experiment, size) -> experiment.job().nodes() == 4 ? Double.NaN : 100e-6;

  private static final List<Experiment> EXPERIMENTS =
      List.of(
          // errors 0, 1 (latency) and 0.5 (bandwidth)
          Made.experiment(
              "a1", "a", Health.YES, 1, Made.points(KIB, 100, 2 * KIB, 50, 64 * MIB, 200)),
          // error 0.25 (transition)
          Made.experiment("a2", "a", Health.YES, 2, Made.points(MIB, 80)),
          // error 0.2 (latency)
          Made.experiment("b1", "b", Health.YES, 1, Made.points(KIB, 125)),
          Made.experiment("bad", "b", Health.NO, 1, Made.points(KIB, 1e6)),
          Made.experiment("unsure", "c", Health.UNKNOWN, 1, Made.points(KIB, 1e6)),
          Made.experiment("far", "d", Health.YES, 4, Made.points(KIB, 100, MIB, 100)));

  private static final Answer ANSWER =
      CollectiveValidation.run(EXPERIMENTS, HUNDRED_US, List.of("a warning"));

  @Test
  void an_experiment_has_its_own_errors_by_regime() {
    var a1 = ANSWER.experiments().get(0);
    assertThat(a1.medianError()).isCloseTo(0.5, within(1e-9));
    assertThat(a1.p90Error()).isCloseTo(0.9, within(1e-9)); // between 0.5 and 1 at 0.8
    RegimeScore latency = a1.regimes().latency();
    assertThat(latency).isNotNull();
    assertThat(latency.nPoints()).isEqualTo(2);
    assertThat(latency.p90Error()).isCloseTo(0.9, within(1e-9));
    assertThat(a1.regimes().transition()).isNull();
    assertThat(a1.regimes().bandwidth()).isNotNull();
    assertThat(a1.points()).hasSize(3);
  }

  @Test
  void systems_count_alike_and_only_healthy_ones_do() {
    Summary s = ANSWER.summary();

    // a: 0, 0.25, 0.5, 1 -> median 0.375; b: 0.2
    assertThat(s.all()).isNotNull();
    assertThat(s.all().nSystems()).isEqualTo(2);
    assertThat(s.all().nPoints()).isEqualTo(5);
    assertThat(s.all().medianError()).isCloseTo((0.375 + 0.2) / 2, within(1e-9));
    assertThat(s.all().within10Share()).isCloseTo((0.25 + 0) / 2, within(1e-9));
    assertThat(s.all().within30Share()).isCloseTo((0.5 + 1) / 2, within(1e-9));
    // latency: a 0, 1 -> 0.5; b 0.2
    assertThat(s.regimes().latency().medianError()).isCloseTo(0.35, within(1e-9));
    assertThat(s.regimes().bandwidth().nSystems()).isEqualTo(1);
    assertThat(s.systems()).extracting(x -> x.system()).containsExactly("a", "b");
    assertThat(s.collectives())
        .singleElement()
        .satisfies(c -> assertThat(c.score()).isEqualTo(s.all()));
  }

  @Test
  void what_is_not_covered_is_counted_and_not_scored() {
    Summary s = ANSWER.summary();
    assertThat(s.nExperiments()).isEqualTo(6);
    assertThat(s.nExperimentsCovered()).isEqualTo(5);
    assertThat(s.nHealthyExperiments()).isEqualTo(3);
    assertThat(s.nMeasured()).isEqualTo(9);
    assertThat(s.nPoints()).isEqualTo(7);
    var far = ANSWER.experiments().get(5);
    assertThat(far.medianError()).isNull();
    assertThat(far.nPoints()).isZero();
    assertThat(far.points()).allSatisfy(p -> assertThat(p.predictedS()).isNull());
  }

  @Test
  void the_worst_are_named() {
    Summary s = ANSWER.summary();
    assertThat(s.worstPoints().get(0)).isEqualTo(new WorstPoint("a1", 2048, 100e-6, 50e-6));
    WorstExperiment worst = s.worstExperiments().get(0);
    assertThat(worst.id()).isEqualTo("a1");
    assertThat(worst.bias()).isCloseTo(0, within(1e-9)); // -0.5, 0, 1
  }

  @Test
  void nothing_to_score_is_an_answer() {
    Answer nothing = CollectiveValidation.run(EXPERIMENTS, (e, s) -> Double.NaN, List.of());
    assertThat(nothing.summary().all()).isNull();
    assertThat(CollectiveReport.of(nothing, null).blocks()).isNotEmpty();
    assertThat(CollectiveValidation.run(List.of(), HUNDRED_US, List.of()).summary().nPoints())
        .isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "1, LATENCY",
    "32768, LATENCY",
    "32769, TRANSITION",
    "33554432, TRANSITION",
    "33554433, BANDWIDTH",
  })
  void regimes_end_at_32_kib_and_32_mib(long size, Regime regime) {
    assertThat(Regime.of(size)).isEqualTo(regime);
  }

  @Test
  void the_report_draws_the_experiment_that_is_asked_for() {
    Report report = CollectiveReport.of(ANSWER, "b1");
    assertThat(report.blocks())
        .filteredOn(b -> b instanceof Block.Series)
        .singleElement()
        .satisfies(b -> assertThat(b.title()).isEqualTo("Experiment b1"));
    assertThat(CollectiveReport.of(ANSWER, null).blocks())
        .anySatisfy(b -> assertThat(b.title()).isEqualTo("Experiment a1"))
        .anySatisfy(b -> assertThat(b.toString()).contains("a warning"));
  }
}
