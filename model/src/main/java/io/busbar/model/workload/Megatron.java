package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_EXPERTS;
import static io.busbar.model.workload.ConfigFields.MAX_HEADS;
import static io.busbar.model.workload.ConfigFields.MAX_INNER;
import static io.busbar.model.workload.ConfigFields.MAX_LAYERS;
import static io.busbar.model.workload.ConfigFields.MAX_POSITIONS;
import static io.busbar.model.workload.ConfigFields.MAX_VOCABULARY;
import static io.busbar.model.workload.ConfigFields.MAX_WIDTH;

import java.util.List;
import java.util.Locale;

/**
 * A model in the words of Megatron's own arguments, with Megatron's defaults: LayerNorm, biases, a
 * plain feed-forward part four times as wide, learned positions and a tied output by default
 * otherwise. Stateless.
 */
final class Megatron implements Family {
  private static final int USUAL_WIDENING = 4;
  private static final int MAX_PREDICTION_LAYERS = 64;

  @Override
  public Assembly read(ConfigFields config) {
    if (config.flag("hybrid", false) || config.has("hybrid_override_pattern")) {
      config.problem(
          "hybrid_override_pattern", "a hybrid", "layers of one kind; name the model instead");
    }
    int h = config.count(MAX_WIDTH, "hidden_size");
    int layers = config.count(MAX_LAYERS, "num_layers");
    int vocabulary = config.count(MAX_VOCABULARY, "vocab_size");
    boolean tied = !config.flag("untie_embeddings_and_output_weights", false);
    boolean bias = !config.flag("disable_bias_linear", false);
    boolean layerNorm = !isRms(config);
    Part<? extends Mixer> mixer = mixer(config, h, bias);
    Part<FeedForward> dense = dense(config, h, bias);
    Part<FeedForward> sparse = config.has("num_experts") ? experts(config, h, bias) : dense;
    List<Boolean> pattern = ExpertPattern.read(config, layers);
    Counts norms = Counts.norms(2, h, layerNorm);
    int positions = config.amountOr(0, MAX_POSITIONS, "max_position_embeddings");
    Assembly model = new Assembly(h, vocabulary, tied).maxSequence(positions);
    for (int i = 0; i < layers; i++) {
      model.layer(Layer.of(mixer, pattern.get(i) ? sparse : dense, norms));
    }
    if (learned(config)) {
      model.embedding((long) positions * h);
    }
    int predicting = config.amountOr(0, MAX_PREDICTION_LAYERS, "mtp_num_layers");
    return model.multiToken(predicting).finalNorm(Counts.norms(1, h, layerNorm));
  }

  private static boolean isRms(ConfigFields config) {
    String norm = config.text("normalization");
    return norm != null && norm.toLowerCase(Locale.ROOT).startsWith("rms");
  }

  private static boolean learned(ConfigFields config) {
    String kind = config.text("position_embedding_type");
    boolean rotary =
        config.flag("use_rotary_position_embeddings", false)
            || config.flag("no_position_embedding", false);
    return kind == null ? !rotary : kind.startsWith("learned");
  }

  private static Part<? extends Mixer> mixer(ConfigFields config, int h, boolean bias) {
    int heads = config.count(MAX_HEADS, "num_attention_heads");
    if (config.flag("multi_latent_attention", false)) {
      // The defaults of Megatron's arguments.
      Mixer.LatentAttention latent =
          new Mixer.LatentAttention(
              heads,
              config.amountOr(0, MAX_WIDTH, "q_lora_rank"),
              config.countOr(32, MAX_WIDTH, "kv_lora_rank"),
              config.countOr(128, MAX_HEADS, "qk_head_dim"),
              config.countOr(64, MAX_HEADS, "qk_pos_emb_head_dim"),
              config.countOr(128, MAX_HEADS, "v_head_dim"));
      return new Part<>(latent, Counts.latent(h, latent, bias));
    }
    boolean grouped = config.flag("group_query_attention", config.has("num_query_groups"));
    int groups = grouped ? config.countOr(1, MAX_HEADS, "num_query_groups") : heads;
    config.requireAtMost("num_query_groups", groups, "num_attention_heads", heads);
    int width = config.countOr(0, MAX_WIDTH, "kv_channels");
    if (width == 0) {
      config.requireMultiple("hidden_size", h, "num_attention_heads", heads);
      width = Math.max(1, h / heads);
    }
    Mixer.Attention attention = new Mixer.Attention(heads, groups, width, window(config));
    boolean inputs = bias || config.flag("add_qkv_bias", false);
    Counts counts = Counts.attention(h, attention, inputs, bias);
    if (config.flag("qk_layernorm", false)) {
      counts = counts.plus(Counts.replicated(2L * width));
    }
    return new Part<>(attention, counts);
  }

  /** {@code 128,0}, {@code (128, 0)} or {@code 128}: positions to the left. */
  private static int window(ConfigFields config) {
    String text = config.text("window_size");
    String first = text == null ? "" : text.replaceAll("[(\\[\\]) ]", "").split(",")[0];
    return first.matches("\\d{1,9}") ? Integer.parseInt(first) + 1 : 0;
  }

  private static boolean gated(ConfigFields config) {
    return config.flag("swiglu", false);
  }

  private static Part<FeedForward> dense(ConfigFields config, int h, boolean bias) {
    int width =
        config.countOr(Math.min(MAX_INNER, USUAL_WIDENING * h), MAX_INNER, "ffn_hidden_size");
    FeedForward.Dense dense = new FeedForward.Dense(width, gated(config));
    return new Part<>(dense, Counts.dense(h, dense, bias));
  }

  private static Part<FeedForward> experts(ConfigFields config, int h, boolean bias) {
    int dense =
        config.countOr(Math.min(MAX_INNER, USUAL_WIDENING * h), MAX_INNER, "ffn_hidden_size");
    int experts = config.count(MAX_EXPERTS, "num_experts");
    int active = config.countOr(2, MAX_EXPERTS, "moe_router_topk");
    config.requireAtMost("moe_router_topk", active, "num_experts", experts);
    int groups = config.countOr(1, MAX_EXPERTS, "moe_router_num_groups");
    int perToken = config.countOr(groups, MAX_EXPERTS, "moe_router_group_topk");
    config.requireAtMost("moe_router_group_topk", perToken, "moe_router_num_groups", groups);
    FeedForward.Experts inner =
        new FeedForward.Experts(
            experts,
            active,
            config.countOr(dense, MAX_INNER, "moe_ffn_hidden_size"),
            config.amountOr(0, MAX_INNER, "moe_shared_expert_intermediate_size"),
            gated(config),
            groups,
            perToken);
    Counts counts = Counts.experts(h, inner, bias);
    boolean balanced = config.flag("moe_router_enable_expert_bias", false);
    return new Part<>(inner, balanced ? counts.plus(Counts.replicated(experts)) : counts);
  }
}
