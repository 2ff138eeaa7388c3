package io.busbar.plan.emit;

import io.busbar.formats.shape.Names;
import io.busbar.model.hardware.Generation;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Software;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.emit.Effects.Hidden;
import io.busbar.plan.setting.SettingTable;
import java.util.Map;

/** A plan as flags of Megatron-LM, in a bash array. One per text; not thread-safe. */
final class MegatronText {
  /** Bucket in elements when none is given: max(40e6, 1e6·dp·cp). Source: Megatron Core. */
  private static final double BUCKET_ELEMENTS = 40e6;

  private static final double BUCKET_ELEMENTS_PER_RANK = 1e6;
  private static final String INDENT = "  ";

  private final Situation plan;
  private final Training t;
  private final Parallelism p;
  private final Numerics n;
  private final Overlap o;
  private final Effects effects;
  private final Script script = new Script(SettingTable.of(Framework.MEGATRON.cliName()));

  MegatronText(Situation plan) {
    this.plan = plan;
    this.t = plan.training();
    this.p = t.parallelism();
    this.n = t.numerics();
    this.o = t.overlap();
    this.effects = new Effects(plan);
  }

  String text() {
    script.header(plan, new MegatronGaps(plan, effects).list());
    connections();
    script.line("MEGATRON_ARGS=(");
    model();
    split();
    pipeline();
    contextAndExperts();
    placement();
    sharding();
    batch();
    precision();
    recompute();
    dataOverlap();
    modelOverlap();
    software();
    script.line(")");
    int perHost = plan.cluster().node().gpusPerHost();
    script.comment(
        "",
        "Start with: torchrun --nnodes "
            + p.gpus() / perHost
            + " --nproc-per-node "
            + perHost
            + " pretrain_gpt.py \"${MEGATRON_ARGS[@]}\" and the flags of data, tokenizer and"
            + " learning rate. dp "
            + p.dp()
            + " has no flag: it is what the GPUs leave.");
    return script.toString();
  }

  private void connections() {
    Generation generation = plan.cluster().node().gpu().generation();
    boolean older =
        generation == Generation.HOPPER
            || generation == Generation.AMPERE
            || generation == Generation.VOLTA
            || generation == Generation.ADA;
    boolean fsdp = fsdp();
    if (older && (fsdp || p.tp() > 1 || p.cp() > 1)) {
      String name = "CUDA_DEVICE_MAX_CONNECTIONS";
      script
          .setting(
              "",
              fsdp ? name + " unset" : name,
              fsdp ? "unset " + name : "export " + name + "=1",
              Effects.NO_TERM)
          .line("");
    }
  }

  private void model() {
    Map<String, String> settings = MegatronModel.settings(plan.model(), p.tp());
    if (settings != null) {
      settings.forEach((name, value) -> {
        if (value.isEmpty()) {
          flag(name, Effects.LAYOUT);
        } else {
          flag(name, value.startsWith("(") ? "\"" + value + "\"" : value, Effects.LAYOUT);
        }
      });
    }
  }

  /** What the prediction takes for granted of the software. */
  private void software() {
    Software software = t.software();
    boolean fused = software.attention() != AttentionKernel.UNFUSED;
    flag("transformer-impl", "transformer_engine", Effects.NO_TERM);
    flag("attention-backend", fused ? "flash" : "unfused", Effects.NO_TERM);
    if (plan.model().hasExperts() && software.fusedExperts()) {
      flag("moe-grouped-gemm", Effects.NO_TERM);
      flag("moe-permute-fusion", Effects.NO_TERM);
    }
    if (software.cudaGraphs()) {
      flag("cuda-graph-impl", "transformer_engine", Effects.NO_TERM);
    }
    if (software.fusedLoss()) {
      flag("cross-entropy-loss-fusion", Effects.NO_TERM);
    }
    flag("optimizer", "adam", Effects.NO_TERM);
  }

  private void split() {
    flag("tensor-model-parallel-size", p.tp(), Effects.LAYOUT);
    if (p.tp() > 1) {
      toggle(p.sequenceParallel(), "sequence-parallel", effects.sequenceParallel());
    }
  }

