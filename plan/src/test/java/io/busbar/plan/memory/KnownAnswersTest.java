package io.busbar.plan.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.busbar.base.explain.Ledger;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Stack;
import io.busbar.model.workload.ModelSpec;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/**
 * Published runs, computed once by an independent program that counts parameters by the textbook
 * (no biases, no last norm): states differ from ours by less than 0.2 %, activations by nothing.
 */
class KnownAnswersTest {
  private static final Percentage NONE = withinPercentage(1e-9);
  private static final Offset<Double> DRIFT = within(1.0);

  private static StageMemory heaviest(ModelSpec model, Gpu gpu, Draft draft) {
    MemoryCost cost = new MemoryModel(model, gpu).evaluate(draft.training(), Ledger.OFF);
    assertThat(cost.heaviestStage().totalBytes()).isEqualTo(cost.peakBytes(), DRIFT);
    return cost.heaviestStage();
  }

  private static void states(
      StageMemory stage, double weights, double gradients, double optimizer) {
    assertThat(stage.bytes(MemoryPart.WEIGHTS)).isCloseTo(weights, withinPercentage(0.2));
    assertThat(stage.bytes(MemoryPart.GRADIENTS)).isCloseTo(gradients, withinPercentage(0.2));
    assertThat(stage.bytes(MemoryPart.OPTIMIZER)).isCloseTo(optimizer, withinPercentage(0.2));
  }

  private static Draft bigScience(Draft draft) {
    return draft
        .sequenceParallel(false)
        .recompute(Recompute.FULL)
        .stack(Stack.MEGATRON_2021, AttentionKernel.FLASH_2);
  }

  @Test
  void bigscience_181b_in_fp16_with_zero_1() {
    StageMemory stage =
        heaviest(
            Draft.gpt(72, 14336, 64, 250880),
            Draft.A100,
            bigScience(new Draft().layout(8, 6, 8).batch(2048, 4, 64))
                .numbers(Precision.FP16, null));
    assertThat(stage.stage()).isZero();
    assertThat(stage.layers()).isEqualTo(12);
    assertThat(stage.microBatchesInFlight()).isEqualTo(7);
    states(stage, 8298594304.0, 8298594304.0, 6223945728.0);
    assertThat(stage.bytes(MemoryPart.BUCKETS)).isCloseTo(3798307840.0, NONE);
    assertThat(stage.bytes(MemoryPart.ACTIVATIONS)).isCloseTo(21374173184.0, NONE);
    // The other program recomputes a layer without dropout masks: 2·T·h more here.
    assertThat(stage.bytes(MemoryPart.BACKWARD)).isCloseTo(1879048192.0 + 2.0 * 8192 * 14336, NONE);
    assertThat(stage.bytes(MemoryPart.CONTEXT)).isEqualTo(1.65e9);
    assertThat(stage.bytes(MemoryPart.COMMUNICATORS)).isCloseTo(1.5e9, NONE);
    assertThat(stage.totalBytes()).isCloseTo(55850673434.0, withinPercentage(0.6));
  }

  @Test
  void bigscience_184b_in_bf16_accumulates_in_fp32() {
    StageMemory stage =
        heaviest(
            Draft.gpt(100, 12288, 64, 250880),
            Draft.A100,
            bigScience(new Draft().layout(8, 6, 8).batch(2048, 2, 128)));
    assertThat(stage.layers()).isEqualTo(16);
    states(stage, 8019247104.0, 24057741312.0, 6014435328.0);
    assertThat(stage.bytes(MemoryPart.BUCKETS)).isCloseTo(5541406720.0, NONE);
    assertThat(stage.bytes(MemoryPart.ACTIVATIONS)).isCloseTo(11978932224.0, NONE);
    assertThat(stage.totalBytes()).isCloseTo(61674660449.0, withinPercentage(0.5));
  }

  @Test
  void bigscience_184b_with_tp_4_ran_out_of_memory() {
    MemoryModel model = new MemoryModel(Draft.gpt(100, 12288, 64, 250880), Draft.A100);
    Draft draft = bigScience(new Draft().layout(4, 6, 16).batch(2048, 1, 128));
    assertThat(model.peakBytes(draft.training())).isCloseTo(89259631857.0, withinPercentage(0.3));
    assertThat(model.verdict(draft.training())).isEqualTo(Verdict.DOES_NOT_FIT);
  }

  @Test
  void mlperf_405b_in_fp8_with_embedding_and_head_as_layers() {
    StageMemory stage =
        heaviest(
            Draft.dense(126, 16384, 128, 8, 53248, 32768, true),
            Draft.H100,
            new Draft()
                .layout(8, 8, 64)
                .context(2, ContextParallel.RING)
                .schedule(PipelineSchedule.INTERLEAVED, 8)
                .batch(8192, 1, 24)
                .numbers(Precision.FP8, 2.0));
    assertThat(stage.stage()).isEqualTo(1);
    assertThat(stage.layers()).isEqualTo(16);
    assertThat(stage.microBatchesInFlight()).isEqualTo(8.625);
    states(stage, 12751732736.0, 12751732736.0, 597737472.0);
    assertThat(stage.bytes(MemoryPart.ACTIVATIONS)).isCloseTo(31834767360.0, NONE);
    assertThat(stage.bytes(MemoryPart.BACKWARD)).isCloseTo(377487360.0, NONE);
    assertThat(stage.bytes(MemoryPart.CONTEXT_EXCHANGE)).isEqualTo(4 * 2.0 * 4096 * 2048 / 8);
    assertThat(stage.totalBytes()).isCloseTo(64340438042.0, withinPercentage(0.1));
  }

