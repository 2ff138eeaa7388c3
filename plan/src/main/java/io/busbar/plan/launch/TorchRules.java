package io.busbar.plan.launch;

import io.busbar.base.problem.Position;
import io.busbar.formats.launch.Setting;
import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.Parallelism;
import io.busbar.plan.setting.SettingTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What calls and arguments of PyTorch mean together: the dimensions of a device mesh, what {@code
 * fully_shard}, FSDP and DDP share, and what is recomputed and overlapped. Sources: PyTorch
 * torch/distributed/device_mesh.py, torch/distributed/fsdp, torch/nn/parallel/distributed.py. One
 * per file.
 */
final class TorchRules {
  private static final long MIB = 1 << 20;
  private static final double FP32_BYTES = 4;

  /**
   * Names that programs give the dimensions of their meshes, beside those of PyTorch's examples.
   */
  private static final Map<String, GroupAxis> AXES =
      Map.ofEntries(
          Map.entry("tp", GroupAxis.TP),
          Map.entry("tensor", GroupAxis.TP),
          Map.entry("model", GroupAxis.TP),
          Map.entry("pp", GroupAxis.PP),
          Map.entry("pipe", GroupAxis.PP),
          Map.entry("pipeline", GroupAxis.PP),
          Map.entry("cp", GroupAxis.CP),
          Map.entry("context", GroupAxis.CP),
          Map.entry("sp", GroupAxis.CP),
          Map.entry("ep", GroupAxis.EP),
          Map.entry("expert", GroupAxis.EP),
          Map.entry("dp", GroupAxis.DP),
          Map.entry("data", GroupAxis.DP),
          Map.entry("fsdp", GroupAxis.DP),
          Map.entry("shard", GroupAxis.DP),
          Map.entry("dp_shard", GroupAxis.DP),
          Map.entry("ddp", GroupAxis.DP),
          Map.entry("replicate", GroupAxis.DP),
          Map.entry("dp_replicate", GroupAxis.DP));

  /** Dimensions along which whole copies stand. */
  private static final List<String> COPIES = List.of("replicate", "dp_replicate", "ddp");

  private final PlanKeys keys;
  private final SettingReader settings;
  private final Map<GroupAxis, Long> sizes = new EnumMap<>(GroupAxis.class);
  private long copies = 1;

  TorchRules(PlanKeys keys, SettingReader settings) {
    this.keys = keys;
    this.settings = settings;
  }

  void apply(SettingTable table) {
    mesh();
    sharding();
    recompute();
    buckets();
    keys.replace(
        "software.stack",
        given("compile") ? "fsdp-compiled" : "fsdp",
        at("compile", "fully_shard"));
    table.absent().forEach(keys::absent);
    keys.absent("precision.compute", "fp32");
    overlap();
    if (keys.number("parallelism.pp", 1) <= 1) {
      keys.remove("parallelism.schedule");
      keys.remove("parallelism.virtual_stages");
    } else if ("zb-v".equals(keys.text("parallelism.schedule"))
        || "dual-pipe".equals(keys.text("parallelism.schedule"))) {
      keys.remove("parallelism.virtual_stages"); // the V has two
    }
  }

  /** The sizes of the dimensions, and their order where it is not the usual one. */
  private void mesh() {
    Setting names = settings.get("mesh_dim_names");
    Setting shape = settings.get("mesh_shape");
    if (names == null || shape == null || names.values().size() != shape.values().size()) {
      return;
    }
    List<GroupAxis> outwards = new ArrayList<>();
    for (int i = names.values().size() - 1; i >= 0; i--) {
      String name = names.values().get(i).toLowerCase(Locale.ROOT);
      GroupAxis axis = AXES.get(name);
      String size = shape.values().get(i);
      if (axis == null || !size.matches("[1-9]\\d{0,6}")) {
        continue;
      }
      sizes.merge(axis, Long.parseLong(size), (a, b) -> a * b);
      copies *= COPIES.contains(name) ? Long.parseLong(size) : 1;
      if (!outwards.contains(axis)) {
        outwards.add(axis);
      }
    }
    sizes.forEach(
        (axis, size) -> keys.replace("parallelism." + word(axis), Long.toString(size), shape.at()));
    order(outwards, names.at());
  }

