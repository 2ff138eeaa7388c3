package io.busbar.plan.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.sun.management.ThreadMXBean;
import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Formula;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import io.busbar.model.workload.ParameterCount;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MemoryModelTest {
  private static final MemoryModel LLAMA = new MemoryModel(Draft.llama70b(), Draft.H100);

  private static MemoryCost evaluate(MemoryModel model, Draft draft) {
    return model.evaluate(draft.training(), Ledger.OFF);
  }

  @Test
  void the_fast_path_gives_the_peak_of_the_heaviest_stage() {
    RandomSetups setups = new RandomSetups(1);
    for (int i = 0; i < 1000; i++) {
      ModelSpec spec = setups.model();
      MemoryModel model = new MemoryModel(spec, i % 2 == 0 ? Draft.H100 : Draft.B200);
      Training training = setups.setup().training();
      MemoryCost cost = model.evaluate(training, Ledger.OFF);
      double heaviest =
          cost.stages().stream().mapToDouble(StageMemory::totalBytes).max().orElseThrow();
      assertThat(model.peakBytes(training))
          .as("%s %s", spec.name(), training)
          .isEqualTo(cost.peakBytes())
          .isCloseTo(heaviest, withinPercentage(1e-9));
      assertThat(cost.verdict()).isEqualTo(model.verdict(training));
    }
  }

  @Test
  void the_fast_path_allocates_nothing() {
    Training[] setups = new Training[64];
    RandomSetups random = new RandomSetups(2);
    for (int i = 0; i < setups.length; i++) {
      setups[i] = random.setup().training();
    }
    MemoryModel model = new MemoryModel(Draft.deepseek().build(), Draft.H100);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double sum = 0;
    long before = 0;
    for (int i = 0; i < 20_000; i++) {
      if (i == 10_000) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      sum += model.peakBytes(setups[i % setups.length]);
    }
    // Not a byte per evaluation; the runtime itself may allocate once.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1000);
    assertThat(sum).isPositive();
  }

  @Test
  void printed_formulas_give_the_numbers() {
    RandomSetups setups = new RandomSetups(3);
    for (int i = 0; i < 150; i++) {
      MemoryModel model = new MemoryModel(setups.model(), Draft.H100);
      Training training = setups.setup().training();
      RecordingLedger ledger = new RecordingLedger();
      MemoryCost cost = model.evaluate(training, ledger);
      ledger.all().forEach(MemoryModelTest::evaluateAgain);
      assertThat(Objects.requireNonNull(ledger.get("peak_memory_bytes")).value())
          .isEqualTo(cost.peakBytes());
      assertThat(Objects.requireNonNull(ledger.get("memory_share")).value())
          .isEqualTo(cost.share());
    }
  }

  private static void evaluateAgain(Explained number) {
    String formula = number.term().formula();
    assertThat(number.term().meaning()).isNotBlank();
    if (formula != null) {
      double again =
          Formula.of(formula)
              .evaluate(name ->
                  number.inputs().stream()
                      .filter(input -> input.term().name().equals(name))
                      .findFirst()
                      .orElseThrow()
                      .value());
      assertThat(again)
          .as(number.term().name())
          .isCloseTo(number.value(), within(1e-9 * Math.abs(number.value()) + 1e-6));
    }
    number.inputs().forEach(MemoryModelTest::evaluateAgain);
  }

  @Test
  void reasons_name_the_constants_with_their_quality() {
    RecordingLedger ledger = new RecordingLedger();
    LLAMA.evaluate(new Draft().layout(8, 4, 32).training(), ledger);
    Explained peak = Objects.requireNonNull(ledger.get("peak_memory_bytes"));
    Explained reserve = Objects.requireNonNull(peak.find("reserve_share"));
    assertThat(reserve.quality().mark()).isEqualTo("fitted");
    assertThat(reserve.shownSource()).isNotBlank();
    for (MemoryConstant constant : MemoryConstant.values()) {
      assertThat(constant.term().meaning()).isNotBlank();
      assertThat(constant.term().source()).isNotBlank();
    }
  }

  @Test
  void stages_hold_all_parameters_between_them() {
    RandomSetups setups = new RandomSetups(4);
    for (int i = 0; i < 600; i++) {
      ModelSpec spec = setups.model();
      Draft draft = setups.setup();
      double copies = 0;
      for (StageMemory stage : evaluate(new MemoryModel(spec, Draft.H100), draft).stages()) {
        copies += stage.parameters();
      }
      double once = parametersOfOneRankPerStage(spec, draft);
      assertThat(copies)
          .as("%s %s", spec.name(), draft.training())
          .isCloseTo(
              draft.schedule == PipelineSchedule.DUAL_PIPE ? 2 * once : once,
              withinPercentage(1e-6));
    }
  }

  /** Split, replicated and routed parameters of the whole model, each over its own ranks. */
  private static double parametersOfOneRankPerStage(ModelSpec spec, Draft draft) {
    ParameterCount count = spec.parameters();
    double replicated = count.finalNorm();
    double experts = 0;
    for (ParameterCount.PerLayer layer : count.layers()) {
      replicated += (double) layer.count() * layer.norms();
      experts += (double) layer.count() * layer.experts();
    }
    double all = count.total() + (double) count.multiToken();
    if (spec.multiTokenLayers() > 0) {
      replicated += count.layers().getLast().norms();
      experts += count.layers().getLast().experts();
    }
    boolean oneEmbedding =
        draft.pp == 1
            || draft.schedule == PipelineSchedule.DUAL_PIPE
            || draft.schedule == PipelineSchedule.ZERO_BUBBLE_V;
    if (spec.tiedEmbeddings() && !oneEmbedding) {
      all += (double) spec.vocabulary() * spec.hidden();
    }
    return (all - replicated - experts) / draft.tp + replicated + experts / (draft.ep * draft.etp);
  }

  @Test
  void weights_of_all_stages_and_ranks_are_those_of_the_model() {
    Draft draft = new Draft().layout(8, 4, 1).sharding(Sharding.NONE);
    double bytes = 0;
    for (StageMemory stage : evaluate(LLAMA, draft).stages()) {
      bytes += 8 * stage.bytes(MemoryPart.WEIGHTS);
    }
    ParameterCount count = Draft.llama70b().parameters();
    double norms = 80.0 * count.layers().getFirst().norms() + count.finalNorm();
    assertThat(bytes).isEqualTo(2 * (count.total() + 7 * norms));
  }

  @Test
  void more_tensor_parallel_ranks_never_hold_more() {
    RandomSetups setups = new RandomSetups(5);
    for (int i = 0; i < 200; i++) {
      MemoryModel model = new MemoryModel(setups.model(), Draft.H100);
      Draft draft = setups.setup();
      draft.tp = 1;
      MemoryCost before = evaluate(model, draft);
      for (int tp = 2; tp <= 16; tp *= 2) {
        draft.tp = tp;
        MemoryCost after = evaluate(model, draft);
        for (int stage = 0; stage < draft.pp; stage++) {
          assertThat(after.stages().get(stage).bytes(MemoryPart.WEIGHTS))
              .isLessThanOrEqualTo(before.stages().get(stage).bytes(MemoryPart.WEIGHTS));
          assertThat(after.stages().get(stage).stateBytes())
              .isLessThanOrEqualTo(before.stages().get(stage).stateBytes());
        }
        before = after;
      }
    }
  }

  @Test
  void a_larger_micro_batch_or_sequence_never_needs_less() {
    RandomSetups setups = new RandomSetups(6);
    for (int i = 0; i < 200; i++) {
      MemoryModel model = new MemoryModel(setups.model(), Draft.H100);
      Draft draft = setups.setup();
      double before = model.peakBytes(draft.training());
      draft.microBatch *= 2;
      assertThat(model.peakBytes(draft.training())).isGreaterThanOrEqualTo(before);
      draft.microBatch /= 2;
      draft.sequence *= 2;
      assertThat(model.peakBytes(draft.training())).isGreaterThanOrEqualTo(before);
      draft.sequence /= 2;
      draft.microBatches *= 2;
      assertThat(model.peakBytes(draft.training())).isGreaterThanOrEqualTo(before);
    }
  }

  @Test
  void more_recompute_never_keeps_more() {
    List<Recompute> ladder =
        List.of(Recompute.NONE, Recompute.SELECTIVE, Recompute.MODULES, Recompute.FULL);
    RandomSetups setups = new RandomSetups(7);
    for (int i = 0; i < 200; i++) {
      MemoryModel model = new MemoryModel(setups.model(), Draft.H100);
      Draft draft = setups.setup().numbers(Precision.BF16, null);
      draft.pp = 4 * Math.ceilDiv(draft.pp, 8);
      double kept = Double.MAX_VALUE;
      double peak = Double.MAX_VALUE;
      for (Recompute mode : ladder) {
        MemoryCost cost = evaluate(model, draft.recompute(mode));
        double now = cost.stages().getFirst().bytes(MemoryPart.ACTIVATIONS);
        assertThat(now).as("%s", draft.training()).isLessThanOrEqualTo(kept);
        assertThat(cost.peakBytes()).as("%s", draft.training()).isLessThanOrEqualTo(peak);
        kept = now;
        peak = cost.peakBytes();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Stack.class)
  void sharing_more_between_replicas_never_keeps_more_states(Stack stack) {
    Draft draft = new Draft().layout(4, 4, 16).stack(stack, AttentionKernel.FLASH_2);
    double before = Double.MAX_VALUE;
    for (Sharding sharding : Sharding.values()) {
      double now = evaluate(LLAMA, draft.sharding(sharding)).heaviestStage().stateBytes();
      boolean widerGradients = sharding == Sharding.OPTIMIZER && stack == Stack.MEGATRON_2021;
      if (!widerGradients) {
        assertThat(now).isLessThanOrEqualTo(before);
      }
      before = now;
    }
  }

  @Test
  void the_last_stage_is_the_heaviest_when_its_logits_are() {
    Draft draft =
        new Draft()
            .layout(1, 4, 8)
            .batch(8192, 2, 4)
            .recompute(Recompute.FULL)
            .sharding(Sharding.PARAMETERS)
            .stack(Stack.FSDP_COMPILED, AttentionKernel.FLASH_3)
            .fusedLoss(false);
    MemoryModel model =
        new MemoryModel(Draft.dense(32, 4096, 32, 8, 14336, 128256, true), Draft.H100);
    MemoryCost cost = evaluate(model, draft);
    assertThat(cost.heaviest()).isEqualTo(3);
    assertThat(cost.heaviestStage().bytes(MemoryPart.LOSS))
        .isEqualTo(14.0 * 16384 * 128256 + 4.0 * 16384 * 4096);
    assertThat(cost.stages().getFirst().bytes(MemoryPart.LOSS)).isZero();
  }

  @Test
  void a_stage_of_experts_outweighs_the_first_with_its_dense_layers() {
    MemoryModel model = new MemoryModel(Draft.deepseek().build(), Draft.H100);
    MemoryCost cost =
        evaluate(model, new Draft().layout(1, 16, 64).experts(8, 1).batch(4096, 1, 64));
    assertThat(cost.heaviest()).isEqualTo(1);
  }

  /** The step's FP32 copy of FP16 gradients counts when activations are small. */
  @Test
  void the_optimizer_step_can_be_the_fullest_moment() {
    Draft draft =
        new Draft()
            .layout(8, 1, 1)
            .sharding(Sharding.NONE)
            .batch(128, 1, 1)
            .numbers(Precision.FP16, null);
    MemoryModel model =
        new MemoryModel(Draft.dense(32, 4096, 32, 8, 14336, 32000, true), Draft.H100);
    StageMemory stage = evaluate(model, draft).heaviestStage();
    assertThat(stage.bytes(MemoryPart.OPTIMIZER_STEP)).isEqualTo(4 * stage.parameters());
    assertThat(stage.bytes(MemoryPart.ACTIVATIONS)).isZero();
    assertThat(stage.bytes(MemoryPart.OPTIMIZER)).isEqualTo(12 * stage.parameters());
  }

  @ParameterizedTest
  @CsvSource({"RING, 67108864", "ALL_GATHER, 134217728", "ALL_TO_ALL, 150994944"})
  void context_parallelism_holds_what_it_exchanges(ContextParallel kind, double bytes) {
    // 8,192 tokens on a rank, 1,024 keys and 1,024 values, 8,192 queries and results, over tp 2.
    Draft draft = new Draft().layout(2, 2, 1).context(4, kind).batch(32768, 1, 2);
    StageMemory stage = evaluate(LLAMA, draft).stages().getFirst();
    assertThat(stage.bytes(MemoryPart.CONTEXT_EXCHANGE)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"FP8, 1", "MXFP8, 2", "NVFP4, 1", "BF16, 2", "FP32, 4"})
  void weights_hold_the_copies_that_products_need_on_blackwell(Precision compute, double width) {
    StageMemory stage =
        evaluate(
                new MemoryModel(Draft.llama70b(), Draft.B200),
                new Draft().layout(8, 4, 8).numbers(compute, null))
            .heaviestStage();
    assertThat(stage.bytes(MemoryPart.WEIGHTS)).isEqualTo(width * stage.parameters());
  }

  @Test
  void fp8_on_hopper_keeps_a_transposed_copy() {
    StageMemory stage =
        evaluate(LLAMA, new Draft().layout(8, 4, 8).numbers(Precision.FP8, 2.0)).heaviestStage();
    assertThat(stage.bytes(MemoryPart.WEIGHTS)).isEqualTo(2 * stage.parameters());
  }

  @Test
  void verdicts_leave_room_for_the_error_of_the_prediction() {
    assertThat(Verdict.of(92, 100)).isEqualTo(Verdict.FITS);
    assertThat(Verdict.of(92.1, 100)).isEqualTo(Verdict.TIGHT);
    assertThat(Verdict.of(102, 100)).isEqualTo(Verdict.TIGHT);
    assertThat(Verdict.of(102.1, 100)).isEqualTo(Verdict.DOES_NOT_FIT);
    assertThat(LLAMA.verdict(new Draft().training())).isEqualTo(Verdict.DOES_NOT_FIT);
  }
}
