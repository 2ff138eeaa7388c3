package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_INNER;
import static io.busbar.model.workload.ConfigFields.MAX_WIDTH;

/**
 * OPT: as GPT-2, with two more positions than it uses, an embedding that may be narrower than the
 * residual stream, and norms that may stand after each part. Stateless.
 */
final class Opt implements Family {
  private static final int UNUSED_POSITIONS = 2;

  @Override
  public Assembly read(ConfigFields config) {
    Basics basics = Basics.read(config);
    int h = basics.hidden();
    int embeddingWidth = config.countOr(h, MAX_WIDTH, "word_embed_proj_dim");
    boolean bias = config.flag("enable_bias", true);
    boolean weightedNorms = config.flag("layer_norm_elementwise_affine", true);
    boolean finalNorm =
        config.flag("do_layer_norm_before", true)
            && !config.flag("_remove_final_layer_norm", false);
    Mixer.Attention attention = basics.attention(config, 0);
    FeedForward.Dense inner = new FeedForward.Dense(config.count(MAX_INNER, "ffn_dim"), false);
    Layer layer =
        Layer.of(
            new Part<>(attention, Counts.attention(h, attention, bias, bias)),
            new Part<>(inner, Counts.dense(h, inner, bias)),
            weightedNorms ? Counts.norms(2, h, true) : Counts.NONE);

    boolean tied = config.flag("tie_word_embeddings", true);
    int positions = basics.positions() > 0 ? basics.positions() : 2048;
    long projection = embeddingWidth == h ? 0 : (long) embeddingWidth * h;
    return new Assembly(h, basics.vocabulary(), embeddingWidth, tied)
        .maxSequence(positions)
        .embedding((long) (positions + UNUSED_POSITIONS) * h + projection)
        .output(projection)
        .layers(basics.layers(), layer)
        .finalNorm(finalNorm && weightedNorms ? Counts.norms(1, h, true) : Counts.NONE);
  }
}