  private void order(List<GroupAxis> outwards, Position at) {
    List<GroupAxis> usual = new ArrayList<>(Parallelism.DEFAULT_ORDER);
    usual.retainAll(outwards);
    if (!usual.equals(outwards)) {
      keys.replace(
          "parallelism.order",
          whole(outwards).stream().map(TorchRules::word).collect(Collectors.joining(",")),
          at);
    }
  }

  /** With the axes that are not split, each behind the one that it usually follows. */
  private static List<GroupAxis> whole(List<GroupAxis> outwards) {
    List<GroupAxis> all = new ArrayList<>(outwards);
    for (int i = 0; i < Parallelism.DEFAULT_ORDER.size(); i++) {
      GroupAxis axis = Parallelism.DEFAULT_ORDER.get(i);
      if (!all.contains(axis)) {
        all.add(i == 0 ? 0 : all.indexOf(Parallelism.DEFAULT_ORDER.get(i - 1)) + 1, axis);
      }
    }
    return all;
  }

  private static String word(GroupAxis axis) {
    return axis.name().toLowerCase(Locale.ROOT);
  }

  private void sharding() {
    Setting fully = settings.get("fully_shard");
    Setting wrapped = settings.get("FullyShardedDataParallel");
    Setting zero = settings.get("ZeroRedundancyOptimizer");
    Setting replicated = settings.get("DistributedDataParallel");
    if (fully != null) {
      boolean kept = "False".equals(value("reshard_after_forward"));
      keys.replace("parallelism.sharding", kept ? "gradients" : "parameters", fully.at());
    } else if (wrapped != null && !keys.has("parallelism.sharding")) {
      keys.replace("parallelism.sharding", "parameters", wrapped.at());
    } else if (zero != null) {
      keys.replace("parallelism.sharding", "optimizer", zero.at());
    } else if (replicated != null) {
      keys.replace("parallelism.sharding", "none", replicated.at());
    }
    long shard = sizes.getOrDefault(GroupAxis.DP, 1L) / copies;
    if ((fully != null || wrapped != null) && copies > 1) {
      long group = shard * sizes.getOrDefault(GroupAxis.CP, 1L);
      keys.replace("parallelism.shard_group", Long.toString(group), at("mesh_shape", ""));
    }
  }

  private void recompute() {
    for (String call : List.of("checkpoint_wrapper", "apply_activation_checkpointing")) {
      Setting wrapper = settings.get(call);
      if (wrapper != null) {
        keys.replace("recompute", "full", wrapper.at());
        share();
        return;
      }
    }
    keys.remove("recompute_share");
  }

  /** A program counts a share as a part of one, a plan in percent. */
  private void share() {
    Setting share = settings.get("RECOMPUTED_SHARE");
    if (share != null && share.value().matches("0?\\.\\d{1,12}|1(?:\\.0)?")) {
      double percent = 100 * Double.parseDouble(share.value());
      String written = String.format(Locale.ROOT, "%.4f%%", percent);
      keys.replace("recompute_share", written, share.at());
    } else {
      keys.remove("recompute_share");
    }
  }

  /** Buckets are counted before any compression; the plan counts what travels. */
  private void buckets() {
    Setting compressed = settings.first("bf16_compress_hook", "fp16_compress_hook");
    double wire = 1;
    if (compressed != null) {
      String width = compressed.name().startsWith("bf16") ? "bf16" : "fp16";
      keys.replace("precision.gradient_reduce", width, compressed.at());
      wire = 2 / FP32_BYTES;
    }
    Setting bucket = settings.get("bucket_cap_mb");
    if (bucket != null && bucket.value().matches("[1-9]\\d{0,6}")) {
      long bytes = Math.round(Long.parseLong(bucket.value()) * MIB * wire);
      keys.replace("overlap.bucket", bytes + "B", bucket.at());
    }
  }

  private void overlap() {
    if (keys.number("parallelism.tp", 1) > 1) {
      keys.absent("parallelism.sequence_parallel", "true");
      keys.absent("overlap.tensor", settings.on("_micro_pipeline_tp") ? "true" : "false");
    }
    if (keys.number("parallelism.cp", 1) > 1) {
      keys.absent("parallelism.context", "all-gather");
    } else {
      keys.remove("parallelism.context");
    }
  }

  private boolean given(String name) {
    return settings.get(name) != null;
  }

  private @Nullable String value(String name) {
    Setting setting = settings.get(name);
    return setting == null ? null : setting.value();
  }

  private Position at(String name, String other) {
    Setting setting = settings.first(name, other);
    return setting == null ? keys.at("") : setting.at();
  }
}
