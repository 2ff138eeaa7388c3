package io.busbar.plan.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Choice;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import io.busbar.plan.search.Completion;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CompletionTest {
  private static final MemoryModel LLAMA_70B = new MemoryModel(Draft.llama70b(), Draft.H100);
  private static final MemoryModel LLAMA_8B =
      new MemoryModel(Draft.dense(32, 4096, 32, 8, 14336, 128256, true), Draft.H100);
  private static final Set<Choice> ALL = EnumSet.allOf(Choice.class);

  @Test
  void nothing_is_assumed_where_the_defaults_fit() {
    Training training = new Draft().layout(8, 4, 32).batch(4096, 1, 16).training();
    Completion done = Completion.of(LLAMA_70B, training, ALL);
    assertThat(done.fits()).isTrue();
    assertThat(done.assumptions()).isEmpty();
    assertThat(done.training()).isEqualTo(training);
    assertThat(done.peakBytes()).isEqualTo(LLAMA_70B.peakBytes(training));
  }

  @Test
  void an_open_recompute_mode_starts_at_none() {
    Training training =
        new Draft().layout(8, 4, 32).batch(4096, 1, 16).recompute(Recompute.FULL).training();
    Completion done = Completion.of(LLAMA_70B, training, Set.of(Choice.RECOMPUTE));
    assertThat(done.training().recompute()).isEqualTo(Recompute.NONE);
    assertThat(Completion.of(LLAMA_70B, training, Set.of()).training()).isEqualTo(training);
  }

  @Test
  void takes_the_first_mode_that_fits() {
    Draft draft = new Draft().layout(8, 4, 32).batch(24576, 1, 16);
    Completion modules = Completion.of(LLAMA_70B, draft.training(), Set.of(Choice.RECOMPUTE));
    assertThat(modules.training().recompute()).isEqualTo(Recompute.MODULES);
    draft.batch(49152, 1, 16);
    Completion full = Completion.of(LLAMA_70B, draft.training(), Set.of(Choice.RECOMPUTE));
    assertThat(full.fits()).isTrue();
    assertThat(full.training().recompute()).isEqualTo(Recompute.FULL);
    assertThat(full.assumptions())
        .hasSize(2)
        .last()
        .asString()
        .matches(
            "layers recomputed from their inputs: [0-9.]+ GB instead of [0-9.]+ of 85\\.\\d GB");
  }

  @Test
  void recomputes_attention_where_it_is_not_fused() {
    Draft draft =
        new Draft()
            .layout(8, 8, 4)
            .batch(2048, 4, 16)
            .sharding(Sharding.NONE)
            .stack(Stack.MEGATRON_2021, AttentionKernel.UNFUSED);
    MemoryModel gpt = new MemoryModel(Draft.gpt(96, 12288, 96, 51200), Draft.B200);
    Completion done = Completion.of(gpt, draft.training(), Set.of(Choice.RECOMPUTE));
    assertThat(done.training().recompute()).isEqualTo(Recompute.SELECTIVE);
  }

  @Test
  void fuses_the_loss_before_it_recomputes() {
    Draft draft =
        new Draft()
            .layout(1, 1, 64)
            .batch(8192, 5, 1)
            .sharding(Sharding.PARAMETERS)
            .recompute(Recompute.FULL)
            .stack(Stack.FSDP_COMPILED, AttentionKernel.FLASH_3)
            .fusedLoss(false);
    Completion done = Completion.of(LLAMA_8B, draft.training(), Set.of(Choice.FUSED_LOSS));
    assertThat(done.training().software().fusedLoss()).isTrue();
    assertThat(done.training().recompute()).isEqualTo(Recompute.FULL);
    assertThat(done.assumptions()).hasSize(1);
  }

  @Test
  void narrows_gradients_then_moments_and_keeps_what_was_given() {
    Draft draft = new Draft().layout(4, 2, 2).recompute(Recompute.FULL).batch(4096, 1, 8);
    Training training = draft.training();
    Completion done =
        Completion.of(LLAMA_70B, training, EnumSet.of(Choice.GRADIENTS, Choice.OPTIMIZER));
    assertThat(done.training().numerics().gradientBytes()).isEqualTo(2);
    assertThat(done.training().numerics().gradientReduceBytes()).isEqualTo(2);
    assertThat(done.training().numerics().optimizerBytes()).isEqualTo(8);
    assertThat(done.training().numerics().compute()).isEqualTo(Precision.BF16);
    assertThat(done.assumptions()).hasSize(2);
    assertThat(Completion.of(LLAMA_70B, training, Set.of()).training().numerics())
        .isEqualTo(training.numerics());
  }

  @Test
  void shards_parameters_last() {
    Draft draft = new Draft().layout(1, 1, 64).recompute(Recompute.FULL).batch(2048, 1, 1);
    Completion done = Completion.of(LLAMA_70B, draft.training(), ALL);
    assertThat(done.fits()).isTrue();
    assertThat(done.training().parallelism().sharding()).isEqualTo(Sharding.PARAMETERS);
    assertThat(done.training().overlap().bucketBytes()).isZero();
    assertThat(done.assumptions()).last().asString().contains("ZeRO-3");
  }

  @Test
  void gives_the_smallest_when_nothing_fits() {
    Training training = new Draft().layout(1, 1, 1).batch(8192, 4, 1).training();
    Completion done = Completion.of(LLAMA_70B, training, ALL);
    assertThat(done.fits()).isFalse();
    assertThat(done.peakBytes()).isLessThan(LLAMA_70B.peakBytes(training));
    assertThat(done.peakBytes()).isEqualTo(LLAMA_70B.peakBytes(done.training()));
  }
}