  private void pipeline() {
    flag("pipeline-model-parallel-size", p.pp(), Effects.LAYOUT);
    if (p.pp() == 1) {
      return;
    }
    if (interleaved()) {
      flag("num-virtual-stages-per-pipeline-rank", p.virtualStages(), effects.virtualStages());
    }
    int layers = plan.model().layerCount();
    int chunks = p.pp() * p.virtualStages();
    if (layers % chunks != 0 && (layers + 2) % chunks == 0) {
      flag("account-for-embedding-in-pipeline-split", Effects.LAYOUT);
      flag("account-for-loss-in-pipeline-split", Effects.LAYOUT);
    } else if (MegatronGaps.lastStage(plan) > 0) {
      flag("decoder-last-pipeline-num-layers", MegatronGaps.lastStage(plan), Effects.LAYOUT);
    }
  }

  private void contextAndExperts() {
    if (p.cp() > 1) {
      flag("context-parallel-size", p.cp(), Effects.LAYOUT);
      String kind = script.facts().word("cp-comm-type", Names.of(p.contextKind()));
      flag("cp-comm-type", kind, Effects.LAYOUT);
    }
    if (p.ep() > 1 || plan.model().hasExperts()) {
      flag("expert-model-parallel-size", p.ep(), Effects.LAYOUT);
      flag("expert-tensor-parallel-size", p.etp(), Effects.LAYOUT);
    }
    if (p.ep() > 1) {
      flag("moe-token-dispatcher-type", "alltoall", Effects.NO_TERM);
    }
  }

  private void placement() {
    boolean spread = MegatronGaps.spread(p);
    if (spread && p.order().equals(MegatronGaps.PP_INSIDE)) {
      flag("use-tp-pp-dp-mapping", effects.order(MegatronGaps.PP_OUTSIDE));
    } else if (spread && p.order().equals(MegatronGaps.PP_OUTSIDE)) {
      off("use-tp-pp-dp-mapping", effects.order(MegatronGaps.PP_INSIDE));
    }
  }

  private void sharding() {
    if (p.sharding() == Sharding.OPTIMIZER) {
      flag("use-distributed-optimizer", effects.sharding());
    } else if (fsdp()) {
      flag("use-megatron-fsdp", Effects.LAYOUT);
      String name = "data-parallel-sharding-strategy";
      flag(name, script.facts().word(name, Names.of(p.sharding())), effects.sharding());
      flag("ckpt-format", "fsdp_dtensor", Effects.NO_TERM);
    }
    int ranks = p.dp() * p.cp();
    if (p.sharding() != Sharding.NONE && p.shardGroup() > 0 && p.shardGroup() < ranks) {
      flag("num-distributed-optimizer-instances", ranks / p.shardGroup(), effects.shardGroup());
    }
  }

  private void batch() {
    flag("seq-length", t.batch().sequence(), Effects.LAYOUT);
    flag("micro-batch-size", t.batch().microBatch(), Effects.LAYOUT);
    flag("global-batch-size", t.batch().globalBatch(), Effects.LAYOUT);
  }

  private void precision() {
    Precision compute = n.compute();
    if (compute == Precision.FP16) {
      flag("fp16", Effects.LAYOUT);
    } else if (compute != Precision.FP32) {
      flag("bf16", Effects.LAYOUT);
    }
    switch (compute) {
      case FP8, FP8_ROWWISE -> eight("hybrid", "tensorwise");
      case MXFP8 -> eight("e4m3", "mxfp8");
      case NVFP4 -> flag("fp4-format", "e2m1", effects.precision());
      default -> {}
    }
    if (n.parameterGatherBytes() <= 1) {
      flag("fp8-param-gather", Effects.NO_TERM);
    }
    if (compute != Precision.FP32 && compute != Precision.FP16) {
      toggle(n.gradientReduceBytes() <= 2, "grad-reduce-in-bf16", effects.reduceWidth());
    }
    if (n.optimizerBytes() <= 4 + Numerics.ADAM_BF16_BYTES && compute != Precision.FP32) {
      flag("use-precision-aware-optimizer", Effects.NO_TERM);
      flag("exp-avg-dtype", "bf16", Effects.NO_TERM);
      flag("exp-avg-sq-dtype", "bf16", Effects.NO_TERM);
    }
  }