  @Test
  void torchtitan_8b_with_a_plain_loss_over_32k_tokens() {
    StageMemory stage =
        heaviest(
            Draft.dense(32, 4096, 32, 8, 14336, 128256, true),
            Draft.H100,
            torch(new Draft().layout(1, 1, 4).context(2, ContextParallel.RING))
                .batch(65536, 1, 1)
                .numbers(Precision.FP8, null)
                .recompute(Recompute.FULL));
    states(stage, 4015128576.0, 4015128576.0, 8030257152.0);
    assertThat(stage.bytes(MemoryPart.ACTIVATIONS)).isCloseTo(8589934592.0, NONE);
    assertThat(stage.bytes(MemoryPart.GATHERED)).isCloseTo(2101346304.0, NONE);
    assertThat(stage.bytes(MemoryPart.LOSS)).isCloseTo(59374567424.0, NONE);
    assertThat(stage.totalBytes()).isCloseTo(94281630490.0, withinPercentage(0.01));
  }

  @Test
  void torchtitan_405b_keeps_the_stage_gathered() {
    StageMemory stage =
        heaviest(
            Draft.dense(126, 16384, 128, 8, 53248, 128256, true),
            Draft.H100,
            torch(new Draft().layout(8, 8, 8))
                .batch(32768, 1, 8)
                .numbers(Precision.FP8, null)
                .recompute(Recompute.FULL));
    assertThat(stage.stage()).isZero();
    assertThat(stage.layers()).isEqualTo(15);
    states(stage, 3120021504.0, 3120021504.0, 6240043008.0);
    assertThat(stage.bytes(MemoryPart.ACTIVATIONS)).isCloseTo(17179869184.0, NONE);
    assertThat(stage.bytes(MemoryPart.GATHERED)).isCloseTo(37440258048.0, withinPercentage(0.1));
    assertThat(stage.bytes(MemoryPart.BACKWARD)).isCloseTo(5150605312.0, NONE);
    assertThat(stage.totalBytes()).isCloseTo(80182477164.0, withinPercentage(0.1));
  }

  @Test
  void torchtitan_8b_per_operation_in_float8_keeps_no_products() {
    StageMemory stage =
        heaviest(
            Draft.dense(32, 4096, 32, 8, 14336, 128256, true),
            Draft.H100,
            torch(new Draft().layout(1, 1, 64))
                .batch(8192, 2, 1)
                .numbers(Precision.FP8, null)
                .recompute(Recompute.PER_OPERATION));
    assertThat(stage.bytes(MemoryPart.ACTIVATIONS)).isCloseTo(8589934592.0, NONE);
    assertThat(stage.bytes(MemoryPart.LOSS)).isCloseTo(29687283712.0, NONE);
    assertThat(stage.totalBytes()).isCloseTo(47866414065.0, withinPercentage(0.01));
  }

  @Test
  void deepseek_v3_on_64_expert_ranks() {
    StageMemory stage =
        heaviest(
            Draft.deepseek().build(),
            Draft.B200,
            new Draft()
                .layout(1, 4, 64)
                .experts(64, 1)
                .schedule(PipelineSchedule.INTERLEAVED, 4)
                .batch(4096, 1, 64)
                .numbers(Precision.MXFP8, 2.0)
                .recompute(Recompute.FULL));
    assertThat(stage.stage()).isZero();
    assertThat(stage.layers()).isEqualTo(16);
    assertThat(stage.microBatchesInFlight()).isEqualTo(4.75);
    states(stage, 15992291328.0, 15992291328.0, 28550965248.0);
    assertThat(stage.bytes(MemoryPart.ACTIVATIONS)).isCloseTo(4741660672.0, NONE);
    // Copies of tokens for 8 experts, as sent and as received.
    assertThat(stage.bytes(MemoryPart.EXPERT_EXCHANGE)).isEqualTo(2.0 * 4096 * 8 * 7168 * 2);
    assertThat(stage.totalBytes()).isCloseTo(71170092242.0, withinPercentage(2));
  }

  @Test
  void mpt_7b_under_fsdp_on_512_gpus() {
    StageMemory stage =
        heaviest(
            Draft.gpt(32, 4096, 32, 50368),
            Draft.H100,
            torch(new Draft().layout(1, 1, 512)).batch(2048, 6, 1));
    states(stage, 51945472, 51945472, 103890944);
    assertThat(stage.bytes(MemoryPart.ACTIVATIONS)).isCloseTo(51539607552.0, NONE);
    assertThat(stage.bytes(MemoryPart.GATHERED)).isCloseTo(412614656.0, NONE);
    assertThat(stage.bytes(MemoryPart.LOSS)).isCloseTo(8866234368.0, NONE);
    assertThat(stage.totalBytes()).isCloseTo(68141714990.0, withinPercentage(0.01));
  }

  private static Draft torch(Draft draft) {
    return draft
        .sharding(Sharding.PARAMETERS)
        .stack(Stack.FSDP_COMPILED, AttentionKernel.FLASH_3)
        .fusedLoss(false);
  }
}
