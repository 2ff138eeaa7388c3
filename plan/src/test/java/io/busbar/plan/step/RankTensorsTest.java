package io.busbar.plan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.model.training.BucketRule;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Sharding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankTensorsTest {
  private static RankTensors tensors(String model, int tp, int ep) {
    Parallelism p = Cases.layout(tp, 1, ep, 8, Sharding.NONE, PipelineSchedule.ONE_F_ONE_B, 1);
    return RankTensors.of(Cases.model(model), Cases.training(p, 1, Cases.NOTHING_HIDDEN));
  }

  /** Llama 3 8B: 8.03 billion parameters, of which 1.05 each in embedding and output. */
  @Test
  void one_rank_has_all_parameters_but_the_last_norm() {
    RankTensors all = tensors("llama3-8b", 1, 1);

    assertThat(all.layers()).isEqualTo(32);
    assertThat(all.embedding()).isEqualTo(128256.0 * 4096);
    assertThat(all.parameters(false)).isCloseTo(8030261248.0, within(2e4));
    assertThat(all.parameters(true)).isZero();
  }

  /** Four projections of 4096² and two of a quarter of it, three of 4096·14336 and the norms. */
  @Test
  void tensors_larger_than_a_bucket_go_alone() {
    RankTensors all = tensors("llama3-8b", 1, 1);

    RankTensors.Buckets small = all.buckets(new BucketRule(1, 1), 4, false);
    RankTensors.Buckets ddp =
        all.buckets(new BucketRule(BucketRule.DDP_BYTES, BucketRule.DDP_FIRST_BYTES), 4, false);

    assertThat(small.count()).isEqualTo(32 * 7 + 2);
    // k and v of 4096·1024 hold 16.8 MB each: two of them fill 25 MiB.
    assertThat(ddp.count()).isEqualTo(32 * 6 + 2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 25L << 20, 160_000_000, Long.MAX_VALUE})
  void buckets_hold_every_parameter_once(long bytes) {
    RankTensors all = tensors("mixtral-8x7b", 1, 8);
    for (boolean expert : new boolean[] {false, true}) {
      RankTensors.Buckets buckets = all.buckets(new BucketRule(bytes, bytes), 4, expert);
      double sum = 0;
      for (int i = 0; i < buckets.counts().length; i++) {
        sum += buckets.counts()[i] * buckets.parameters()[i];
      }
      double own = all.parameters(expert);
      assertThat(sum).isCloseTo(own, within(1e-9 * own));
    }
  }
}
