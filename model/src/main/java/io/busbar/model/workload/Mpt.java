package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_HEADS;

/** MPT (llm-foundry): as GPT-2, mostly without biases and with ALiBi. Stateless. */
final class Mpt implements Family {
  private static final int MAX_EXPANSION = 64;

  @Override
  public Assembly read(ConfigFields config) {
    Basics basics = Basics.read(config);
    int h = basics.hidden();
    boolean bias = !config.flag("no_bias", false);
    ConfigFields attentionConfig = config.inside("attn_config");
    Mixer.Attention attention =
        basics.attention(config, kvHeads(attentionConfig, basics.heads()), 0);
    Counts attentionCounts = Counts.attention(h, attention, bias, bias);
    if (attentionConfig.flag("qk_ln", false)) {
      long width = (attention.heads() + (long) attention.kvHeads()) * attention.headDim();
      attentionCounts = attentionCounts.plus(Counts.replicated((bias ? 2 : 1) * width));
    }
    int width = h * config.countOr(4, MAX_EXPANSION, "expansion_ratio");
    FeedForward.Dense inner = new FeedForward.Dense(width, false);
    Layer layer =
        Layer.of(
            new Part<>(attention, attentionCounts),
            new Part<>(inner, Counts.dense(h, inner, bias)),
            Counts.norms(2, h, bias));

    boolean alibi = attentionConfig.flag("alibi", config.flag("alibi", false));
    boolean learned = !alibi && config.flag("learned_pos_emb", true);
    return basics
        .assembly(config.flag("tie_word_embeddings", true))
        .embedding(learned ? (long) basics.positions() * h : 0)
        .layers(basics.layers(), layer)
        .finalNorm(Counts.norms(1, h, bias));
  }

  private static int kvHeads(ConfigFields config, int heads) {
    String kind = config.text("attn_type");
    return switch (kind) {
      case null -> heads;
      case "multiquery_attention" -> 1;
      case "grouped_query_attention" -> config.countOr(heads, MAX_HEADS, "kv_n_heads");
      default -> heads;
    };
  }
}
