package io.busbar.plan.emit;

import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ParameterCount;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.emit.Effects.Hidden;
import io.busbar.plan.setting.SettingTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A plan as DeepSpeed's configuration: reasons in comment lines, pure JSON below. One per text; not
 * thread-safe.
 */
final class DeepSpeedText {
  /** Elements of a bucket when none is given. Source: DeepSpeed's configuration documentation. */
  private static final double BUCKET_ELEMENTS = 5e8;

  private final Situation plan;
  private final Training t;
  private final Parallelism p;
  private final Numerics n;
  private final Overlap o;
  private final Effects effects;
  private final Script script = new Script(SettingTable.of(Framework.DEEPSPEED.cliName()));
  private final Map<String, Object> json = new LinkedHashMap<>();

  DeepSpeedText(Situation plan) {
    this.plan = plan;
    this.t = plan.training();
    this.p = t.parallelism();
    this.n = t.numerics();
    this.o = t.overlap();
    this.effects = new Effects(plan);
  }

  String text() {
    script.header(plan, leftOut());
    script.comment("", "JSON has no comments: grep -v '^#' THIS_FILE > ds_config.json").line("");
    batch();
    precision();
    zero();
    split();
    return script.line("").lines(object(json, "")).toString();
  }

  private List<String> leftOut() {
    List<String> out = new ArrayList<>();
    if (p.pp() > 1) {
      pipeline(out);
    }
    if (p.tp() > 1 && p.sequenceParallel()) {
      out.add(
          "sequence parallelism: AutoTP keeps norms and residuals whole on every rank. Effect: "
              + effects.sequenceParallel());
    }
    if (p.cp() > 1 && p.contextKind() != ContextParallel.ALL_TO_ALL) {
      out.add(
          "cp "
              + p.cp()
              + " "
              + Script.word(p.contextKind())
              + ": DeepSpeed splits sequences by all-to-all (Ulysses) only, which is set.");
    }
    if (p.etp() > 1 && p.ep() > 1) {
      out.add("etp " + p.etp() + ": experts are split over ep only.");
    }
    if (n.compute().bytes() < 2) {
      out.add(
          "linear layers in "
              + Script.word(n.compute())
              + ": 16 bits are set. Effect: "
              + effects.precision());
    }
    if (p.sharding() == Sharding.GRADIENTS && t.microBatches() > 1) {
      out.add(
          "one reduction per step: ZeRO-2 reduces gradients on every micro-batch, the plan counts"
              + " one. Effect: "
              + effects.perSynchronisation("here")
              + ".");
    }
    boolean whole = p.sharding() == Sharding.OPTIMIZER || p.sharding() == Sharding.GRADIENTS;
    if (whole && o.parameters()) {
      out.add(
          "gathering of parameters behind the next forward pass: ZeRO-1 and ZeRO-2 gather at the"
              + " end of the step. Effect: "
              + effects.overlap(Hidden.PARAMETERS));
    }
    boolean groups = p.shardGroup() > 0 && p.shardGroup() < p.dp() * p.cp();
    if (groups && whole) {
      out.add("sharding in groups of " + p.shardGroup() + ": stages 1 and 2 shard over all of dp.");
    }
    if (t.recompute() != Recompute.NONE) {
      out.add(
          "recomputation ("
              + Script.word(t.recompute())
              + "): a call in the model's code, not a setting. Effect: "
              + effects.recompute());
    }
    return out;
  }

  private void pipeline(List<String> out) {
    out.add(
        "pp "
            + p.pp()
            + ": in code, PipelineModule(layers, num_stages="
            + p.pp()
            + "); gradient_accumulation_steps then are its micro-batches.");
    if (p.schedule() != PipelineSchedule.ONE_F_ONE_B) {
      out.add(
          "schedule "
              + p.schedule().written()
              + (p.virtualStages() > 1 ? " with " + p.virtualStages() + " virtual stages" : "")
              + ": its pipeline runs plain 1F1B. Effect: "
              + effects.schedule(PipelineSchedule.ONE_F_ONE_B));
    }
    if (p.sharding() == Sharding.GRADIENTS || p.sharding() == Sharding.PARAMETERS) {
      out.add(
          "sharding "
              + Script.word(p.sharding())
              + " beside pp: its pipeline refuses ZeRO-2 and ZeRO-3; stage 1 is set. Effect: "
              + effects.sharding(Sharding.OPTIMIZER, "with ZeRO-1"));
    }
  }

  private void batch() {
    put(json, "train_micro_batch_size_per_gpu", t.batch().microBatch(), Effects.LAYOUT);
    String effect =
        t.microBatches() > 1 && stage() < 2
            ? effects.perSynchronisation("without this")
            : Effects.LAYOUT;
    put(json, "gradient_accumulation_steps", t.microBatches(), effect);
  }

