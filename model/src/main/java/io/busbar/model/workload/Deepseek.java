package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_HEADS;
import static io.busbar.model.workload.ConfigFields.MAX_WIDTH;

import java.util.function.IntFunction;

/**
 * DeepSeek-V2 and V3: latent attention, and multi-token prediction layers. Stateless.
 *
 * @param feedForward how the feed-forward parts are written
 */
record Deepseek(FeedForwards.Rule feedForward) implements Family {
  private static final int MAX_PREDICTION_LAYERS = 64;

  @Override
  public Assembly read(ConfigFields config) {
    Basics basics = Basics.read(config);
    int h = basics.hidden();
    Mixer.LatentAttention latent =
        new Mixer.LatentAttention(
            basics.heads(),
            config.amountOr(0, MAX_WIDTH, "q_lora_rank"),
            config.count(MAX_WIDTH, "kv_lora_rank"),
            config.count(MAX_HEADS, "qk_nope_head_dim"),
            config.count(MAX_HEADS, "qk_rope_head_dim"),
            config.count(MAX_HEADS, "v_head_dim"));
    Part<Mixer> mixer =
        new Part<>(latent, Counts.latent(h, latent, config.flag("attention_bias", false)));
    IntFunction<Part<FeedForward>> inner = feedForward.read(config, h, basics.layers());

    Assembly model = basics.assembly(config.flag("tie_word_embeddings", false));
    for (int i = 0; i < basics.layers(); i++) {
      model.layer(Layer.of(mixer, inner.apply(i), Counts.norms(2, h, false)));
    }
    int predicting = config.amountOr(0, MAX_PREDICTION_LAYERS, "num_nextn_predict_layers");
    return model.multiToken(predicting).finalNorm(Counts.norms(1, h, false));
  }
}
