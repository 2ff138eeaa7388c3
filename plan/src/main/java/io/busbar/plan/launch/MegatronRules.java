package io.busbar.plan.launch;

import io.busbar.base.problem.Position;
import io.busbar.base.report.Finding;
import io.busbar.formats.launch.Setting;
import io.busbar.plan.setting.SettingTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What follows from several settings of Megatron together, and what holds when nothing is said.
 * Source: megatron/training/arguments.py, validate_args. One per file.
 */
final class MegatronRules {
  private static final long USUAL_PADDING = 128;

  private final PlanKeys keys;
  private final SettingReader settings;
  private final List<Finding> findings;

  MegatronRules(PlanKeys keys, SettingReader settings, List<Finding> findings) {
    this.findings = findings;
    this.keys = keys;
    this.settings = settings;
  }

  void apply(SettingTable table) {
    precision();
    sharding();
    recompute();
    software();
    if (keys.has("model.num_layers")) {
      model();
    } else {
      keys.removeSection("model"); // a model without layers is said elsewhere
    }
    if (keys.has("batch.global_batch")) {
      keys.remove("batch.accumulation"); // DeepSpeed's count of the same
    }
    stages();
    for (Map.Entry<String, String> absent : table.absent().entrySet()) {
      keys.absent(absent.getKey(), absent.getValue());
    }
    experts();
    sequenceParallel();
    bucket();
    overlap();
  }

  private void precision() {
    Setting format = settings.first("fp8-format", "fp8", "fp8-hybrid", "fp8-e4m3");
    String recipe = keys.text("precision.recipe");
    keys.remove("precision.recipe");
    if (format != null && recipe != null && "fp8".equals(keys.text("precision.compute"))) {
      keys.replace("precision.compute", recipe, format.at());
    }
    if (!keys.has("precision.gradients")) {
      String compute = keys.text("precision.compute");
      boolean half = "fp16".equals(compute);
      keys.absent("precision.gradients", half ? "fp16" : "fp32");
    }
    Setting first = settings.get("exp-avg-dtype");
    if (first != null
        && !settings.on("use-precision-aware-optimizer")
        && settings.get("use-precision-aware-optimizer") != null) {
      keys.remove("precision.optimizer");
    }
  }

  private void sharding() {
    boolean fsdp = settings.on("use-megatron-fsdp") || settings.on("use-custom-fsdp");
    Setting strategy = settings.get("data-parallel-sharding-strategy");
    if (fsdp && strategy == null) {
      keys.replace("parallelism.sharding", "none", at("use-megatron-fsdp", "use-custom-fsdp"));
    } else if (!fsdp && strategy != null) {
      boolean optimizer = settings.on("use-distributed-optimizer");
      keys.replace("parallelism.sharding", optimizer ? "optimizer" : "none", strategy.at());
    }
    Setting groups = settings.get("num-distributed-optimizer-instances");
    if (groups != null) {
      keys.replace("instances", groups.value(), groups.at());
    }
  }

  private Position at(String... names) {
    Setting setting = settings.first(names);
    return setting == null ? keys.at("") : setting.at();
  }

  private void recompute() {
    Setting granularity =
        settings.first("recompute-granularity", "activations-checkpoint-granularity");
    boolean older = settings.on("checkpoint-activations");
    String kind =
        granularity != null
            ? granularity.value().toLowerCase(Locale.ROOT)
            : older ? "full" : settings.on("recompute-activations") ? "selective" : "";
    if (kind.equals("selective")) {
      Setting modules = settings.get("recompute-modules");
      boolean more =
          modules != null
              && (modules.value().contains("norm")
                  || modules.value().contains("act")
                  || modules.value().contains("mlp")
                  || modules.value().contains("moe"));
      keys.replace(
          "recompute",
          more ? "modules" : "selective",
          at("recompute-granularity", "recompute-activations"));
    } else if (kind.equals("full")) {
      keys.replace(
          "recompute",
          "full",
          at(
              "recompute-granularity",
              "activations-checkpoint-granularity",
              "checkpoint-activations"));
      share();
    }
  }

  /** {@code block} repeats the first layers of a chunk only. */
  private void share() {
    Setting method = settings.first("recompute-method", "activations-checkpoint-method");
    Setting count = settings.first("recompute-num-layers", "activations-checkpoint-num-layers");
    long layers = keys.number("model.num_layers", 0);
    if (method == null || !method.value().equals("block") || count == null || layers == 0) {
      return;
    }
    double perChunk =
        (double) layers
            / (keys.number("parallelism.pp", 1)
                * Math.max(1, keys.number("parallelism.virtual_stages", 1)));
    if (count.value().matches("\\d{1,6}")) {
      double share = Math.min(1, Integer.parseInt(count.value()) / perChunk);
      keys.replace(
          "recompute_share", String.format(Locale.ROOT, "%.6f%%", 100 * share), count.at());
    }
  }

