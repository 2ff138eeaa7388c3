package io.busbar.plan.emit;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.HfConfig;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.Mixer;
import io.busbar.model.workload.ModelReading;
import io.busbar.model.workload.ModelSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A model in Megatron's arguments. Norms, biases and positions are found by reading candidates back
 * and comparing their parameters part by part, so that what is written is the planned model or
 * nothing. Stateless.
 */
final class MegatronModel {
  private static final int CHOICES = 6;
  private static final int MOST_PADDING = 128;

  private MegatronModel() {}

  /**
   * The model's settings with their values, empty for a flag; null when Megatron cannot say it.
   *
   * @param tp ranks that share the embedding, for its padding
   */
  static @Nullable Map<String, String> settings(ModelSpec model, int tp) {
    Map<String, String> base = dimensions(model);
    if (base == null) {
      return null;
    }
    for (int choice = 0; choice < 1 << CHOICES; choice++) {
      Map<String, String> candidate = choose(base, model, choice);
      if (isSame(model, candidate)) {
        padding(candidate, model.vocabulary(), tp);
        return candidate;
      }
    }
    return null;
  }

  private static @Nullable Map<String, String> dimensions(ModelSpec model) {
    Map<String, String> out = new LinkedHashMap<>();
    put(out, "num-layers", model.layerCount());
    put(out, "hidden-size", model.hidden());
    Mixer mixer = model.layers().getFirst().mixer();
    if (model.layers().stream().anyMatch(group -> !group.mixer().equals(mixer))
        || !mixer(mixer, model.hidden(), out)
        || !feedForward(model, out)) {
      return null;
    }
    if (!model.tiedEmbeddings()) {
      out.put("untie-embeddings-and-output-weights", "");
    }
    put(out, "vocab-size", model.vocabulary());
    if (model.multiTokenLayers() > 0) {
      put(out, "mtp-num-layers", model.multiTokenLayers());
    }
    return out;
  }

  private static void put(Map<String, String> into, String name, long value) {
    into.put(name, Long.toString(value));
  }

  private static boolean mixer(Mixer mixer, int hidden, Map<String, String> out) {
    switch (mixer) {
      case Mixer.Attention a -> {
        put(out, "num-attention-heads", a.heads());
        if (a.kvHeads() != a.heads()) {
          out.put("group-query-attention", "");
          put(out, "num-query-groups", a.kvHeads());
        }
        if (a.headDim() * a.heads() != hidden) {
          put(out, "kv-channels", a.headDim());
        }
        if (a.window() > 0) {
          out.put("window-size", (a.window() - 1) + ",0");
        }
        return true;
      }
      case Mixer.LatentAttention a -> {
        put(out, "num-attention-heads", a.heads());
        out.put("multi-latent-attention", "");
        if (a.queryRank() > 0) {
          put(out, "q-lora-rank", a.queryRank());
        }
        put(out, "kv-lora-rank", a.keyValueRank());
        put(out, "qk-head-dim", a.noPositionDim());
        put(out, "qk-pos-emb-head-dim", a.rotaryDim());
        put(out, "v-head-dim", a.valueDim());
        return true;
      }
      default -> {
        return false;
      }
    }
  }

  private static boolean feedForward(ModelSpec model, Map<String, String> out) {
    FeedForward.Dense dense = null;
    FeedForward.Experts experts = null;
    List<String> pattern = new ArrayList<>();
    for (LayerGroup group : model.layers()) {
      boolean sparse = group.feedForward() instanceof FeedForward.Experts;
      pattern.add("[" + (sparse ? 1 : 0) + "]*" + group.count());
      switch (group.feedForward()) {
        case FeedForward.Dense d -> dense = d;
        case FeedForward.Experts e -> experts = e;
        case FeedForward.None _ -> {
          return false;
        }
      }
    }
    if (dense != null) {
      put(out, "ffn-hidden-size", dense.width());
    }
    if (dense != null ? dense.gated() : experts != null && experts.gated()) {
      out.put("swiglu", "");
    }
    if (experts != null) {
      if (dense == null) {
        put(out, "ffn-hidden-size", experts.width());
      }
      put(out, "num-experts", experts.experts());
      put(out, "moe-router-topk", experts.active());
      if (experts.groups() > 1) {
        put(out, "moe-router-num-groups", experts.groups());
        put(out, "moe-router-group-topk", experts.groupsPerToken());
      }
      put(out, "moe-ffn-hidden-size", experts.width());
      if (experts.sharedWidth() > 0) {
        put(out, "moe-shared-expert-intermediate-size", experts.sharedWidth());
      }
      if (dense != null) {
        out.put("moe-layer-freq", "(" + String.join("+", pattern) + ")");
      }
    }
    return true;
  }

  /** One of the ways to choose norms, biases and positions; the usual ones come first. */
  private static Map<String, String> choose(Map<String, String> base, ModelSpec model, int choice) {
    Map<String, String> out = new LinkedHashMap<>(base);
    boolean layerNorm = (choice & 1) != 0;
    boolean bias = (choice & 2) != 0;
    boolean learned = (choice & 4) != 0;
    put(out, layerNorm ? "LayerNorm" : "RMSNorm", bias, learned);
    put(out, "qk-layernorm", (choice & 8) != 0);
    put(out, "add-qkv-bias", (choice & 16) != 0);
    put(out, "moe-router-enable-expert-bias", (choice & 32) != 0);
    if (model.maxSequence() > 0) {
      put(out, "max-position-embeddings", model.maxSequence());
    }
    return out;
  }

  private static void put(Map<String, String> into, String norm, boolean bias, boolean learned) {
    into.put("normalization", norm);
    put(into, "disable-bias-linear", !bias);
    into.put("position-embedding-type", learned ? "learned_absolute" : "rope");
  }

  private static void put(Map<String, String> into, String flag, boolean on) {
    if (on) {
      into.put(flag, "");
    }
  }

  private static boolean isSame(ModelSpec model, Map<String, String> candidate) {
    Position here = Position.of("megatron");
    Tree.Mapping config = new Tree.Mapping(here, Map.of());
    config = config.with("model_type", new Tree.Scalar(here, "megatron", true));
    for (Map.Entry<String, String> setting : candidate.entrySet()) {
      String value = setting.getValue().isEmpty() ? "true" : setting.getValue();
      config = config.with(setting.getKey().replace('-', '_'), new Tree.Scalar(here, value, false));
    }
    ModelReading reading = HfConfig.read(config, model.name(), "", new Problems());
    return reading != null
        && reading.model().layers().equals(model.layers())
        && reading.model().parameters().equals(model.parameters());
  }

  /** Rows of the embedding as Megatron pads it: a multiple of the ranks that share it. */
  static int paddedRows(int vocabulary, int tp) {
    return (vocabulary + tp - 1) / tp * tp;
  }

  /** The largest padding that adds no row beyond what the ranks need. */
  private static void padding(Map<String, String> out, int vocabulary, int tp) {
    int padding = MOST_PADDING;
    while (padding > 1 && paddedRows(vocabulary, tp) % (padding * tp) != 0) {
      padding /= 2;
    }
    if (padding < MOST_PADDING) {
      put(out, "make-vocab-size-divisible-by", padding);
    }
  }
}
