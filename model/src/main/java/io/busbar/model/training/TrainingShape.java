package io.busbar.model.training;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.Share;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Names;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of a training set-up in a file. {@link TrainingBinder} turns them into records. */
public final class TrainingShape {
  private static final int MAX_DEGREE = 1 << 20;
  private static final int MAX_SEQUENCE = 1 << 27;
  static final long MAX_SEQUENCES = 1_000_000_000;

  static final Key<Integer> TP =
      Key.optional("tp", degree(), "Tensor-parallel ranks; keep them inside one NVLink domain.")
          .example("8");
  static final Key<Boolean> SEQUENCE_PARALLEL =
      Key.optional(
              "sequence_parallel",
              Type.flag(),
              "Whether norms and residuals are split along the sequence too (default: when tp is"
                  + " over 1).")
          .mention("true");
  static final Key<Integer> PP = Key.optional("pp", degree(), "Pipeline stages.").example("4");
  static final Key<PipelineSchedule> SCHEDULE =
      Key.optional(
              "schedule",
              Type.named(schedules()),
              "Pipeline schedule: gpipe, 1f1b, interleaved, zb-1p, zb-2p, zb-v or dual-pipe"
                  + " (default: the fastest that fits and that the stack runs).")
          .example("interleaved");
  static final Key<Integer> VIRTUAL_STAGES =
      Key.optional(
              "virtual_stages",
              Type.count(1, 1024),
              "Model chunks per rank, for interleaved (default: searched).")
          .example("5");
  static final Key<Integer> CP =
      Key.optional("cp", degree(), "Context-parallel ranks, for long sequences (default 1).")
          .mention("1");
  static final Key<ContextParallel> CONTEXT =
      Key.optional(
              "context",
              Type.oneOf(ContextParallel.class),
              "How they exchange: ring (default), all-gather or all-to-all (Ulysses).")
          .or(ContextParallel.RING)
          .mention("ring");
  static final Key<Integer> EP =
      Key.optional(
              "ep", degree(), "Expert-parallel ranks, for models with experts (default: searched).")
          .mention("8");
  static final Key<Integer> ETP =
      Key.optional("etp", degree(), "Tensor-parallel ranks inside an expert (default 1).")
          .mention("1");
  static final Key<Integer> DP =
      Key.optional(
              "dp",
              degree(),
              "Data-parallel replicas (default: GPUs of the cluster / (tp x pp x cp)).")
          .mention("32");
  static final Key<ShardingName> SHARDING =
      Key.optional(
              "sharding",
              Type.oneOf(ShardingName.class),
              "What replicas share: none (ddp), optimizer (zero1, default), gradients (zero2) or"
                  + " parameters (zero3, fsdp; hsdp with shard_group).")
          .example("optimizer");
  static final Key<Integer> SHARD_GROUP =
      Key.optional(
              "shard_group",
              degree(),
              "Ranks that share, when fewer than dp x cp (hsdp, ZeRO inside a node).")
          .mention("8");
  static final Key<List<GroupAxis>> ORDER =
      Key.optional(
              "order",
              new OrderType(),
              "Axes from neighbouring GPUs outwards (default tp,cp,ep,pp,dp).")
          .or(Parallelism.DEFAULT_ORDER)
          .mention("tp,cp,ep,pp,dp");

  static final Shape PARALLELISM_SHAPE =
      Shape.of(
          "How model and data are split.",
          TP,
          SEQUENCE_PARALLEL,
          PP,
          SCHEDULE,
          VIRTUAL_STAGES,
          CP,
          CONTEXT,
          EP,
          ETP,
          DP,
          SHARDING,
          SHARD_GROUP,
          ORDER);

  static final Key<Integer> SEQUENCE =
      Key.optional(
              "sequence",
              Type.count(1, MAX_SEQUENCE),
              "Tokens per sequence (default: as the model was trained, else 8192, or the model's"
                  + " positions when it has fewer).")
          .example("8192");
  static final Key<Long> GLOBAL_BATCH =
      Key.optional(
              "global_batch",
              Type.whole(1, MAX_SEQUENCES),
              "Sequences per step over all replicas (default: as the model was trained, else about"
                  + " 4 million tokens, or 1,024 per GPU on a large cluster).")
          .example("512");
  static final Key<Long> GLOBAL_TOKENS =
      Key.optional("global_tokens", TokenCount.type(), "Instead of global_batch: tokens per step.")
          .mention("4194304");
  static final Key<Integer> MICRO_BATCH =
      Key.optional(
              "micro_batch",
              degree(),
              "Sequences that pass through a stage at once (default: searched; 1 with"
                  + " accumulation).")
          .example("1");
  static final Key<Integer> ACCUMULATION =
      Key.optional(
              "accumulation",
              degree(),
              "Instead of global_batch: micro-batches per replica and step.")
          .mention("16");

