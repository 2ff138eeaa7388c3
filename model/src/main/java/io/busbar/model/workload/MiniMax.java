package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_HEADS;

import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * MiniMax-Text-01: lightning attention in seven of eight layers, experts in all. Lightning
 * attention has query, key, value, gate and output of all heads, {@code 5·h·a·d}, and a norm of
 * {@code a·d}. Source: MiniMax-01 report; configuration of the model. Stateless.
 */
final class MiniMax implements Family {
  private static final String LINEAR = "linear_attention";
  private static final String FULL = "full_attention";

  @Override
  public Assembly read(ConfigFields config) {
    Basics basics = Basics.read(config);
    int h = basics.hidden();
    Mixer.Attention heads = basics.attention(config, 0);
    Part<Mixer> full = new Part<>(heads, Counts.attention(h, heads, false, false));
    Part<Mixer> linear = lightning(h, heads);
    IntPredicate isLinear = linear(config, basics.layers());
    IntFunction<Part<FeedForward>> inner = FeedForwards.mixtral(config, h, basics.layers());
    Counts norms = Counts.norms(2, h, false);
    Assembly model = basics.assembly(config.flag("tie_word_embeddings", false));
    for (int i = 0; i < basics.layers(); i++) {
      model.layer(Layer.of(isLinear.test(i) ? linear : full, inner.apply(i), norms));
    }
    return model.finalNorm(Counts.norms(1, h, false));
  }

  private static Part<Mixer> lightning(int h, Mixer.Attention heads) {
    int count = Math.min(MAX_HEADS, heads.heads());
    long wide = (long) count * heads.headDim();
    Mixer.LinearAttention mixer =
        new Mixer.LinearAttention(count, count, heads.headDim(), heads.headDim());
    return new Part<Mixer>(mixer, Counts.sharded(5 * h * wide)).plus(Counts.replicated(wide));
  }

  private static IntPredicate linear(ConfigFields config, int layers) {
    if (config.has("attn_type_list")) {
      PerLayer kinds = PerLayer.read(config, "attn_type_list", layers, 1);
      return layer -> kinds.at(layer) == 0;
    }
    List<String> kinds = config.perLayer("layer_types", layers, Set.of(LINEAR, FULL));
    return layer -> kinds.isEmpty() ? (layer + 1) % 8 != 0 : kinds.get(layer).equals(LINEAR);
  }
}
