package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_HEADS;
import static io.busbar.model.workload.ConfigFields.MAX_LAYERS;
import static io.busbar.model.workload.ConfigFields.MAX_WIDTH;

import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Layers of attention among layers of Mamba, each with a feed-forward part: Granite 4 (Mamba-2, a
 * list of layer types) and Jamba (Mamba-1, a period). Stateless.
 *
 * @param first whether its state-space layers are Mamba-1, which are counted exactly and timed as
 *     Mamba-2 of the same width
 */
record MambaHybrid(boolean first, boolean tied, FeedForwards.Rule feedForward) implements Family {
  private static final Set<String> KINDS = Set.of("mamba", "attention");

  /** Head width under which Mamba-1 is timed. */
  private static final int USUAL_HEAD = 64;

  @Override
  public Assembly read(ConfigFields config) {
    Basics basics = Basics.read(config);
    int h = basics.hidden();
    Part<Mixer> mamba = first ? mambaOne(config, h) : mambaTwo(config, h);
    Mixer.Attention heads = basics.attention(config, 0);
    boolean bias = config.flag("attention_bias", false);
    Part<Mixer> attention = new Part<>(heads, Counts.attention(h, heads, bias, bias));
    IntPredicate attends = attends(config, basics.layers());
    IntFunction<Part<FeedForward>> inner = feedForward.read(config, h, basics.layers());
    Counts norms = Counts.norms(2, h, false);
    Assembly model = basics.assembly(config.flag("tie_word_embeddings", tied));
    for (int i = 0; i < basics.layers(); i++) {
      model.layer(Layer.of(attends.test(i) ? attention : mamba, inner.apply(i), norms));
    }
    return model.finalNorm(Counts.norms(1, h, false));
  }

  private IntPredicate attends(ConfigFields config, int layers) {
    if (first) {
      int period = config.countOr(8, MAX_LAYERS, "attn_layer_period");
      int offset = config.amountOr(4, MAX_LAYERS, "attn_layer_offset");
      return layer -> layer % period == offset;
    }
    String name = config.pick("layer_types", "layers_block_type");
    List<String> kinds = config.perLayer(name, layers, KINDS);
    return layer -> !kinds.isEmpty() && kinds.get(layer).equals("attention");
  }

  private static Part<Mixer> mambaTwo(ConfigFields config, int h) {
    int heads = config.countOr(128, MAX_HEADS, "mamba_n_heads");
    int expand = config.countOr(2, 64, "mamba_expand");
    int inner = Math.min(MAX_WIDTH, expand * h);
    Mixer.Mamba mamba =
        new Mixer.Mamba(
            inner,
            heads,
            config.countOr(1, MAX_HEADS, "mamba_n_groups"),
            config.countOr(256, MAX_HEADS, "mamba_d_state"),
            config.countOr(4, MAX_HEADS, "mamba_d_conv"));
    boolean bias = config.flag("mamba_proj_bias", false);
    boolean convolution = config.flag("mamba_conv_bias", true);
    return new Part<>(mamba, Counts.mamba(h, mamba, bias, convolution));
  }

  /**
   * With inner width I, state N, rank r of the step, convolution K: input {@code 2·h·I},
   * convolution {@code I·K + I}, step and state {@code I·(r+2N) + r·I + I}, decay and skip {@code
   * I·N + I}, output {@code I·h}, norms {@code r + 2N}. Source: Gu and Dao 2023; Lieber et al. 2024
   * (Jamba).
   */
  private static Part<Mixer> mambaOne(ConfigFields config, int h) {
    int expand = config.countOr(2, 64, "mamba_expand");
    int inner = Math.min(MAX_WIDTH, expand * h);
    int state = config.countOr(16, MAX_HEADS, "mamba_d_state");
    int kernel = config.countOr(4, MAX_HEADS, "mamba_d_conv");
    long rank = config.countOr(Math.max(1, (h + 15) / 16), MAX_WIDTH, "mamba_dt_rank");
    boolean convolutionBias = config.flag("mamba_conv_bias", true);
    long wide = inner;
    long sharded =
        3L * h * wide
            + wide * kernel
            + (convolutionBias ? wide : 0)
            + wide * (rank + 2L * state)
            + rank * wide
            + wide
            + wide * state
            + wide;
    Mixer.Mamba timed = new Mixer.Mamba(inner, Math.max(1, inner / USUAL_HEAD), 1, state, kernel);
    return new Part<Mixer>(timed, Counts.sharded(sharded))
        .plus(Counts.replicated(rank + 2L * state));
  }
}