  static final Shape BATCH_SHAPE =
      Shape.of(
          "How much is computed per step.",
          SEQUENCE,
          GLOBAL_BATCH,
          GLOBAL_TOKENS,
          MICRO_BATCH,
          ACCUMULATION);

  static final Key<Precision> COMPUTE =
      Key.optional(
              "compute",
              Type.oneOf(Precision.class),
              "Format of the linear layers' products: fp32, fp16, bf16 (default, but fp16 on"
                  + " Volta, and as the model was trained), fp8, fp8-rowwise, mxfp8 or nvfp4.")
          .example("bf16");
  static final Key<Double> GRADIENTS =
      Key.optional(
              "gradients",
              Type.named(widths()),
              "Format in which gradients are accumulated and held (default fp32; fp16 with fp16"
                  + " compute).")
          .mention("fp32");
  static final Key<Double> GRADIENT_REDUCE =
      Key.optional(
              "gradient_reduce",
              Type.named(widths()),
              "Format of gradients on the wire (default: as held).")
          .mention("fp32");
  static final Key<Double> PARAMETER_GATHER =
      Key.optional(
              "parameter_gather",
              Type.named(widths()),
              "Format of parameters on the wire when they are gathered (default bf16).")
          .mention("bf16");
  static final Key<Optimizer> OPTIMIZER =
      Key.optional(
              "optimizer",
              Type.oneOf(Optimizer.class),
              "Format of Adam's moments: adam-fp32 (default, 8 bytes per parameter) or adam-bf16"
                  + " (4), beside the 4 of the master copy.")
          .mention("adam-fp32");

  static final Shape PRECISION_SHAPE =
      Shape.of("Number formats.", COMPUTE, GRADIENTS, GRADIENT_REDUCE, PARAMETER_GATHER, OPTIMIZER);

  static final Key<Boolean> OVERLAP_GRADIENTS =
      flag(
          "gradients",
          "Reduction of gradients, behind the backward pass (default: not in megatron-2021).",
          "true");
  static final Key<Boolean> OVERLAP_PARAMETERS =
      flag(
          "parameters",
          "Gathering of parameters, behind the forward pass (default: not in megatron-2021).",
          "true");
  static final Key<Boolean> OVERLAP_TENSOR =
      flag(
          "tensor",
          "Tensor-parallel collectives, behind the products; needs sequence_parallel (default: in"
              + " megatron-core and xla on Hopper and later).",
          "true");
  static final Key<Boolean> OVERLAP_PIPELINE =
      flag(
          "pipeline",
          "Sends between stages; needs a schedule finer than 1f1b (default: not in megatron-2021).",
          "true");
  static final Key<Boolean> OVERLAP_EXPERTS =
      flag(
          "experts",
          "Expert all-to-all, behind another micro-batch; not with full recompute (default: where"
              + " it helps and the stack can).",
          "false");
  static final Key<DataSize> BUCKET =
      Key.optional(
              "bucket",
              Type.quantity(
                  DataSize::parse, "25MiB", new DataSize(1), new DataSize(1_000_000_000_000L)),
              "Gradients that travel together (default: 25MiB for ddp, 40 million elements or more"
                  + " for a sharded optimizer, one layer for fsdp).")
          .mention("25MiB");

  static final Shape OVERLAP_SHAPE =
      Shape.of(
          "What is hidden behind computation.",
          OVERLAP_GRADIENTS,
          OVERLAP_PARAMETERS,
          OVERLAP_TENSOR,
          OVERLAP_PIPELINE,
          OVERLAP_EXPERTS,
          BUCKET);

  static final Key<Stack> STACK =
      Key.optional(
              "stack",
              Type.oneOf(Stack.class),
              "Family of training software: megatron-2021, megatron-core, fsdp, fsdp-compiled or"
                  + " xla (default: megatron-core, with sharded parameters fsdp-compiled).")
          .mention("megatron-core");
  static final Key<AttentionKernel> ATTENTION =
      Key.optional(
              "attention",
              Type.oneOf(AttentionKernel.class),
              "How attention is computed: unfused, flash-2 or flash-3 (default on Hopper and"
                  + " later).")
          .mention("flash-3");
  static final Key<Boolean> FUSED_EXPERTS =
      flag(
          "fused_experts",
          "Permutation, grouped products and routing of experts are fused (default: not in"
              + " megatron-2021).",
          "true");
  static final Key<Boolean> CUDA_GRAPHS =
      flag("cuda_graphs", "Kernel launches are replayed from a graph (default false).", "false");
  static final Key<Boolean> FUSED_LOSS =
      flag(
          "fused_loss",
          "The loss keeps one copy of the logits (default: in Megatron; elsewhere when memory asks"
              + " for it).",
          "true");

