package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_EXPERTS;
import static io.busbar.model.workload.ConfigFields.MAX_INNER;
import static io.busbar.model.workload.ConfigFields.MAX_LAYERS;

import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/** How families write the feed-forward part of their layers. Stateless. */
final class FeedForwards {
  private static final String[] ACTIVE = {
    "num_experts_per_tok", "experts_per_token", "moe_topk", "moe_k"
  };
  private static final String EXPERT_WIDTH = "moe_intermediate_size";
  private static final String WIDTH = "intermediate_size";
  private static final String[] EXPERTS = {
    "num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts"
  };

  private FeedForwards() {}

  /** Reads the feed-forward part of every layer, counted from 0. */
  interface Rule {
    IntFunction<Part<FeedForward>> read(ConfigFields config, int hidden, int layers);
  }

  /** One network of {@code intermediate_size}, with {@code mlp_bias}. */
  static Rule dense(boolean gated) {
    return (config, hidden, layers) -> {
      Part<FeedForward> part = densePart(config, hidden, WIDTH, gated);
      return layer -> part;
    };
  }

  /** Experts in every layer, of {@code intermediate_size}. */
  static IntFunction<Part<FeedForward>> mixtral(ConfigFields config, int hidden, int layers) {
    Part<FeedForward> part = part(hidden, experts(config, WIDTH, 0), false);
    return layer -> part;
  }

  /** As {@link #mixtral}, with biases in experts and router. */
  static IntFunction<Part<FeedForward>> gptOss(ConfigFields config, int hidden, int layers) {
    FeedForward.Experts experts = experts(config, WIDTH, 0);
    Part<FeedForward> part = part(hidden, experts, true).plus(Counts.replicated(experts.experts()));
    return layer -> part;
  }

  /**
   * Experts but in {@code mlp_only_layers} and between {@code decoder_sparse_step}s; a shared
   * expert of {@code shared_expert_intermediate_size} has a gate of width h.
   */
  static IntFunction<Part<FeedForward>> qwen(ConfigFields config, int hidden, int layers) {
    int shared = config.amountOr(0, MAX_INNER, "shared_expert_intermediate_size");
    Counts gate = shared > 0 ? Counts.replicated(hidden) : Counts.NONE;
    Part<FeedForward> sparse =
        part(hidden, experts(config, EXPERT_WIDTH, shared), false).plus(gate);
    Set<Integer> denseLayers = new HashSet<>(config.indices("mlp_only_layers"));
    int step = config.countOr(1, MAX_LAYERS, "decoder_sparse_step");
    return mix(
        config,
        hidden,
        layers,
        sparse,
        WIDTH,
        layer -> !denseLayers.contains(layer) && (layer + 1) % step == 0);
  }

  /** {@link #qwen} for the first Qwen MoE, whose shared expert may go without saying. */
  static IntFunction<Part<FeedForward>> qwen2(ConfigFields config, int hidden, int layers) {
    config.count(MAX_INNER, "shared_expert_intermediate_size");
    return qwen(config, hidden, layers);
  }

  /**
   * Dense layers up to {@code first_k_dense_replace}, then experts in every {@code
   * moe_layer_freq}th layer, with {@code n_shared_experts}. A router that balances without a loss
   * ({@code noaux_tc}) has one more parameter per expert.
   */
  static Rule deepseek(boolean biasedRouter) {
    return (config, hidden, layers) -> {
      int width = config.countOr(1, MAX_INNER, config.pick(EXPERT_WIDTH, WIDTH));
      int shared = config.amountOr(0, MAX_EXPERTS, "n_shared_experts", "num_shared_experts");
      int sharedWidth = (int) Math.min(MAX_INNER, (long) width * shared);
      FeedForward.Experts experts = experts(config, config.pick(EXPERT_WIDTH, WIDTH), sharedWidth);
      String method = config.text("topk_method");
      boolean bias = method == null ? biasedRouter : method.equals("noaux_tc");
      Part<FeedForward> sparse =
          part(hidden, experts, false)
              .plus(bias ? Counts.replicated(experts.experts()) : Counts.NONE);
      int first = config.amountOr(0, MAX_LAYERS, "first_k_dense_replace");
      int every = config.countOr(1, MAX_LAYERS, "moe_layer_freq");
      return mix(
          config, hidden, layers, sparse, WIDTH, layer -> layer >= first && layer % every == 0);
    };
  }

  /**
   * Experts in every {@code interleave_moe_layer_step}th layer (or {@code moe_layers}) with a
   * shared one of the same width; the others have {@code intermediate_size_mlp}.
   */
  static IntFunction<Part<FeedForward>> llama4(ConfigFields config, int hidden, int layers) {
    int shared = config.countOr(1, MAX_INNER, WIDTH);
    Part<FeedForward> sparse = part(hidden, experts(config, WIDTH, shared), false);
    Set<Integer> listed = new HashSet<>(config.indices("moe_layers"));
    int step = config.countOr(1, MAX_LAYERS, "interleave_moe_layer_step");
    return mix(
        config,
        hidden,
        layers,
        sparse,
        "intermediate_size_mlp",
        layer -> listed.isEmpty() ? (layer + 1) % step == 0 : listed.contains(layer));
  }

