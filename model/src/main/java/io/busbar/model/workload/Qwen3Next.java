package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_HEADS;
import static io.busbar.model.workload.ConfigFields.MAX_LAYERS;

import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Qwen3-Next: gated DeltaNet layers with gated attention in every fourth, experts with a shared one
 * everywhere. Stateless.
 */
final class Qwen3Next implements Family {
  private static final String LINEAR = "linear_attention";
  private static final String FULL = "full_attention";

  @Override
  public Assembly read(ConfigFields config) {
    Basics basics = Basics.read(config);
    int h = basics.hidden();
    Part<Mixer> full = fullAttention(config, basics);
    Part<Mixer> linear = linearAttention(config, h);
    IntPredicate isLinear = linearLayers(config, basics.layers());
    IntFunction<Part<FeedForward>> inner = FeedForwards.qwen2(config, h, basics.layers());
    Counts norms = Counts.norms(2, h, false);
    Assembly model = basics.assembly(config.flag("tie_word_embeddings", false));
    for (int i = 0; i < basics.layers(); i++) {
      model.layer(Layer.of(isLinear.test(i) ? linear : full, inner.apply(i), norms));
    }
    return model.finalNorm(Counts.norms(1, h, false));
  }

  private static IntPredicate linearLayers(ConfigFields config, int layers) {
    List<String> types = config.perLayer("layer_types", layers, Set.of(LINEAR, FULL));
    if (!types.isEmpty()) {
      return layer -> types.get(layer).equals(LINEAR);
    }
    int period = config.countOr(4, MAX_LAYERS, "full_attention_interval");
    return layer -> (layer + 1) % period != 0;
  }

  /** A gate as wide as the queries stands before the output projection. */
  private static Part<Mixer> fullAttention(ConfigFields config, Basics basics) {
    Mixer.Attention attention = basics.attention(config, 256);
    int h = basics.hidden();
    boolean bias = config.flag("attention_bias", false);
    long gate = (long) h * attention.heads() * attention.headDim();
    return new Part<Mixer>(attention, Counts.attention(h, attention, bias, bias))
        .plus(Counts.sharded(gate))
        .plus(Counts.replicated(2L * attention.headDim()));
  }

  private static Part<Mixer> linearAttention(ConfigFields config, int h) {
    Mixer.LinearAttention linear =
        new Mixer.LinearAttention(
            config.count(MAX_HEADS, "linear_num_key_heads"),
            config.count(MAX_HEADS, "linear_num_value_heads"),
            config.count(MAX_HEADS, "linear_key_head_dim"),
            config.count(MAX_HEADS, "linear_value_head_dim"));
    int convolution = config.countOr(Counts.USUAL_CONVOLUTION, MAX_HEADS, "linear_conv_kernel_dim");
    return new Part<>(linear, Counts.linearAttention(h, linear, convolution));
  }
}