  static final Shape SOFTWARE_SHAPE =
      Shape.of(
          "What the training stack can do.",
          STACK,
          ATTENTION,
          FUSED_EXPERTS,
          CUDA_GRAPHS,
          FUSED_LOSS);

  static final Key<Fields> PARALLELISM =
      Key.optional(
          "parallelism",
          Type.object(PARALLELISM_SHAPE),
          "How model and data are split. Without tp or pp the layout is left open: all valid ones"
              + " are evaluated, what is given is kept.");
  static final Key<Fields> BATCH =
      Key.optional("batch", Type.object(BATCH_SHAPE), "How much is computed per step.");
  static final Key<Fields> PRECISION =
      Key.optional("precision", Type.object(PRECISION_SHAPE), "Number formats.");
  static final Key<Recompute> RECOMPUTE =
      Key.optional(
              "recompute",
              Type.oneOf(Recompute.class),
              "What the backward pass computes again: none, selective, modules, per-operation or"
                  + " full (default: the cheapest that fits in memory).")
          .mention("selective");
  static final Key<Share> RECOMPUTE_SHARE =
      Key.optional(
              "recompute_share",
              Type.quantity(Share::parse, "100%"),
              "Part of the layers that compute it again; needs recompute (default 100%).")
          .or(new Share(1))
          .mention("100%");
  static final Key<Trained> TRAINED =
      Key.optional(
              "trained",
              Type.oneOf(Trained.class),
              "Which weights are trained: all (default), or adapters beside frozen ones (LoRA).")
          .or(Trained.ALL)
          .mention("all");
  static final Key<Fields> OVERLAP =
      Key.optional("overlap", Type.object(OVERLAP_SHAPE), "What is hidden behind computation.");
  static final Key<Fields> SOFTWARE =
      Key.optional("software", Type.object(SOFTWARE_SHAPE), "What the training stack can do.");
  static final Key<Offload> OFFLOAD =
      Key.optional(
              "offload",
              Type.oneOf(Offload.class),
              "What lives in host memory and crosses PCIe or C2C: none (default), optimizer"
                  + " (updated by the host), activations, or all.")
          .or(Offload.NONE)
          .mention("none");

  private static final List<Key<?>> KEYS =
      List.of(
          PARALLELISM,
          BATCH,
          PRECISION,
          RECOMPUTE,
          RECOMPUTE_SHARE,
          TRAINED,
          OVERLAP,
          SOFTWARE,
          OFFLOAD);

  private TrainingShape() {}

  /** The keys that a file with a training set-up has among its own. */
  public static List<Key<?>> keys() {
    return KEYS;
  }

  /** Names of {@link Sharding} as the field has them. */
  enum ShardingName {
    NONE(Sharding.NONE),
    OPTIMIZER(Sharding.OPTIMIZER),
    GRADIENTS(Sharding.GRADIENTS),
    PARAMETERS(Sharding.PARAMETERS),
    DDP(Sharding.NONE),
    ZERO1(Sharding.OPTIMIZER),
    ZERO2(Sharding.GRADIENTS),
    ZERO3(Sharding.PARAMETERS),
    FSDP(Sharding.PARAMETERS),
    HSDP(Sharding.PARAMETERS);

    final Sharding meant;

    ShardingName(Sharding meant) {
      this.meant = meant;
    }
  }

  /** How the optimizer keeps its moments. */
  enum Optimizer {
    ADAM_FP32(Numerics.ADAM_FP32_BYTES),
    ADAM_BF16(Numerics.ADAM_BF16_BYTES);

    final double momentBytes;

    Optimizer(double momentBytes) {
      this.momentBytes = momentBytes;
    }
  }

  private static Type<Integer> degree() {
    return Type.count(1, MAX_DEGREE);
  }

  private static Key<Boolean> flag(String name, String doc, String example) {
    return Key.optional(name, Type.flag(), doc).mention(example);
  }

  private static Map<String, PipelineSchedule> schedules() {
    Map<String, PipelineSchedule> byName = new LinkedHashMap<>();
    for (PipelineSchedule schedule : PipelineSchedule.values()) {
      byName.put(schedule.written(), schedule);
    }
    return byName;
  }

  private static Map<String, Double> widths() {
    Map<String, Double> bytes = new LinkedHashMap<>();
    for (Precision p : List.of(Precision.FP32, Precision.BF16, Precision.FP16, Precision.FP8)) {
      bytes.put(Names.of(p), p.bytes());
    }
    return bytes;
  }
}