  /**
   * Experts from {@code moe_layer_start_index} to {@code moe_layer_end_index} in every {@code
   * moe_layer_interval}th layer, each with a bias that balances the load; {@code
   * moe_num_shared_experts} beside them. Source: ERNIE 4.5 configuration.
   */
  static IntFunction<Part<FeedForward>> ernie(ConfigFields config, int hidden, int layers) {
    int width = config.countOr(1, MAX_INNER, EXPERT_WIDTH);
    int shared = config.amountOr(0, MAX_EXPERTS, "moe_num_shared_experts");
    FeedForward.Experts experts =
        experts(config, EXPERT_WIDTH, (int) Math.min(MAX_INNER, (long) width * shared));
    Part<FeedForward> sparse =
        part(hidden, experts, false).plus(Counts.replicated(experts.experts()));
    int first = config.amountOr(0, MAX_LAYERS, "moe_layer_start_index");
    int last = config.amountOr(layers - 1, MAX_LAYERS, "moe_layer_end_index");
    int every = config.countOr(1, MAX_LAYERS, "moe_layer_interval");
    return mix(
        config,
        hidden,
        layers,
        sparse,
        WIDTH,
        layer -> layer >= first && layer <= last && (layer + 1) % every == 0);
  }

  /**
   * Experts in every layer, whose number per token, width and shared ones may be lists with an
   * entry per layer. Source: Hunyuan configuration.
   */
  static IntFunction<Part<FeedForward>> hunyuan(ConfigFields config, int hidden, int layers) {
    PerLayer active = PerLayer.read(config, "moe_topk", layers, 1);
    PerLayer width =
        PerLayer.read(config, EXPERT_WIDTH, layers, config.countOr(1, MAX_INNER, WIDTH));
    PerLayer shared = PerLayer.read(config, "num_shared_expert", layers, 0);
    int experts = config.count(MAX_EXPERTS, "num_experts");
    return layer -> {
      long together = (long) shared.at(layer) * width.at(layer);
      FeedForward.Experts inner =
          new FeedForward.Experts(
              experts,
              Math.min(experts, active.at(layer)),
              width.at(layer),
              (int) Math.min(MAX_INNER, together),
              true);
      return part(hidden, inner, false);
    };
  }

  /** Experts of {@code intermediate_size} beside a shared part, both in every layer. */
  static IntFunction<Part<FeedForward>> granite(ConfigFields config, int hidden, int layers) {
    int shared = config.amountOr(0, MAX_INNER, "shared_intermediate_size");
    if (config.amountOr(0, MAX_EXPERTS, "num_local_experts") == 0) {
      FeedForward.Dense dense = new FeedForward.Dense(Math.max(1, shared), true);
      Part<FeedForward> plain = new Part<>(dense, Counts.dense(hidden, dense, false));
      return layer -> plain;
    }
    Part<FeedForward> sparse = part(hidden, experts(config, WIDTH, shared), false);
    return layer -> sparse;
  }

  /** Experts in every {@code expert_layer_period}th layer; the others are dense. */
  static IntFunction<Part<FeedForward>> jamba(ConfigFields config, int hidden, int layers) {
    Part<FeedForward> sparse = part(hidden, experts(config, WIDTH, 0), false);
    int period = config.countOr(2, MAX_LAYERS, "expert_layer_period");
    int offset = config.amountOr(1, MAX_LAYERS, "expert_layer_offset");
    return mix(config, hidden, layers, sparse, WIDTH, layer -> layer % period == offset);
  }

  /** As {@link #mixtral}, with a bias per expert that balances the load. */
  static IntFunction<Part<FeedForward>> balanced(ConfigFields config, int hidden, int layers) {
    FeedForward.Experts experts = experts(config, WIDTH, 0);
    Part<FeedForward> part =
        part(hidden, experts, false).plus(Counts.replicated(experts.experts()));
    return layer -> part;
  }

  /** Whether the configuration speaks of routed experts. */
  static boolean hasExperts(ConfigFields config) {
    return config.has(config.pick(EXPERTS));
  }

  private static IntFunction<Part<FeedForward>> mix(
      ConfigFields config,
      int hidden,
      int layers,
      Part<FeedForward> sparse,
      String denseWidth,
      IntPredicate isSparse) {
    boolean anyDense = false;
    for (int layer = 0; layer < layers; layer++) {
      anyDense |= !isSparse.test(layer);
    }
    // A model without dense layers need not say how wide they would be.
    Part<FeedForward> dense = anyDense ? densePart(config, hidden, denseWidth, true) : sparse;
    return layer -> isSparse.test(layer) ? sparse : dense;
  }

  private static Part<FeedForward> densePart(
      ConfigFields config, int hidden, String width, boolean gated) {
    FeedForward.Dense dense = new FeedForward.Dense(config.count(MAX_INNER, width), gated);
    return new Part<>(dense, Counts.dense(hidden, dense, config.flag("mlp_bias", false)));
  }

  /** Gated experts whose inner width stands in the field {@code width}. */
  static FeedForward.Experts experts(ConfigFields config, String width, int sharedWidth) {
    String name = config.pick(EXPERTS);
    int experts = config.count(MAX_EXPERTS, name);
    int active = config.count(MAX_EXPERTS, ACTIVE);
    config.requireAtMost(config.pick(ACTIVE), active, name, experts);
    int groups = config.countOr(1, MAX_EXPERTS, "n_group");
    int perToken = config.countOr(groups, MAX_EXPERTS, "topk_group");
    return new FeedForward.Experts(
        experts,
        active,
        config.count(MAX_INNER, width),
        sharedWidth,
        true,
        groups,
        Math.min(groups, perToken));
  }

  private static Part<FeedForward> part(int hidden, FeedForward.Experts experts, boolean bias) {
    return new Part<>(experts, Counts.experts(hidden, experts, bias));
  }
}
