package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_HEADS;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * The decoders that descend from Llama: pre-norm layers of grouped-query attention and a gated
 * feed-forward part or experts. What families differ in is set once, when the table of families is
 * made; afterwards immutable.
 */
final class Decoder implements Family {
  private static final int MAX_PREDICTION_LAYERS = 64;

  private boolean inputBias;
  private boolean biased;
  private boolean sinks;
  private boolean headNorms;
  private boolean headNormsWhenTold;
  private boolean projectionNorms;
  private boolean inputsOnly;
  private boolean layerNorm;
  private boolean tied;
  private int norms = 2;
  private int usualHeadDim;
  private int usualHeads;
  private int usualKeyValueHeads;
  private int usualVocabulary;
  private Windows windows = Windows.EVERY_LAYER;
  private FeedForwards.Rule feedForward = FeedForwards.dense(true);

  /** Query, key and value have biases, the output has none, whatever the configuration says. */
  Decoder inputBias() {
    inputBias = true;
    return this;
  }

  /** {@code attention_bias} is true when it is absent. */
  Decoder biased() {
    biased = true;
    return this;
  }

  /** One learned sink per head. */
  Decoder sinks() {
    sinks = true;
    return this;
  }

  /** A norm of head width on queries and one on keys. */
  Decoder headNorms() {
    headNorms = true;
    return this;
  }

  /** As {@link #headNorms}, when {@code use_qk_norm} says so. */
  Decoder headNormsWhenTold() {
    headNormsWhenTold = true;
    return this;
  }

  /** A norm as wide as all query heads on queries, and one as wide as all key heads on keys. */
  Decoder projectionNorms() {
    projectionNorms = true;
    return this;
  }

  /** {@code attention_bias} is about the inputs; the output has {@code attention_out_bias}. */
  Decoder biasOfInputs() {
    inputsOnly = true;
    return this;
  }

  /** Norms have biases. */
  Decoder layerNorm() {
    layerNorm = true;
    return this;
  }

  /** Tied embeddings when {@code tie_word_embeddings} is absent. */
  Decoder tied() {
    tied = true;
    return this;
  }

  /** Norms of width h in a layer. */
  Decoder norms(int count) {
    norms = count;
    return this;
  }

  /** Head width when {@code head_dim} is absent. */
  Decoder headDim(int width) {
    usualHeadDim = width;
    return this;
  }

  /** What configurations of this family leave out when it equals the default of the class. */
  Decoder usual(int heads, int keyValueHeads, int vocabulary) {
    usualHeads = heads;
    usualKeyValueHeads = keyValueHeads;
    usualVocabulary = vocabulary;
    return this;
  }

  Decoder windows(Windows rule) {
    windows = rule;
    return this;
  }

  Decoder feedForward(FeedForwards.Rule rule) {
    feedForward = rule;
    return this;
  }

  @Override
  public Assembly read(ConfigFields config) {
    Basics basics = basics(config);
    int h = basics.hidden();
    Mixer.Attention attention = attention(config, basics);
    Counts counts = attentionCounts(config, h, attention);
    IntUnaryOperator window = windows.read(config, basics.layers());
    IntFunction<Part<FeedForward>> inner = feedForward.read(config, h, basics.layers());
    Counts layerNorms = Counts.norms(norms, h, layerNorm);

    Assembly model = basics.assembly(config.flag("tie_word_embeddings", tied));
    Map<Integer, Mixer.Attention> mixers = new HashMap<>();
    for (int i = 0; i < basics.layers(); i++) {
      Mixer.Attention mixer =
          mixers.computeIfAbsent(
              window.applyAsInt(i),
              width ->
                  new Mixer.Attention(
                      attention.heads(), attention.kvHeads(), attention.headDim(), width));
      model.layer(Layer.of(new Part<>(mixer, counts), inner.apply(i), layerNorms));
    }
    if (config.flag("lm_head_bias", false)) {
      model.output(basics.vocabulary());
    }
    int predicting = config.amountOr(0, MAX_PREDICTION_LAYERS, "num_nextn_predict_layers");
    return model.multiToken(predicting).finalNorm(Counts.norms(1, h, layerNorm));
  }

  private Basics basics(ConfigFields config) {
    if (usualHeads == 0) {
      return Basics.read(config);
    }
    return Basics.read(
        config,
        config.countOr(usualHeads, MAX_HEADS, "num_attention_heads"),
        config.countOr(usualVocabulary, ConfigFields.MAX_VOCABULARY, "vocab_size"));
  }

  private Mixer.Attention attention(ConfigFields config, Basics basics) {
    if (usualKeyValueHeads == 0) {
      return basics.attention(config, usualHeadDim);
    }
    int kvHeads = config.countOr(usualKeyValueHeads, MAX_HEADS, "num_key_value_heads");
    return basics.attention(config, kvHeads, usualHeadDim);
  }

  private Counts attentionCounts(ConfigFields config, int h, Mixer.Attention attention) {
    boolean told = !inputBias && config.flag("attention_bias", biased);
    boolean output = inputsOnly ? config.flag("attention_out_bias", false) : told;
    Counts counts = Counts.attention(h, attention, inputBias || told, output);
    if (projectionNorms) {
      long heads = (long) attention.heads() + attention.kvHeads();
      counts = counts.plus(Counts.replicated(heads * attention.headDim()));
    }
    if (headNorms || (headNormsWhenTold && config.flag("use_qk_norm", false))) {
      counts = counts.plus(Counts.replicated(2L * attention.headDim()));
    }
    return sinks ? counts.plus(Counts.sharded(attention.heads())) : counts;
  }
}
