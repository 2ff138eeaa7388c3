package io.busbar.plan.launch;

import io.busbar.base.problem.Position;
import io.busbar.formats.launch.Launch;
import io.busbar.formats.launch.Setting;
import io.busbar.plan.setting.SettingTable;
import java.util.Locale;
import java.util.Map;

/**
 * What follows from several settings of DeepSpeed, torchtitan and Hugging Face's Trainer together.
 * One per file.
 */
final class SimpleRules {
  private final PlanKeys keys;
  private final SettingReader settings;
  private final long gpus;

  SimpleRules(Launch launch, PlanKeys keys, SettingReader settings) {
    this.keys = keys;
    this.settings = settings;
    this.gpus = launch.world().total();
  }

  void apply(SettingTable table, boolean titan) {
    if (titan) {
      titan();
    } else {
      trainer();
    }
    for (Map.Entry<String, String> absent : table.absent().entrySet()) {
      keys.absent(absent.getKey(), absent.getValue());
    }
    if (!titan) {
      keys.absent("parallelism.tp", "1");
      keys.absent("parallelism.pp", "1");
      batch();
    }
    if (keys.number("parallelism.pp", 1) <= 1) {
      keys.remove("parallelism.schedule");
    }
    if (keys.number("parallelism.tp", 1) <= 1) {
      keys.remove("overlap.tensor");
    } else if (titan) {
      keys.absent("parallelism.sequence_parallel", "true");
    } else {
      keys.absent("parallelism.sequence_parallel", "false");
    }
    if (keys.number("parallelism.cp", 1) <= 1) {
      keys.remove("parallelism.context");
    } else if (!titan) {
      keys.absent("parallelism.context", "all-to-all");
    }
  }

  /** {@code train_batch_size} = micro-batch × accumulation × ranks: any two give the third. */
  private void batch() {
    if (keys.has("batch.global_batch")) {
      boolean both = keys.has("batch.accumulation");
      if (both && gpus > 0 && keys.has("batch.micro_batch")) {
        long ranks =
            gpus / Math.max(1, keys.number("parallelism.tp", 1) * keys.number("parallelism.cp", 1));
        long product =
            keys.number("batch.micro_batch", 1) * keys.number("batch.accumulation", 1) * ranks;
        if (product != keys.number("batch.global_batch", product)) {
          return; // the plan's own check refuses two that are given
        }
      }
      keys.remove("batch.accumulation");
      return;
    }
    keys.absent("batch.micro_batch", "1");
    keys.absent("batch.accumulation", "1");
  }

  private void trainer() {
    boolean again =
        settings.on("gradient_checkpointing")
            || settings.on("fsdp_activation_checkpointing")
            || settings.on("activation_checkpointing");
    Setting checkpointing =
        settings.first(
            "gradient_checkpointing", "fsdp_activation_checkpointing", "activation_checkpointing");
    if (checkpointing != null) {
      keys.replace("recompute", again ? "full" : "none", checkpointing.at());
    }
    Setting fsdp = settings.get("fsdp");
    if (fsdp != null && !keys.has("parallelism.sharding")) {
      String how = fsdp.value().toLowerCase(Locale.ROOT);
      String sharding =
          how.contains("grad_op")
              ? "gradients"
              : how.contains("shard") || how.equals("true") ? "parameters" : "none";
      keys.replace("parallelism.sharding", sharding, fsdp.at());
    }
    Setting type = settings.get("distributed_type");
    if (type != null && !keys.has("parallelism.sharding")) {
      keys.replace(
          "parallelism.sharding", type.value().equals("FSDP") ? "parameters" : "none", type.at());
    }
    keys.absent("parallelism.sharding", "none");
    Setting attention = settings.first("attn_implementation", "attn_impl", "flash_attn");
    if (attention != null
        && attention.value().toLowerCase(Locale.ROOT).matches("eager|disabled|false")) {
      keys.replace("software.attention", "unfused", attention.at());
    }
  }

  private void titan() {
    String family = value("model.name");
    String flavor = value("model.flavor");
    if (!family.isEmpty() && !flavor.isEmpty()) {
      keys.replace("model", family + "-" + flavor.toLowerCase(Locale.ROOT), at("model.flavor"));
    }
    Setting mode = settings.get("activation_checkpoint.mode");
    if (mode != null) {
      String option = value("activation_checkpoint.selective_ac_option");
      String recompute = mode.value();
      if (recompute.equals("selective")) {
        boolean layers = option.matches("\\d{1,3}");
        recompute = layers ? "full" : "per-operation";
        if (layers) {
          double share = 100.0 / Math.max(1, Integer.parseInt(option));
          keys.replace(
              "recompute_share",
              String.format(Locale.ROOT, "%.4f%%", share),
              at("activation_checkpoint.selective_ac_option"));
        }
      }
      keys.replace("recompute", recompute, mode.at());
    }
    String recipe = value("float8.recipe_name") + value("quantize.linear.float8.recipe_name");
    if (value("model.converters").contains("float8")) {
      keys.replace(
          "precision.compute",
          recipe.contains("rowwise") ? "fp8-rowwise" : "fp8",
          at("model.converters"));
    }
    boolean compiled =
        settings.on("training.compile") || settings.on("compile.enable") || settings.on("compile");
    keys.replace("software.stack", compiled ? "fsdp-compiled" : "fsdp", keys.at("model"));
    titanBatch();
  }

  private void titanBatch() {
    long shard =
        settings.number(
            "parallelism.data_parallel_shard_degree",
            settings.number("training.data_parallel_shard_degree", -1));
    long replicas =
        settings.number(
            "parallelism.data_parallel_replicate_degree",
            settings.number("training.data_parallel_replicate_degree", 1));
    long split =
        keys.number("parallelism.tp", 1)
            * keys.number("parallelism.pp", 1)
            * keys.number("parallelism.cp", 1);
    if (shard == 1 || (shard < 0 && gpus > 0 && gpus == replicas * split)) {
      keys.replace("parallelism.sharding", "none", keys.at(""));
    } else if (replicas > 1 && shard > 1) {
      keys.replace(
          "parallelism.shard_group",
          Long.toString(shard * keys.number("parallelism.cp", 1)),
          keys.at(""));
    } else if (replicas > 1 && gpus > 0) {
      keys.replace(
          "parallelism.shard_group",
          Long.toString(gpus / split / replicas * keys.number("parallelism.cp", 1)),
          keys.at(""));
    }
    long local =
        settings.number("training.local_batch_size", settings.number("training.batch_size", 1));
    boolean stages = keys.number("parallelism.pp", 1) > 1;
    if (!stages) {
      keys.absent("batch.micro_batch", Long.toString(local));
      if (!keys.has("batch.global_batch")) {
        keys.absent("batch.accumulation", "1");
      }
    } else {
      keys.absent("batch.micro_batch", "1");
      long micro = Math.max(1, keys.number("batch.micro_batch", 1));
      if (!keys.has("batch.global_batch")) {
        keys.absent("batch.accumulation", Long.toString(Math.max(1, local / micro)));
      }
    }
  }

  private String value(String name) {
    Setting setting = settings.get(name);
    return setting == null ? "" : setting.value();
  }

  private Position at(String name) {
    Setting setting = settings.get(name);
    return setting == null ? keys.at("") : setting.at();
  }
}
