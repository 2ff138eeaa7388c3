package io.busbar.plan.memory;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Batch;
import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Software;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.Mixer;
import io.busbar.model.workload.ModelDimensions;
import io.busbar.model.workload.ModelSpec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A training set-up under construction, with Megatron Core in BF16 on one GPU as the default. */
final class Draft {
  static final Gpu H100 = gpu("h100-sxm");
  static final Gpu A100 = gpu("a100-sxm-80gb");
  static final Gpu B200 = gpu("b200-sxm");

  int tp = 1;
  @Nullable Boolean sequenceParallel;
  int pp = 1;
  PipelineSchedule schedule = PipelineSchedule.ONE_F_ONE_B;
  int virtualStages = 1;
  int cp = 1;
  ContextParallel context = ContextParallel.RING;
  int ep = 1;
  int etp = 1;
  int dp = 1;
  Sharding sharding = Sharding.OPTIMIZER;
  int shardGroup;
  int sequence = 2048;
  int microBatch = 1;
  long microBatches = 1;
  Precision compute = Precision.BF16;
  @Nullable Double gradients;
  double moments = Numerics.ADAM_FP32_BYTES;
  Recompute recompute = Recompute.NONE;
  Stack stack = Stack.MEGATRON_CORE;
  AttentionKernel attention = AttentionKernel.FLASH_2;
  boolean fusedExperts = true;
  boolean fusedLoss = true;

  Draft layout(int newTp, int newPp, int newDp) {
    tp = newTp;
    pp = newPp;
    dp = newDp;
    return this;
  }

  Draft experts(int newEp, int newEtp) {
    ep = newEp;
    etp = newEtp;
    return this;
  }

  Draft context(int newCp, ContextParallel kind) {
    cp = newCp;
    context = kind;
    return this;
  }

  Draft sequenceParallel(boolean value) {
    sequenceParallel = value;
    return this;
  }

  Draft schedule(PipelineSchedule value, int newVirtualStages) {
    schedule = value;
    virtualStages = newVirtualStages;
    return this;
  }

  Draft sharding(Sharding value) {
    sharding = value;
    return this;
  }

  Draft batch(int newSequence, int newMicroBatch, long newMicroBatches) {
    sequence = newSequence;
    microBatch = newMicroBatch;
    microBatches = newMicroBatches;
    return this;
  }

  Draft numbers(Precision newCompute, @Nullable Double newGradients) {
    compute = newCompute;
    gradients = newGradients;
    return this;
  }

  Draft recompute(Recompute value) {
    recompute = value;
    return this;
  }

  Draft stack(Stack value, AttentionKernel kernel) {
    stack = value;
    attention = kernel;
    return this;
  }

  Draft fusedLoss(boolean value) {
    fusedLoss = value;
    return this;
  }

  Training training() {
    boolean split = sequenceParallel == null ? tp > 1 : sequenceParallel;
    return new Training(
        new Parallelism(
            tp,
            split,
            pp,
            schedule,
            virtualStages,
            cp,
            context,
            ep,
            etp,
            dp,
            sharding,
            shardGroup,
            Parallelism.DEFAULT_ORDER),
        new Batch(sequence, microBatches * microBatch * dp, microBatch),
        Numerics.of(compute, gradients, null, null, moments),
        recompute,
        new Overlap(true, true, false, false, false, 0),
        new Software(stack, attention, fusedExperts, false, fusedLoss));
  }

  /** A plain GPT with f = 4h and tied embeddings. */
  static ModelSpec gpt(int layers, int hidden, int heads, int vocabulary) {
    return dense(layers, hidden, heads, heads, 4 * hidden, vocabulary, false);
  }

  /** A model of one kind of layer; plain ones have tied embeddings. */
  static ModelSpec dense(
      int layers, int hidden, int heads, int kvHeads, int width, int vocabulary, boolean gated) {
    return new ModelDimensions("test", layers, hidden, vocabulary)
        .mixers(List.of(new Mixer.Attention(heads, kvHeads, hidden / heads, 0)))
        .feedForwards(List.of(new FeedForward.Dense(width, gated)))
        .tiedEmbeddings(!gated)
        .build();
  }

  static ModelSpec llama70b() {
    return dense(80, 8192, 64, 8, 28672, 128256, true);
  }

  /** DeepSeek-V3 without its prediction layer. */
  static ModelDimensions deepseek() {
    return new ModelDimensions("deepseek", 61, 7168, 129280)
        .mixers(List.of(new Mixer.LatentAttention(128, 1536, 512, 128, 64, 128)))
        .feedForwards(List.of(new FeedForward.Experts(256, 8, 2048, 2048, true)))
        .denseFirst(3, new FeedForward.Dense(18432, true));
  }

  private static Gpu gpu(String name) {
    Problems problems = new Problems();
    Gpu gpu = Catalog.standard().gpu(name, Position.of("test"), problems);
    return Objects.requireNonNull(gpu, () -> problems.list().toString());
  }
}
