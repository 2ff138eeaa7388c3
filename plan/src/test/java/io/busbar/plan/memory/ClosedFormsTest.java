package io.busbar.plan.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.busbar.base.explain.Ledger;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Stack;
import io.busbar.model.workload.ModelSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedFormsTest {
  private static final double GIB = 1L << 30;
  private static final double LLAMA_70B = 70.55e9;

  @Test
  void a_70b_model_over_tp_8_and_pp_4() {
    Numerics bf16 = Numerics.of(Precision.BF16);
    assertThat(ClosedForms.parametersPerGpu(LLAMA_70B, 8, 4)).isCloseTo(2.205e9, within(1e6));
    assertThat(ClosedForms.gradientBytesPerGpu(LLAMA_70B, 8, 4, 2)).isCloseTo(4.41e9, within(1e7));
    assertThat(ClosedForms.stateBytesPerGpu(LLAMA_70B, 8, 4, bf16, 32))
        .isCloseTo(14.06e9, within(1e7));
    assertThat(ClosedForms.stateBytesPerGpu(LLAMA_70B, 8, 4, bf16, 1))
        .isCloseTo(39.7e9, within(5e7));
    // 20 layers of a stage, 4 micro-batches in flight.
    assertThat(80 * ClosedForms.layerBytesWithoutScores(8192, 1, 8192, 8, true))
        .isCloseTo(22.8e9, within(5e7));
  }

  @Test
  void the_model_agrees_with_the_hand_computation_of_the_70b_model() {
    Draft draft = new Draft().layout(8, 4, 32).batch(8192, 1, 16).recompute(Recompute.SELECTIVE);
    MemoryCost cost =
        new MemoryModel(Draft.llama70b(), Draft.H100).evaluate(draft.training(), Ledger.OFF);
    StageMemory first = cost.stages().getFirst();
    assertThat(first.bytes(MemoryPart.ACTIVATIONS)).isEqualTo(80 * 281018368.0);
    assertThat(cost.stages().get(1).stateBytes()).isCloseTo(14.06e9, withinPercentage(4));
    assertThat(cost.heaviest()).isZero();
    assertThat(cost.stages())
        .extracting(s -> Math.round(s.totalBytes() / 1e8))
        .containsExactly(423L, 354L, 293L, 246L);
    assertThat(cost.verdict()).isEqualTo(Verdict.FITS);
  }

  @ParameterizedTest
  @CsvSource({"BF16, 18, 6, 12", "FP16, 20, 4, 16", "FP32, 16, 8, 8"})
  void state_bytes_per_parameter(Precision compute, double whole, double fixed, double shared) {
    Numerics numerics = Numerics.of(compute);
    assertThat(ClosedForms.stateBytesPerParameter(numerics, 1)).isEqualTo(whole);
    assertThat(ClosedForms.stateBytesPerParameter(numerics, 8)).isEqualTo(fixed + shared / 8);
  }

  /**
   * Figure 1 of Korthikanti et al.: parameters and optimizer of the layers alone, 18 bytes each.
   */
  @ParameterizedTest
  @CsvSource({
    "48, 6144, 8, 1, 45.56",
    "96, 12288, 8, 8, 45.56",
    "105, 20480, 8, 35, 31.64",
    "128, 25600, 8, 64, 32.96"
  })
  void states_of_figure_1(int layers, int hidden, int tp, int pp, double gib) {
    double parameters = 12.0 * hidden * hidden * layers;
    double bytes = ClosedForms.stateBytesPerGpu(parameters, tp, pp, Numerics.of(Precision.BF16), 1);
    assertThat(bytes / GIB).isCloseTo(gib, within(0.01));
  }

  private static Draft korthikanti(int pp, int virtualStages, int microBatch) {
    PipelineSchedule schedule =
        virtualStages > 1 ? PipelineSchedule.INTERLEAVED : PipelineSchedule.ONE_F_ONE_B;
    return new Draft()
        .layout(8, pp, 1)
        .schedule(schedule, virtualStages)
        .batch(2048, microBatch, 10L * pp)
        .sharding(Sharding.NONE)
        .sequenceParallel(false)
        .stack(Stack.MEGATRON_2021, AttentionKernel.UNFUSED);
  }

  private static double activations(ModelSpec model, Draft draft) {
    return new MemoryModel(model, Draft.A100)
        .evaluate(draft.training(), Ledger.OFF)
        .stages()
        .getFirst()
        .bytes(MemoryPart.ACTIVATIONS);
  }

  /** Figure 1: activations of the first stage, all kept, and with both techniques of the paper. */
  @ParameterizedTest
  @CsvSource({
    "48, 6144, 64, 4, 1, 1, 59.25, 9.56",
    "96, 12288, 96, 1, 8, 3, 66.84, 12.35",
    "105, 20480, 128, 1, 35, 3, 114.02, 23.08",
    "128, 25600, 160, 1, 64, 1, 131.25, 26.56"
  })
  void activations_of_figure_1(
      int layers, int hidden, int heads, int b, int pp, int v, double none, double both) {
    ModelSpec model = Draft.gpt(layers, hidden, heads, 51200);
    assertThat(activations(model, korthikanti(pp, v, b)) / GIB).isCloseTo(none, within(0.01));
    Draft selective = korthikanti(pp, v, b).sequenceParallel(true).recompute(Recompute.SELECTIVE);
    assertThat(activations(model, selective) / GIB).isCloseTo(both, within(0.01));

    double kept = ClosedForms.layersKeptOnFirstStage(layers, pp, v);
    assertThat(kept * ClosedForms.layerBytes(2048, b, hidden, heads, 8, false))
        .isCloseTo(activations(model, korthikanti(pp, v, b)), withinPercentage(1e-9));
    assertThat(kept * ClosedForms.layerBytesWithoutScores(2048, b, hidden, 8, true))
        .isCloseTo(activations(model, selective), withinPercentage(1e-9));
  }

  /** Figure 7, 22B: share of what tensor parallelism alone keeps. */
  @Test
  void ratios_of_figure_7() {
    ModelSpec model = Draft.gpt(48, 6144, 64, 51200);
    double base = activations(model, korthikanti(1, 1, 4)) / 100;
    double sequence = activations(model, korthikanti(1, 1, 4).sequenceParallel(true));
    double selective = activations(model, korthikanti(1, 1, 4).recompute(Recompute.SELECTIVE));
    double both =
        activations(
            model, korthikanti(1, 1, 4).sequenceParallel(true).recompute(Recompute.SELECTIVE));
    double full = activations(model, korthikanti(1, 1, 4).recompute(Recompute.FULL));
    assertThat(sequence / base).isCloseTo(66.84, within(0.1));
    assertThat(selective / base).isCloseTo(49.42, within(0.1));
    assertThat(both / base).isCloseTo(16.18, within(0.1));
    assertThat(full / base).isCloseTo(7.64, within(0.1));
    assertThat(full).isEqualTo(48 * ClosedForms.layerInputBytes(2048, 4, 6144));
    assertThat(base * 100)
        .isCloseTo(
            48 * ClosedForms.layerBytes(2048, 4, 6144, 64, 8, false), withinPercentage(1e-9));
    assertThat(sequence)
        .isCloseTo(48 * ClosedForms.layerBytes(2048, 4, 6144, 64, 8, true), withinPercentage(1e-9));
    assertThat(selective)
        .isCloseTo(
            48 * ClosedForms.layerBytesWithoutScores(2048, 4, 6144, 8, false),
            withinPercentage(1e-9));
  }
}
