package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_HEADS;
import static io.busbar.model.workload.ConfigFields.MAX_LAYERS;
import static io.busbar.model.workload.ConfigFields.MAX_POSITIONS;
import static io.busbar.model.workload.ConfigFields.MAX_VOCABULARY;
import static io.busbar.model.workload.ConfigFields.MAX_WIDTH;

/**
 * What the configurations of all families have, under whichever of the usual names. Immutable.
 *
 * @param hidden width of the residual stream
 * @param layers number of layers
 * @param heads query heads
 * @param vocabulary rows of the embedding
 * @param positions longest sequence; 0 when not said
 */
record Basics(int hidden, int layers, int heads, int vocabulary, int positions) {
  private static final String[] HIDDEN = {"hidden_size", "n_embd", "n_embed", "d_model"};
  private static final String[] LAYERS = {"num_hidden_layers", "n_layer", "n_layers", "num_layers"};
  private static final String[] HEADS = {"num_attention_heads", "n_head", "n_heads"};
  private static final String[] KEY_VALUE_HEADS = {
    "num_key_value_heads", "num_kv_heads", "n_head_kv"
  };
  private static final String[] POSITIONS = {
    "max_position_embeddings", "n_positions", "max_seq_len", "seq_length"
  };

  static Basics read(ConfigFields config) {
    return read(config, config.count(MAX_HEADS, HEADS), config.count(MAX_VOCABULARY, "vocab_size"));
  }

  /** For families that may leave out heads and vocabulary. */
  static Basics read(ConfigFields config, int heads, int vocabulary) {
    return new Basics(
        config.count(MAX_WIDTH, HIDDEN),
        config.count(MAX_LAYERS, LAYERS),
        heads,
        vocabulary,
        config.amountOr(0, MAX_POSITIONS, POSITIONS));
  }

  /**
   * Attention without a window.
   *
   * @param usualHeadDim head width when not said; 0 for hidden over heads
   */
  Mixer.Attention attention(ConfigFields config, int usualHeadDim) {
    return attention(config, config.countOr(heads, MAX_HEADS, KEY_VALUE_HEADS), usualHeadDim);
  }

  /** Attention without a window, with this many key/value heads. */
  Mixer.Attention attention(ConfigFields config, int kvHeads, int usualHeadDim) {
    String headsName = config.pick(HEADS);
    String kvName = config.pick(KEY_VALUE_HEADS);
    config.requireAtMost(kvName, kvHeads, headsName, heads);
    if (kvHeads <= heads) {
      config.requireMultiple(headsName, heads, kvName, kvHeads);
    }
    int headDim = config.countOr(usualHeadDim, MAX_HEADS, "head_dim", "attention_head_dim");
    if (headDim == 0) {
      config.requireMultiple(config.pick(HIDDEN), hidden, headsName, heads);
      headDim = Math.max(1, hidden / heads);
    }
    return new Mixer.Attention(heads, kvHeads, headDim, 0);
  }

  Assembly assembly(boolean tied) {
    return new Assembly(hidden, vocabulary, tied).maxSequence(positions);
  }
}