  private void software() {
    Setting backend = settings.get("attention-backend");
    if (backend != null && backend.value().toLowerCase(Locale.ROOT).matches("unfused|local")) {
      keys.replace("software.attention", "unfused", backend.at());
    } else {
      keys.remove("software.attention"); // the newest fused kernel of the GPU is the plan's default
    }
    if (settings.on("moe-grouped-gemm") || settings.on("moe-permute-fusion")) {
      keys.replace("software.fused_experts", "true", at("moe-grouped-gemm", "moe-permute-fusion"));
    }
  }

  private void model() {
    keys.absent("model.model_type", "megatron");
    if (keys.has("model.padded_vocab_size")) {
      keys.replace(
          "model.vocab_size",
          String.valueOf(keys.text("model.padded_vocab_size")),
          keys.at("model.padded_vocab_size"));
      keys.remove("model.padded_vocab_size");
      keys.remove("model.make_vocab_size_divisible_by");
      return;
    }
    Tokenizers.vocabulary(keys, settings, findings);
    long vocabulary = keys.number("model.vocab_size", 0);
    long multiple =
        keys.number("model.make_vocab_size_divisible_by", USUAL_PADDING)
            * Math.max(1, keys.number("parallelism.tp", 1));
    keys.remove("model.make_vocab_size_divisible_by");
    if (vocabulary > 0 && multiple > 0) {
      long padded = (vocabulary + multiple - 1) / multiple * multiple;
      keys.replace("model.vocab_size", Long.toString(padded), keys.at("model.vocab_size"));
    }
  }

  private void stages() {
    Setting perStage = settings.get("num-layers-per-virtual-pipeline-stage");
    long layers = keys.number("model.num_layers", 0);
    long pp = keys.number("parallelism.pp", 1);
    if (perStage != null && layers > 0 && pp > 1 && perStage.value().matches("\\d{1,5}")) {
      long each = Math.max(1, Long.parseLong(perStage.value()));
      long virtual = layers / pp / each;
      if (virtual > 1) {
        keys.replace("parallelism.virtual_stages", Long.toString(virtual), perStage.at());
      }
    }
    if (keys.number("parallelism.virtual_stages", 1) <= 1) {
      keys.remove("parallelism.virtual_stages");
    }
  }

  /** Left out, an expert is split as the layers are. */
  private void experts() {
    boolean experts =
        keys.number("model.num_experts", 0) > 0 || keys.number("parallelism.ep", 1) > 1;
    if (experts && !keys.has("parallelism.etp")) {
      keys.absent("parallelism.etp", String.valueOf(keys.text("parallelism.tp")));
    }
    if (!experts) {
      keys.remove("parallelism.ep");
      keys.remove("parallelism.etp");
      keys.remove("software.fused_experts");
      keys.remove("overlap.experts");
    }
  }

  private void sequenceParallel() {
    if (keys.number("parallelism.tp", 1) <= 1) {
      keys.remove("parallelism.sequence_parallel"); // switched off silently
      keys.remove("overlap.tensor");
    } else {
      keys.absent("parallelism.sequence_parallel", "false");
    }
  }

  /** A bucket is counted in elements; it travels in the width of the gradients. */
  private void bucket() {
    Setting size = settings.get("ddp-bucket-size");
    boolean waits = !"true".equals(keys.text("overlap.gradients"));
    boolean fsdp = "parameters".equals(keys.text("parallelism.sharding"));
    if (waits || fsdp || size == null || !size.value().matches("\\d{1,12}")) {
      return;
    }
    String width = String.valueOf(keys.text("precision.gradients"));
    long bytes = width.equals("fp32") ? 4 : 2;
    keys.replace("overlap.bucket", Long.parseLong(size.value()) * bytes + " B", size.at());
  }

  private void overlap() {
    if (!keys.has("parallelism.virtual_stages")) {
      keys.remove("overlap.pipeline");
    }
    if ("none".equals(keys.text("parallelism.sharding"))) {
      keys.remove("overlap.parameters");
    }
    if (keys.number("parallelism.cp", 1) <= 1) {
      keys.remove("parallelism.context");
    }
    if (keys.number("parallelism.pp", 1) <= 1) {
      keys.remove("parallelism.order");
    }
  }
}
