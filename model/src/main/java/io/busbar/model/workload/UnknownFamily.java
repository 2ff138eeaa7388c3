package io.busbar.model.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decoder of a {@code model_type} that is not in the table: read as the nearest family whose
 * fields it has. Stateless.
 */
final class UnknownFamily {
  private static final Family LLAMA_LIKE = new Decoder();
  private static final Family EXPERTS = new Decoder().feedForward(FeedForwards.deepseek(false));
  private static final Family LATENT = new Deepseek(FeedForwards.dense(true));
  private static final Family LATENT_EXPERTS = new Deepseek(FeedForwards.deepseek(false));

  /** Fields of layers that no attention formula counts; none of the families above has them. */
  private static final List<String> RECURRENT =
      List.of(
          "hybrid_override_pattern",
          "layers_block_type",
          "attn_layer_period",
          "mamba_d_state",
          "mamba_num_heads",
          "ssm_state_size",
          "ssm_cfg",
          "linear_num_key_heads",
          "lru_width",
          "rwkv_version");

  private static final String LATENT_FIELD = "kv_lora_rank";

  private UnknownFamily() {}

  /** The field that says the model mixes positions in a way that is not read, or null. */
  static @Nullable String recurrentField(ConfigFields config) {
    return RECURRENT.stream().filter(config::has).findFirst().orElse(null);
  }

  static Family nearest(ConfigFields config) {
    boolean experts = FeedForwards.hasExperts(config);
    if (config.has(LATENT_FIELD)) {
      return experts ? LATENT_EXPERTS : LATENT;
    }
    return experts ? EXPERTS : LLAMA_LIKE;
  }

  /** What {@link #nearest} takes the model for. */
  static String words(ConfigFields config) {
    String attention = config.has(LATENT_FIELD) ? "latent attention" : "grouped-query attention";
    String inner = FeedForwards.hasExperts(config) ? "gated experts" : "gated feed-forward part";
    return "a Llama-like decoder: " + attention + ", " + inner + ", RMSNorm";
  }
}
