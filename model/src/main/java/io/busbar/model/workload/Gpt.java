package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_INNER;

/**
 * The decoders that descend from GPT-2: multi-head attention, a plain feed-forward part, LayerNorm
 * with biases, and biases on all projections by default. What families differ in is set once, when
 * the table of families is made; afterwards immutable.
 */
final class Gpt implements Family {
  private boolean learnedPositions;
  private boolean embeddingNorm;
  private boolean tied = true;
  private boolean attentionBias = true;
  private boolean outputBias;
  private int norms = 2;

  /** Learned positions, one row for each. */
  Gpt learnedPositions() {
    learnedPositions = true;
    return this;
  }

  /** A norm after the embedding (BLOOM). */
  Gpt embeddingNorm() {
    embeddingNorm = true;
    return this;
  }

  /** An output of its own when {@code tie_word_embeddings} is absent. */
  Gpt untied() {
    tied = false;
    return this;
  }

  /** No biases in attention when {@code attention_bias} is absent. */
  Gpt noAttentionBias() {
    attentionBias = false;
    return this;
  }

  /** The output has a bias. */
  Gpt outputBias() {
    outputBias = true;
    return this;
  }

  /** One norm for both parts of a layer, which run in parallel. */
  Gpt sharedNorm() {
    norms = 1;
    return this;
  }

  @Override
  public Assembly read(ConfigFields config) {
    Basics basics = Basics.read(config);
    int h = basics.hidden();
    Mixer.Attention attention = basics.attention(config, 0);
    boolean bias = config.flag("attention_bias", attentionBias);
    Counts attentionCounts = Counts.attention(h, attention, bias, bias);
    if (config.flag("qk_layernorm", false)) {
      attentionCounts = attentionCounts.plus(Counts.norms(2, attention.headDim(), true));
    }
    int width = config.countOr(4 * h, MAX_INNER, "n_inner", "intermediate_size");
    FeedForward.Dense inner = new FeedForward.Dense(width, false);
    Layer layer =
        Layer.of(
            new Part<>(attention, attentionCounts),
            new Part<>(inner, Counts.dense(h, inner, true)),
            Counts.norms(norms, h, true));

    Assembly model = basics.assembly(config.flag("tie_word_embeddings", tied));
    if (learnedPositions) {
      int positions = basics.positions() > 0 ? basics.positions() : 1024;
      model.embedding((long) positions * h).maxSequence(positions);
    }
    if (embeddingNorm) {
      model.embedding(2L * h);
    }
    if (outputBias) {
      model.output(basics.vocabulary());
    }
    return model.layers(basics.layers(), layer).finalNorm(Counts.norms(1, h, true));
  }
}