  private void eight(String format, String recipe) {
    flag("fp8-format", format, effects.precision());
    flag("fp8-recipe", recipe, Effects.NO_TERM);
  }

  private void recompute() {
    switch (t.recompute()) {
      case NONE, PER_OPERATION -> {}
      case SELECTIVE -> {
        if (t.software().attention() == AttentionKernel.UNFUSED) {
          flag("recompute-granularity", "selective", effects.recompute());
        } else {
          off("recompute-granularity", " selective", effects.recompute());
        }
      }
      case MODULES -> {
        flag("recompute-granularity", "selective", effects.recompute());
        String experts = plan.model().hasExperts() ? " moe_act" : "";
        flag("recompute-modules", "layernorm" + experts, Effects.LAYOUT);
      }
      case FULL -> {
        flag("recompute-granularity", "full", effects.recompute());
        boolean all = t.recomputeShare() >= 1;
        flag("recompute-method", all ? "uniform" : "block", Effects.LAYOUT);
        double perChunk = (double) plan.model().layerCount() / (p.pp() * p.virtualStages());
        long layers = all ? 1 : Math.max(1, Math.round(t.recomputeShare() * perChunk));
        flag("recompute-num-layers", layers, Effects.LAYOUT);
      }
    }
  }

  private void dataOverlap() {
    int ranks = p.dp() * p.cp();
    if (ranks == 1) {
      return;
    }
    toggle(o.gradients(), "overlap-grad-reduce", effects.gradientOverlap());
    if (p.sharding() != Sharding.NONE) {
      toggle(o.parameters(), "overlap-param-gather", effects.overlap(Hidden.PARAMETERS));
    }
    if (o.gradients() && o.bucketBytes() > 0) {
      double width = n.gradientReduceBytes();
      double usual = Math.max(BUCKET_ELEMENTS, BUCKET_ELEMENTS_PER_RANK * ranks) * width;
      flag("ddp-bucket-size", Math.round(o.bucketBytes() / width), effects.bucket(usual));
    }
    if (plan.cluster().network().sharp()) {
      flag("use-sharp", effects.sharp());
    }
  }

  private void modelOverlap() {
    if (p.tp() > 1 && p.sequenceParallel()) {
      toggle(o.tensor(), "tp-comm-overlap", effects.overlap(Hidden.TENSOR));
    }
    if (interleaved()) {
      // On by default, so that the flag stands for the opposite.
      if (o.pipeline()) {
        off("no-overlap-p2p-communication", effects.overlap(Hidden.PIPELINE));
      } else {
        flag("no-overlap-p2p-communication", effects.overlap(Hidden.PIPELINE));
      }
    }
    if (p.ep() > 1) {
      toggle(o.experts(), "overlap-moe-expert-parallel-comm", effects.overlap(Hidden.EXPERTS));
    }
  }

  private boolean interleaved() {
    return p.pp() > 1 && p.schedule() == PipelineSchedule.INTERLEAVED;
  }

  private boolean fsdp() {
    return p.sharding() == Sharding.GRADIENTS || p.sharding() == Sharding.PARAMETERS;
  }

  private void toggle(boolean on, String name, String effect) {
    if (on) {
      flag(name, effect);
    } else {
      off(name, effect);
    }
  }

  private void flag(String name, String effect) {
    script.setting(INDENT, name, "--" + name, effect);
  }

  private void flag(String name, Object value, String effect) {
    script.setting(INDENT, name, "--" + name + " " + value, effect);
  }

  private void off(String name, String effect) {
    off(name, "", effect);
  }

  private void off(String name, String value, String effect) {
    script.off(INDENT, name, "--" + name + value, effect);
  }
}