  private void precision() {
    boolean fp16 = n.compute() == Precision.FP16;
    if (n.compute() != Precision.FP32) {
      Map<String, Object> inner = new LinkedHashMap<>();
      json.put(fp16 ? "fp16" : "bf16", inner);
      put(inner, fp16 ? "fp16.enabled" : "bf16.enabled", true, Effects.LAYOUT);
    }
    Map<String, Object> types = new LinkedHashMap<>();
    json.put("data_types", types);
    put(types, "data_types.grad_accum_dtype", width(n.gradientBytes()), Effects.LAYOUT);
    put(json, "communication_data_type", width(n.gradientReduceBytes()), effects.reduceWidth());
  }

  private String width(double bytes) {
    return bytes > 2 ? "fp32" : n.compute() == Precision.FP16 ? "fp16" : "bf16";
  }

  private int stage() {
    return switch (p.sharding()) {
      case NONE -> 0;
      case OPTIMIZER -> 1;
      case GRADIENTS -> p.pp() > 1 ? 1 : 2;
      case PARAMETERS -> p.pp() > 1 ? 1 : 3;
    };
  }

  private void zero() {
    Map<String, Object> zero = new LinkedHashMap<>();
    json.put("zero_optimization", zero);
    boolean none = p.sharding() == Sharding.NONE;
    zero(zero, "stage", stage(), none ? Effects.LAYOUT : effects.sharding());
    if (none) {
      return;
    }
    zero(zero, "overlap_comm", o.gradients(), effects.gradientOverlap());
    zero(zero, "contiguous_gradients", true, Effects.NO_TERM);
    zero(zero, "reduce_scatter", true, Effects.NO_TERM);
    double width = n.gradientReduceBytes();
    if (stage() == 3) {
      stageThree(zero);
    } else if (o.bucketBytes() > 0) {
      long elements = Math.round(o.bucketBytes() / width);
      zero(zero, "reduce_bucket_size", elements, effects.bucket(BUCKET_ELEMENTS * width));
      zero(zero, "allgather_bucket_size", elements, Effects.NO_TERM);
    }
  }

  private void stageThree(Map<String, Object> zero) {
    long layer = layerParameters();
    zero(zero, "reduce_bucket_size", layer, Effects.NO_TERM);
    zero(
        zero,
        "stage3_prefetch_bucket_size",
        o.parameters() ? layer : 0,
        effects.overlap(Hidden.PARAMETERS));
    zero(zero, "stage3_max_live_parameters", 2 * layer, Effects.NO_TERM);
    zero(zero, "stage3_max_reuse_distance", layer, Effects.NO_TERM);
    if (p.shardGroup() > 0 && p.shardGroup() < p.dp() * p.cp()) {
      zero(zero, "mics_shard_size", p.shardGroup(), effects.shardGroup());
    }
  }

  /** Parameters of an average layer on one tensor-parallel rank. */
  private long layerParameters() {
    double all = 0;
    for (ParameterCount.PerLayer layer : plan.model().parameters().layers()) {
      double experts = (double) layer.experts() / (p.ep() * p.etp());
      all += layer.count() * ((double) layer.dense() / p.tp() + experts + layer.norms());
    }
    return Math.round(all / plan.model().layerCount());
  }

  private void split() {
    if (p.tp() > 1) {
      Map<String, Object> tensor = new LinkedHashMap<>();
      json.put("tensor_parallel", tensor);
      put(tensor, "tensor_parallel.autotp_size", p.tp(), Effects.LAYOUT);
      put(tensor, "tensor_parallel.tp_overlap_comm", o.tensor(), Effects.NO_TERM);
    }
    if (p.cp() > 1) {
      put(json, "sequence_parallel_size", p.cp(), Effects.LAYOUT);
    }
    if (p.ep() > 1) {
      Map<String, Object> experts = new LinkedHashMap<>();
      json.put("expert_parallel", experts);
      put(experts, "expert_parallel.enabled", true, Effects.LAYOUT);
      put(experts, "expert_parallel.autoep_size", p.ep(), Effects.LAYOUT);
    }
  }

  private void zero(Map<String, Object> zero, String key, Object value, String effect) {
    put(zero, "zero_optimization." + key, value, effect);
  }

  private void put(Map<String, Object> into, String path, Object value, String effect) {
    script.comment("", path + " = " + value);
    script.reason("", path, effect);
    into.put(path.substring(path.lastIndexOf('.') + 1), value);
  }

  private static String object(Map<?, ?> map, String indent) {
    String inner = indent + "  ";
    return map.entrySet().stream()
        .map(e -> inner + "\"" + e.getKey() + "\": " + value(e.getValue(), inner))
        .collect(Collectors.joining(",\n", "{\n", "\n" + indent + "}"));
  }

  private static String value(Object value, String indent) {
    return switch (value) {
      case Map<?, ?> map -> object(map, indent);
      case String s -> "\"" + s + "\"";
      default -> value.toString();
    };
  }
}
