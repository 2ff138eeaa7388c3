package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_HEADS;
import static io.busbar.model.workload.ConfigFields.MAX_INNER;

/**
 * Falcon: attention and feed-forward part in parallel, multi-query or grouped-query. The oldest
 * configurations do not name their layout; then {@code newLayout} decides. Stateless.
 *
 * @param newLayout whether {@code new_decoder_architecture} is true when absent
 */
record Falcon(boolean newLayout) implements Family {
  @Override
  public Assembly read(ConfigFields config) {
    Basics basics = Basics.read(config);
    int h = basics.hidden();
    boolean grouped = config.flag("new_decoder_architecture", newLayout);
    boolean bias = config.flag("bias", false);
    Mixer.Attention attention = basics.attention(config, kvHeads(config, basics, grouped), 0);
    FeedForward.Dense inner =
        new FeedForward.Dense(config.countOr(4 * h, MAX_INNER, "ffn_hidden_size"), false);
    Layer layer =
        Layer.of(
            new Part<>(attention, Counts.attention(h, attention, bias, bias)),
            new Part<>(inner, Counts.dense(h, inner, bias)),
            Counts.norms(norms(config, grouped), h, true));
    return basics
        .assembly(config.flag("tie_word_embeddings", true))
        .layers(basics.layers(), layer)
        .finalNorm(Counts.norms(1, h, true));
  }

  private static int kvHeads(ConfigFields config, Basics basics, boolean grouped) {
    if (grouped) {
      return config.countOr(basics.heads(), MAX_HEADS, "num_kv_heads", "n_head_kv");
    }
    return config.flag("multi_query", true) ? 1 : basics.heads();
  }

  private static int norms(ConfigFields config, boolean grouped) {
    if (grouped) {
      return config.countOr(2, 2, "num_ln_in_parallel_attn");
    }
    return config.flag("parallel_attn", true) ? 1 : 2;
  }
}
