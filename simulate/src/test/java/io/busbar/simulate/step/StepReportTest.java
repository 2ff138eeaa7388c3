package io.busbar.simulate.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.model.training.BucketRule;
import io.busbar.simulate.step.Overlapping.Exchange;
import io.busbar.simulate.step.Unit.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Layers of 10 s forward and 20 s backward with 100 parameters; a byte takes 0.05 s. */
class StepReportTest {
  private static final ExchangeSeconds SECONDS = (op, bytes, expert) -> 0.05 * bytes;
  private static final double EXACT = 1e-9;

  private static StepWork work(int layers, int microBatches, double contention) {
    List<Unit> units = new ArrayList<>();
    for (int layer = 1; layer <= layers; layer++) {
      units.add(new Unit("layer " + layer, 10, 20, List.of(new Tensor(100, false))));
    }
    return new StepWork(units, microBatches, 0, 1, contention, 2, 1);
  }

  private static Overlapping how(Exchange exchange, boolean overlap, long bucket, boolean noSync) {
    return new Overlapping(
        exchange, overlap, overlap, overlap, new BucketRule(bucket, bucket), noSync);
  }

  private static StepAnswer play(StepWork work, Overlapping how) {
    return (StepAnswer) report(work, how).answer();
  }

  private static Report report(StepWork work, Overlapping how) {
    StepVariant variant = new StepVariant("a plan", "given", work, how, SECONDS, 1000, null);
    return StepReport.of(List.of(variant), false);
  }

  /** 200 B per layer take 10 s, of which only those of the first layer show. */
  @Test
  void only_the_bucket_of_the_first_layer_shows() {
    StepAnswer step = play(work(4, 1, 0), how(Exchange.ALL_REDUCE, true, 200, true));

    assertThat(step.collectives()).isEqualTo(4);
    assertThat(step.communicationS()).isEqualTo(40, within(EXACT));
    assertThat(step.exposedS()).isEqualTo(10, within(EXACT));
    assertThat(step.stepS()).isEqualTo(4 * 30 + 10 + 1, within(EXACT));
    assertThat(step.tokensPerS()).isEqualTo(1000 / 131.0, within(EXACT));
  }

  @Test
  void one_large_bucket_hides_nothing() {
    StepAnswer step = play(work(4, 1, 0), how(Exchange.ALL_REDUCE, true, 10_000, true));

    assertThat(step.collectives()).isEqualTo(1);
    assertThat(step.hiddenS()).isZero();
    assertThat(step.stepS()).isEqualTo(4 * 30 + 40 + 1, within(EXACT));
  }

  /** The first bucket leaves after the first of two tensors: 10 s into the backward pass. */
  @Test
  void a_bucket_leaves_as_soon_as_it_is_full_within_a_layer() {
    List<Tensor> tensors = List.of(new Tensor(50, false), new Tensor(50, false));
    StepWork work = new StepWork(List.of(new Unit("layer", 10, 20, tensors)), 1, 0, 0, 0, 2, 1);
    Overlapping how =
        new Overlapping(Exchange.ALL_REDUCE, true, true, true, new BucketRule(1000, 1), true);
    Block.Timeline timeline = (Block.Timeline) report(work, how).blocks().get(1);
    List<Block.Span> sent = timeline.lanes().get(1).spans();

    assertThat(sent.getFirst().startSeconds()).isEqualTo(20, within(EXACT));
    assertThat(sent.getFirst().endSeconds()).isEqualTo(25, within(EXACT));
    assertThat(sent.getLast().startSeconds()).isEqualTo(30, within(EXACT));
  }

  @Test
  void without_no_sync_gradients_travel_with_each_micro_batch() {
    StepAnswer once = play(work(2, 8, 0), how(Exchange.ALL_REDUCE, true, 200, true));
    StepAnswer each = play(work(2, 8, 0), how(Exchange.ALL_REDUCE, true, 200, false));

    assertThat(once.communicationS()).isEqualTo(20, within(EXACT));
    assertThat(each.communicationS()).isEqualTo(160, within(EXACT));
    assertThat(once.exposedS()).isEqualTo(10, within(EXACT));
    assertThat(each.exposedS()).isEqualTo(80, within(EXACT));
  }

