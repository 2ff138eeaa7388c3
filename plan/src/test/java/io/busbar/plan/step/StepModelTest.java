package io.busbar.plan.step;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.collective.api.AlphaBeta;
import io.busbar.model.cluster.Level;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ParameterCount;
import io.busbar.plan.Times;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StepModelTest {
  private static final StepConstants CONSTANTS = StepConstants.standard();
  private static final Overlap HIDDEN = new Overlap(true, true, true, true, true, 128L << 20);

  /** Set-ups that between them use every term of the model. */
  enum Setup {
    DENSE("llama3-70b", "dgx-h100:32", 8, 4, 1, 8, Sharding.OPTIMIZER, 1),
    INTERLEAVED("llama3-70b", "dgx-h100:32", 8, 4, 1, 8, Sharding.OPTIMIZER, 5),
    PARAMETERS("llama3-8b", "dgx-h100:4", 1, 1, 1, 32, Sharding.PARAMETERS, 1),
    REPLICAS("llama3-8b", "dgx-a100:4", 4, 1, 1, 8, Sharding.NONE, 1),
    EXPERTS("deepseek-v3", "dgx-h100:32", 1, 8, 32, 32, Sharding.OPTIMIZER, 1);

    private final String model;
    private final String cluster;
    private final Parallelism layout;

    Setup(String model, String cluster, int tp, int pp, int ep, int dp, Sharding s, int chunks) {
      this.model = model;
      this.cluster = cluster;
      PipelineSchedule schedule =
          chunks > 1 ? PipelineSchedule.INTERLEAVED : PipelineSchedule.ONE_F_ONE_B;
      this.layout = Cases.layout(tp, pp, ep, dp, s, schedule, chunks);
    }

    StepModel model(StepConstants constants, TimeModels times) {
      return new StepModel(Cases.model(model), Cases.cluster(cluster), constants, times);
    }

    StepCost cost(StepConstants constants, long microBatches) {
      return model(constants, Times.NCCL).evaluate(training(microBatches), Ledger.OFF);
    }

    StepCost cost(TimeModels times, long microBatches) {
      return model(CONSTANTS, times).evaluate(training(microBatches), Ledger.OFF);
    }

    Training training(long microBatches) {
      return Cases.training(layout, microBatches, HIDDEN);
    }
  }

  @ParameterizedTest
  @EnumSource(Setup.class)
  void parts_add_up_to_the_step(Setup setup) {
    StepCost c = setup.cost(CONSTANTS, 16);
    double parts =
        c.compute()
            + c.recompute()
            + c.host()
            + c.bubble()
            + c.optimizer()
            + c.contention()
            + c.straggler()
            + c.exposedCommunication();
    assertThat(parts).isCloseTo(c.step(), withinPercentage(1e-9));
  }

  @ParameterizedTest
  @EnumSource(Setup.class)
  void a_step_is_affine_in_its_micro_batches(Setup setup) {
    StepCost few = setup.cost(CONSTANTS, 8);
    StepCost many = setup.cost(CONSTANTS, 24);
    assertThat(few.fixed() + few.perMicroBatch() * 8).isCloseTo(few.step(), withinPercentage(1e-9));
    assertThat(few.fixed() + few.perMicroBatch() * 24)
        .isCloseTo(many.step(), withinPercentage(1e-9));
  }

  @ParameterizedTest
  @EnumSource(Setup.class)
  void a_recording_ledger_changes_no_figure(Setup setup) {
    StepModel model = setup.model(CONSTANTS, Times.NCCL);
    StepCost recorded = model.evaluate(setup.training(16), new RecordingLedger());
    assertThat(recorded).isEqualTo(model.evaluate(setup.training(16), Ledger.OFF));
  }

  @ParameterizedTest
  @EnumSource(Setup.class)
  void an_evaluation_leaves_no_trace(Setup setup) {
    StepModel model = setup.model(CONSTANTS, Times.NCCL);
    StepCost first = model.evaluate(setup.training(16), Ledger.OFF);
    model.evaluate(setup.training(4), Ledger.OFF);
    assertThat(model.evaluate(setup.training(16), Ledger.OFF)).isEqualTo(first);
  }

  @ParameterizedTest
  @EnumSource(Setup.class)
  void every_printed_formula_gives_its_figure(Setup setup) {
    RecordingLedger ledger = new RecordingLedger();
    StepCost cost = setup.model(CONSTANTS, Times.NCCL).evaluate(setup.training(16), ledger);
    Explained step = requireNonNull(ledger.get("step_s"));
    assertThat(step.value()).isEqualTo(cost.step());
    assertThat(Reasons.checked(step, new HashSet<>())).isGreaterThan(10);
  }

  @ParameterizedTest
  @EnumSource(Setup.class)
  void a_faster_network_is_never_slower(Setup setup) {
    double last = Double.MAX_VALUE;
    for (double rate : new double[] {0.3, 0.6, 0.8, 0.92, 1}) {
      double step = setup.cost(cluster -> new AlphaBeta(0, 0.77, rate), 16).step();
      assertThat(step).isLessThanOrEqualTo(last);
      last = step;
    }
  }

  @ParameterizedTest
  @EnumSource(Setup.class)
  void faster_links_inside_the_domain_are_never_slower(Setup setup) {
    double last = Double.MAX_VALUE;
    for (double rate : new double[] {0.2, 0.5, 0.77, 1}) {
      double step = setup.cost(cluster -> new AlphaBeta(0, rate, 0.92), 16).step();
      assertThat(step).isLessThanOrEqualTo(last);
      last = step;
    }
  }

  @Test
  void gradients_that_nothing_hides_take_their_closed_form() {
    // One GPU per node and group: 4 nodes, ring of 4 over one NIC each, scatter and gather.
    Parallelism p = Cases.layout(8, 1, 4, Sharding.OPTIMIZER);
    StepModel model =
        new StepModel(
            Cases.model("llama3-8b"),
            Cases.cluster("dgx-h100:4"),
            CONSTANTS,
            cluster -> AlphaBeta.IDEAL);
    StepCost cost = model.evaluate(Cases.training(p, 2, Cases.NOTHING_HIDDEN), Ledger.OFF);
    double bytes = 2 * parametersPerRank(8);
    double hops = 3 * Cases.cluster("dgx-h100:4").latencySeconds(Level.LEAF);
    assertThat(cost.data().exposed())
        .isCloseTo(2 * (0.75 * bytes / 50e9 + hops), withinPercentage(1e-6));
    assertThat(cost.data().exposed()).isEqualTo(cost.data().total());
    assertThat(cost.data().bytes()).isCloseTo(2 * 0.75 * bytes, withinPercentage(1e-9));
    assertThat(cost.contention()).isZero();
  }

  private static double parametersPerRank(int tp) {
    ParameterCount count = Cases.model("llama3-8b").parameters();
    double sum = ((double) count.embedding() + count.output()) / tp;
    for (ParameterCount.PerLayer layer : count.layers()) {
      sum += layer.count() * ((double) layer.dense() / tp + layer.norms());
    }
    return sum;
  }

  @Test
  void overlap_hides_most_of_the_gradients() {
    Parallelism p = Cases.layout(8, 1, 4, Sharding.OPTIMIZER);
    StepModel model =
        new StepModel(Cases.model("llama3-8b"), Cases.cluster("dgx-h100:4"), Times.NCCL);
    StepCost shown = model.evaluate(Cases.training(p, 8, Cases.NOTHING_HIDDEN), Ledger.OFF);
    StepCost hidden = model.evaluate(Cases.training(p, 8, HIDDEN), Ledger.OFF);
    assertThat(hidden.data().total()).isGreaterThanOrEqualTo(shown.data().total());
    assertThat(hidden.data().exposed()).isLessThan(0.5 * shown.data().exposed());
    assertThat(hidden.contention()).isPositive();
  }

  @Test
  void tensor_parallel_overlap_ends_at_the_scale_up_domain() {
    StepModel model =
        new StepModel(Cases.model("llama3-8b"), Cases.cluster("dgx-h100:2"), Times.NCCL);
    StepCost inside =
        model.evaluate(
            Cases.training(Cases.layout(8, 1, 2, Sharding.OPTIMIZER), 4, HIDDEN), Ledger.OFF);
    StepCost across =
        model.evaluate(
            Cases.training(Cases.layout(16, 1, 1, Sharding.OPTIMIZER), 4, HIDDEN), Ledger.OFF);
    assertThat(inside.tensor().exposed()).isLessThan(0.25 * inside.tensor().total());
    assertThat(across.tensor().exposed()).isEqualTo(across.tensor().total());
  }

  @Test
  void interleaving_shrinks_the_bubble_by_its_chunks() {
    double plain = Setup.DENSE.cost(CONSTANTS, 16).bubble();
    double interleaved = Setup.INTERLEAVED.cost(CONSTANTS, 16).bubble();
    assertThat(interleaved).isCloseTo(plain / 5, withinPercentage(3));
  }

  @Test
  void a_lone_gpu_neither_communicates_nor_idles() {
    StepModel model =
        new StepModel(Cases.model("llama3-8b"), Cases.cluster("dgx-h100:1"), Times.NCCL);
    Parallelism p = Cases.layout(1, 1, 1, Sharding.NONE);
    StepCost cost = model.evaluate(Cases.training(p, 4, HIDDEN), Ledger.OFF);
    assertThat(cost.exposedCommunication()).isZero();
    assertThat(cost.bubble()).isZero();
    assertThat(cost.straggler()).isZero();
  }

  @Test
  void refuses_a_layout_larger_than_the_cluster() {
    StepModel model =
        new StepModel(Cases.model("llama3-8b"), Cases.cluster("dgx-h100:1"), Times.NCCL);
    Training training = Cases.training(Cases.layout(8, 2, 1, Sharding.NONE), 4, HIDDEN);
    assertThatThrownBy(() -> model.evaluate(training, Ledger.OFF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("16");
  }
}
