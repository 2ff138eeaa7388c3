package io.busbar.plan.validate;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Batch;
import io.busbar.model.training.Choice;
import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.OverlapRequest;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Software;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Trained;
import io.busbar.model.training.Training;
import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.ModelSpec;
import io.busbar.plan.validate.RowReader.NotExpressible;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configuration columns of a row as a training set-up on a cluster, with a documented default
 * for every blank ({@code docs/accuracy.md}). Stateless.
 *
 * @param open what the row leaves to be chosen so that it fits in memory
 * @param vague whether what it says of recomputation names no exact mode, so that more may be
 *     recomputed where that does not fit
 */
record RowSetup(
    ModelSpec model, Cluster cluster, Training training, Set<Choice> open, boolean vague) {

  /**
   * Ranks as the frameworks of these runs number them: replicas inside of stages (Megatron's {@code
   * tp-cp-ep-dp-pp}, DeepSpeed's pipe-data-model topology, device meshes of PyTorch).
   */
  private static final List<GroupAxis> ORDER =
      List.of(GroupAxis.TP, GroupAxis.CP, GroupAxis.EP, GroupAxis.DP, GroupAxis.PP);

  private static final int TOKENS_PER_MICRO_BATCH = 8192;
  private static final int TOKENS_PER_PIPELINED_MICRO_BATCH = 2048;
  private static final double WORTHWHILE_BUBBLE = 0.15;

  /** Buckets of stacks that do not size them by the number of ranks as Megatron does. */
  private static final long PLAIN_BUCKET_BYTES = 25_000_000;

  static RowSetup of(RowReader row) {
    return of(row, null);
  }

  /**
   * @param given what the run ran on, or a larger one of its kind; null when the row says it
   */
  static RowSetup of(RowReader row, @Nullable Cluster given) {
    ModelSpec model = given == null ? RowModel.of(row) : RowModel.ofOwn(row);
    Gpu gpu = given == null ? RowCluster.gpu(row.text("gpu")) : given.node().gpu();
    int gpus = given == null ? row.need("gpus") : row.count("gpus", given.gpus());
    if (!row.has("tp") || !row.has("pp")) {
      throw new NotExpressible("no layout (tp, pp)");
    }
    int tp = row.need("tp");
    int pp = row.need("pp");
    int batch = row.need("global_batch");
    Split split = split(row, gpus, tp, pp, batch);
    if (gpus < (long) tp * pp * split.cp * split.dp) {
      throw new NotExpressible("tp x pp x cp x dp is more than the GPUs");
    }
    if ((long) tp * split.cp * split.dp % ((long) row.count("ep", 1) * row.count("etp", 1)) != 0) {
      throw new NotExpressible("ep x etp does not divide the ranks of a stage");
    }
    Stack stack = stack(row, gpu, model);
    int micro = microBatch(row, pp, (double) batch / split.dp);
    long m = Math.max(1, (long) Math.ceil((double) batch / split.dp / micro - 1e-9));
    Sharding sharding = sharding(row, stack);
    boolean sequenceParallel = tp > 1 && sequenceParallel(row, stack, gpu);
    int virtual = virtualStages(row, stack, model.layerCount(), pp, m);
    Parallelism p =
        new Parallelism(
            tp,
            sequenceParallel,
            pp,
            virtual > 1 ? PipelineSchedule.INTERLEAVED : PipelineSchedule.ONE_F_ONE_B,
            virtual,
            split.cp,
            contextKind(row),
            row.count("ep", 1),
            row.count("etp", 1),
            split.dp,
            sharding,
            row.count("shard_group", 0) >= split.dp * split.cp ? 0 : row.count("shard_group", 0),
            ORDER);
    Precision precision = precision(row.text("precision"));
    Numerics numerics = numerics(row, precision);
    Software software = software(row, stack, gpu);
    Training training =
        new Training(
                p,
                new Batch(row.need("seq_len"), m * micro * split.dp, micro),
                numerics,
                recompute(row, stack),
                overlap(row, stack, gpu).in(p, numerics),
                software)
            .with(row.text("task").equals("lora") ? Trained.ADAPTERS : Trained.ALL);
    String recompute = row.text("recompute");
    boolean vague =
        recompute.equals("selective")
            || recompute.contains("layernorm")
            || recompute.contains("recalled");
    Cluster cluster =
        given == null
            ? RowCluster.of(row, gpu, gpus)
            : given.withNodes(Math.ceilDiv(gpus, given.node().gpus()));
    return new RowSetup(model, cluster, training, open(row, stack), vague);
  }

  private static Set<Choice> open(RowReader row, Stack stack) {
    Set<Choice> open = EnumSet.of(Choice.FUSED_LOSS);
    // Recipes of Megatron's distributed optimizer set these as memory asks for it.
    if (!row.contains("sharding", "zero1") && !isFsdp(row)) {
      open.add(Choice.GRADIENTS);
      open.add(Choice.OPTIMIZER);
    }
    if (!row.has("recompute") && stack != Stack.MEGATRON_2021) {
      open.add(Choice.RECOMPUTE);
    }
    if (!row.has("sharding")) {
      open.add(Choice.SHARDING);
    }
    return open;
  }

  private record Split(int cp, int dp) {}

  /** Blank context parallelism takes what replicas cannot: fewer sequences than ranks. */
  private static Split split(RowReader row, int gpus, int tp, int pp, int batch) {
    int rest = Math.max(1, gpus / (tp * pp));
    int cp = row.count("cp", 0);
    if (cp < 1) {
      cp = rest / gcd(rest, batch);
    }
    int dp = row.count("dp", 0);
    if (dp < 1) {
      dp = Math.max(1, rest / cp);
      if (dp > batch) {
        int fits = gcd(dp, batch);
        cp *= dp / fits;
        dp = fits;
      }
    }
    return new Split(cp, dp);
  }

  private static ContextParallel contextKind(RowReader row) {
    return switch (row.text("cp_kind")) {
      case "all-gather" -> ContextParallel.ALL_GATHER;
      case "all-to-all" -> ContextParallel.ALL_TO_ALL;
      default -> ContextParallel.RING;
    };
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private static int microBatch(RowReader row, int pp, double perReplica) {
    int given = row.count("micro_batch", 0);
    if (given > 0) {
      return given;
    }
    int most = pp == 1 ? TOKENS_PER_MICRO_BATCH : TOKENS_PER_PIPELINED_MICRO_BATCH;
    int sequence = row.need("seq_len");
    int micro = 1;
    while ((long) micro * 2 * sequence <= most && perReplica % (micro * 2) == 0) {
      micro *= 2;
    }
    return micro;
  }

  /**
   * The software family: what is said, else what was usual: FSDP by its sharding, plain GPT blocks
   * on Ampere the stacks of 2020 to 2022, all else current Megatron.
   */
  private static Stack stack(RowReader row, Gpu gpu, ModelSpec model) {
    boolean fsdp = isFsdp(row);
    if (row.contains("sharding", "jax")) {
      return Stack.XLA;
    }
    if (fsdp && (row.contains("notes", "compile") || row.contains("sharding", "fsdp2"))) {
      return Stack.FSDP_COMPILED;
    }
    boolean plainFsdp =
        fsdp
            && !row.contains("sharding", "megatron")
            && !row.has("release")
            && row.count("moe_experts", 0) == 0
            && row.count("tp", 1) == 1;
    if (plainFsdp) {
      return Stack.FSDP;
    }
    boolean recent =
        gpu.generation() == Generation.HOPPER
            || gpu.generation() == Generation.BLACKWELL
            || gated(model)
            || (row.text("sequence_parallel").equals("1") && row.text("precision").equals("BF16"));
    return recent ? Stack.MEGATRON_CORE : Stack.MEGATRON_2021;
  }

  private static boolean gated(ModelSpec model) {
    return switch (model.layers().getLast().feedForward()) {
      case FeedForward.Dense d -> d.gated();
      case FeedForward.Experts e -> e.gated();
      case FeedForward.None _ -> false;
    };
  }

  private static boolean isFsdp(RowReader row) {
    return row.contains("sharding", "fsdp") || row.contains("sharding", "hsdp");
  }

  private static Sharding sharding(RowReader row, Stack stack) {
    if (row.contains("sharding", "not resharded")) {
      return Sharding.GRADIENTS;
    }
    if (isFsdp(row)) {
      return Sharding.PARAMETERS;
    }
    if (row.contains("sharding", "zero1") || row.contains("sharding", "distributed")) {
      return Sharding.OPTIMIZER;
    }
    return !row.has("sharding") && stack == Stack.MEGATRON_CORE
        ? Sharding.OPTIMIZER
        : Sharding.NONE;
  }

  private static boolean sequenceParallel(RowReader row, Stack stack, Gpu gpu) {
    String given = row.text("sequence_parallel");
    return given.isEmpty()
        ? stack != Stack.MEGATRON_2021
            && stack != Stack.FSDP
            && gpu.generation() != Generation.AMPERE
        : given.equals("1");
  }

  /** Blank virtual stages: one layer each where the bubble is worth it. */
  private static int virtualStages(RowReader row, Stack stack, int layers, int pp, long m) {
    int given = row.count("vpp", 0);
    if (given > 0 || pp == 1) {
      return Math.max(1, given);
    }
    boolean worthwhile =
        stack == Stack.MEGATRON_CORE && (double) (pp - 1) / m > WORTHWHILE_BUBBLE && m >= pp;
    if (worthwhile && layers % pp == 0) {
      return layers / pp;
    }
    return worthwhile && (layers + 2) % pp == 0 ? (layers + 2) / pp : 1;
  }

  private static Precision precision(String text) {
    if (text.contains("NVFP4")) {
      return Precision.NVFP4;
    }
    if (text.contains("rowwise")) {
      return Precision.FP8_ROWWISE;
    }
    if (text.contains("MX")) {
      return Precision.MXFP8;
    }
    if (text.contains("FP8")) {
      return Precision.FP8;
    }
    return text.equals("FP16") ? Precision.FP16 : Precision.BF16;
  }

  /** Gradients travel in 16 bits, as benchmark recipes set it. */
  private static Numerics numerics(RowReader row, Precision precision) {
    double gather = row.contains("precision", "fp8 all-gather") ? 1 : 2;
    double reduce = row.contains("gradient_reduce", "32") ? 4 : 2;
    return Numerics.of(
        precision, heldGradientBytes(row, precision), reduce, gather, Numerics.ADAM_FP32_BYTES);
  }

  /**
   * 16 bits with FP16 and narrower formats (benchmark recipes); BF16 in FP32, but in 16 bits with
   * ZeRO-1 outside a pipeline.
   */
  private static double heldGradientBytes(RowReader row, Precision precision) {
    if (precision != Precision.BF16) {
      return 2;
    }
    if (row.contains("sharding", "zero1")) {
      return row.count("pp", 1) > 1 ? 4 : 2;
    }
    return 4;
  }

  private static Software software(RowReader row, Stack stack, Gpu gpu) {
    boolean early = Release.of(row) < Release.FLASH_3;
    boolean fused =
        row.flag(
            "fused_experts",
            gpu.generation() == Generation.BLACKWELL && Release.of(row) >= Release.FUSED_EXPERTS);
    boolean asynchronous = stack == Stack.MEGATRON_CORE || stack == Stack.XLA;
    AttentionKernel attention =
        stack == Stack.MEGATRON_2021
            ? AttentionKernel.UNFUSED
            : asynchronous && !early ? AttentionKernel.FLASH_3 : AttentionKernel.FLASH_2;
    boolean graphs = row.contains("notes", "cuda graphs") || row.contains("notes", "tokendrop");
    boolean megatron = stack == Stack.MEGATRON_CORE || stack == Stack.MEGATRON_2021;
    return new Software(stack, attention, fused, graphs, megatron);
  }

  private static Recompute recompute(RowReader row, Stack stack) {
    String text = row.text("recompute");
    if (text.isEmpty()) {
      return stack == Stack.MEGATRON_2021 ? Recompute.FULL : Recompute.NONE;
    }
    if (text.equals("full")) {
      return Recompute.FULL;
    }
    if (text.contains("attention")) {
      return Recompute.SELECTIVE;
    }
    if (text.startsWith("none")) {
      return Recompute.NONE;
    }
    return text.contains("norm") && !text.contains("moe")
        ? Recompute.MODULES
        : Recompute.PER_OPERATION;
  }

  private static OverlapRequest overlap(RowReader row, Stack stack, Gpu gpu) {
    boolean old = stack == Stack.MEGATRON_2021;
    boolean asynchronous =
        gpu.generation() == Generation.HOPPER || gpu.generation() == Generation.BLACKWELL;
    boolean parallel = row.contains("notes", "parallel transformer block");
    boolean tensor =
        row.contains("overlap", "asynctp")
            || ((stack == Stack.MEGATRON_CORE || stack == Stack.XLA) && (asynchronous || parallel));
    boolean experts = row.contains("overlap", "1f1b ep") || row.contains("overlap", "dualpipe");
    // XLA gathers sharded parameters where they are needed and waits for them.
    boolean data = !old && stack != Stack.XLA;
    return new OverlapRequest(
        row.flag("overlap_gradients", data),
        row.flag("overlap_parameters", data),
        row.flag("overlap_tensor", tensor),
        row.flag("overlap_pipeline", !old),
        row.flag("overlap_experts", experts),
        bucketBytes(row, stack));
  }

  /** The stacks of 2020 to 2022 reduce their gradients at once, after the backward pass. */
  private static @Nullable Long bucketBytes(RowReader row, Stack stack) {
    if (stack == Stack.MEGATRON_2021) {
      return Long.MAX_VALUE;
    }
    boolean megatron = row.has("release") || row.contains("sharding", "distributed");
    return megatron || isFsdp(row) ? null : PLAIN_BUCKET_BYTES;
  }
}
