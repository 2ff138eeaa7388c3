package io.busbar.plan.goodput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.plan.economy.OutsideCompute;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class GoodputTest {
  private static final double DAY = 86400;
  private static final Job LLAMA = Job.usual(16_384);

  @Test
  void the_rate_is_that_of_the_published_run() {
    assertThat(LLAMA.meanTimeBetweenFailures()).isCloseTo(54 * DAY / 419, within(1e-6));
    assertThat(FailureTable.standard().gpuHoursBetween("all"))
        .isCloseTo(OutsideCompute.GPU_HOURS_BETWEEN_FAILURES, within(1e-6));
  }

  @Test
  void rare_failures_give_youngs_interval_and_the_first_order_loss() {
    Job job = Job.usual(8).withCheckpoint(60, 0).withRecovery(0, 0, 0);
    double m = job.meanTimeBetweenFailures();
    Goodput g = Goodput.of(job);

    assertThat(g.interval()).isCloseTo(Math.sqrt(2 * 60 * m), Percentage.withPercentage(1));
    assertThat(1 - g.share())
        .isCloseTo(60 / g.interval() + g.interval() / (2 * m), Percentage.withPercentage(2));
  }

  @Test
  void dalys_interval_loses_hardly_more_than_the_best() {
    for (double delta : new double[] {1, 30, 300, 1800}) {
      Job job = LLAMA.withCheckpoint(delta, 0);
      double chosen = Goodput.of(job).share();
      double best = 0;
      double tau = Goodput.of(job).interval();
      for (double f = 0.3; f < 3; f += 0.01) {
        best = Math.max(best, Goodput.of(job.withCheckpoint(delta, f * tau)).share());
      }
      assertThat(chosen).isGreaterThan(best * 0.999);
    }
  }

  @Test
  void erlangs_formula_has_its_known_values() {
    assertThat(Goodput.erlangLoss(1, 1)).isCloseTo(0.5, within(1e-12));
    assertThat(Goodput.erlangLoss(2, 1)).isCloseTo(0.2, within(1e-12));
    assertThat(Goodput.erlangLoss(10, 5)).isCloseTo(0.018385, within(1e-6));
  }

  @Test
  void shares_add_up() {
    Job job = LLAMA.withSpares(6, 12 * 3600).withStragglers(0.001, 3600, 0.2);
    Goodput g = Goodput.of(job);
    double all =
        g.share()
            + g.checkpointShare()
            + g.lostShare()
            + g.detectionShare()
            + g.restartShare()
            + g.waitingShare()
            + g.slowShare();

    assertThat(all).isCloseTo(1, within(1e-9));
    assertThat(g.waitingShare()).isPositive();
    assertThat(g.slowShare()).isPositive();
  }

  @Test
  void runs_with_drawn_failures_agree_within_one_percent() {
    List<Job> jobs =
        List.of(
            LLAMA,
            LLAMA.withCheckpoint(300, 3600).withRecovery(30, 1800, 1800),
            LLAMA.withSpares(20, DAY),
            LLAMA.withSpares(8, DAY),
            LLAMA.withStragglers(0.001, 3600, 0.25),
            Job.usual(1024).withCheckpoint(120, 1800),
            Job.usual(100_000).withRecovery(10, 300, 300));
    for (Job job : jobs) {
      double work = 2000 * job.meanTimeBetweenFailures();
      GoodputSimulation.Played played = GoodputSimulation.play(job, work, 20, 7);

      assertThat(played.share())
          .as(job.toString())
          .isCloseTo(Goodput.of(job).share(), Percentage.withPercentage(1));
    }
  }

  @Test
  void a_seed_plays_the_same_runs_and_another_seed_does_not() {
    GoodputSimulation.Played once = GoodputSimulation.play(LLAMA, 11 * DAY, 50, 1);

    assertThat(GoodputSimulation.play(LLAMA, 11 * DAY, 50, 1)).isEqualTo(once);
    assertThat(GoodputSimulation.play(LLAMA, 11 * DAY, 50, 2)).isNotEqualTo(once);
  }

  @Test
  void more_of_anything_bad_never_helps() {
    double before = Goodput.of(LLAMA.withSpares(3, DAY)).share();

    assertThat(Goodput.of(LLAMA.withSpares(2, DAY)).share()).isLessThan(before);
    assertThat(Goodput.of(LLAMA.withSpares(3, 2 * DAY)).share()).isLessThan(before);
    assertThat(Goodput.of(LLAMA.withSpares(3, DAY).withRate(2)).share()).isLessThan(before);
    assertThat(Goodput.of(LLAMA.withSpares(3, DAY).withCheckpoint(60, 0)).share())
        .isLessThan(before);
  }

  @Test
  void the_answer_tells_other_systems_and_what_a_change_is_worth() {
    GoodputAnswer answer = GoodputAnswers.of(LLAMA.withSpares(4, DAY), 11.1 * DAY, null);

    assertThat(answer.trainS()).isGreaterThan(answer.workS());
    assertThat(answer.worth()).allSatisfy(w -> assertThat(w.savedS()).isNotNegative());
    assertThat(answer.published())
        .allSatisfy(p -> assertThat(p.ratio()).isBetween(0.1, 10.0))
        .hasSizeGreaterThan(3);
    double expected = answer.components().stream().mapToDouble(p -> p.expected()).sum();
    double played = GoodputSimulation.play(LLAMA.withSpares(4, DAY), 11.1 * DAY, 200, 3).failures();
    assertThat(expected).isCloseTo(played, Percentage.withPercentage(3));
  }
}