  /** Gathering a layer takes 5 s, reducing 10: the first gather and the last reduction show. */
  @Test
  void sharded_parameters_are_gathered_one_layer_ahead() {
    StepAnswer step = play(work(3, 1, 0), how(Exchange.SHARDED_PARAMETERS, true, 1, false));

    // Forward: 5 before the first layer; between the passes the last layer is gathered again.
    assertThat(step.communicationS()).isEqualTo(3 * 5 + 3 * 5 + 3 * 10, within(EXACT));
    assertThat(step.exposedS()).isEqualTo(5 + 5 + 10, within(EXACT));
  }

  @Test
  void without_prefetch_every_gather_shows() {
    Overlapping how =
        new Overlapping(
            Exchange.SHARDED_PARAMETERS, true, false, false, new BucketRule(1, 1), false);
    StepAnswer step = play(work(3, 1, 0), how);

    // In the backward pass a reduction goes before the next gather, which then waits for it.
    assertThat(step.exposedS()).isEqualTo(3 * 5 + 3 * 5 + 3 * 10, within(EXACT));
  }

  @Test
  void a_sharded_optimizer_gathers_behind_the_forward_pass_and_reduces_behind_the_backward() {
    StepAnswer step = play(work(3, 1, 0), how(Exchange.SHARDED_OPTIMIZER, true, 100, true));

    assertThat(step.communicationS()).isEqualTo(3 * 5 + 3 * 10, within(EXACT));
    assertThat(step.exposedS()).isEqualTo(5 + 10, within(EXACT));
  }

  @ParameterizedTest
  @EnumSource(Exchange.class)
  void without_overlap_all_communication_shows(Exchange exchange) {
    StepAnswer step = play(work(5, 3, 0.2), how(exchange, false, 300, false));

    assertThat(step.hiddenS()).isEqualTo(0, within(EXACT));
    assertThat(step.exposedS()).isEqualTo(step.communicationS(), within(EXACT));
    assertThat(step.stepS()).isEqualTo(5 * 3 * 30 + 1 + step.communicationS(), within(1e-6));
  }

  @ParameterizedTest
  @EnumSource(Exchange.class)
  void the_parts_of_a_step_add_up_and_overlap_does_not_lose(Exchange exchange) {
    Random random = new Random(exchange.ordinal());
    for (int i = 0; i < 50; i++) {
      StepWork work = work(1 + random.nextInt(9), 1 + random.nextInt(4), 0);
      long bucket = 1 + random.nextInt(900);
      boolean noSync = random.nextBoolean();
      StepAnswer on = play(work, how(exchange, true, bucket, noSync));
      StepAnswer off = play(work, how(exchange, false, bucket, noSync));

      for (StepAnswer step : List.of(on, off)) {
        double parts =
            step.computeS()
                + step.bubbleS()
                + step.optimizerS()
                + step.slowDownS()
                + step.exposedS();
        assertThat(step.stepS()).isEqualTo(parts, within(1e-6));
        assertThat(step.hiddenS() + step.exposedS()).isEqualTo(step.communicationS(), within(1e-6));
      }
      assertThat(on.communicationS()).isEqualTo(off.communicationS(), within(1e-6));
      assertThat(on.stepS()).isLessThanOrEqualTo(off.stepS() + 1e-6);
    }
  }

  /** 10 s of communication run beside 10 s that take 12. */
  @Test
  void communication_slows_the_computation_beside_it() {
    StepAnswer step = play(work(2, 1, 0.2), how(Exchange.ALL_REDUCE, true, 200, true));

    assertThat(step.hiddenS()).isEqualTo(10, within(EXACT));
    assertThat(step.slowDownS()).isEqualTo(10 * 0.2 / 1.2, within(EXACT));
    assertThat(step.stepS()).isEqualTo(60 + 10 * 0.2 / 1.2 + 10 + 1, within(EXACT));
  }

  @Test
  void several_steps_make_a_table_of_what_differs() {
    StepWork work = work(4, 1, 0);
    List<StepVariant> variants = new ArrayList<>();
    for (long bucket : new long[] {200, 800}) {
      Overlapping how = how(Exchange.ALL_REDUCE, true, bucket, true);
      variants.add(new StepVariant("a plan", "given", work, how, SECONDS, 1000, null));
    }
    Report report = StepReport.of(variants, false);

    assertThat(report.blocks()).hasSize(1);
    Block.Table table = (Block.Table) report.blocks().getFirst();
    assertThat(table.columns().getFirst().header()).isEqualTo("bucket");
    assertThat(table.rows()).hasSize(2);
    assertThat(((StepAnswer) report.answer()).others()).hasSize(1);
  }
}
