package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_HEADS;
import static io.busbar.model.workload.ConfigFields.MAX_INNER;
import static io.busbar.model.workload.ConfigFields.MAX_LAYERS;

import java.util.HashMap;
import java.util.Map;

/**
 * Nemotron-H and Nemotron 3: every position of {@code hybrid_override_pattern} is a layer of its
 * own, either Mamba-2 ({@code M}), attention ({@code *}), a plain feed-forward part ({@code -}) or
 * experts ({@code E}), each behind one norm. Stateless.
 */
final class NemotronH implements Family {
  private static final String PATTERN = "hybrid_override_pattern";
  private static final Part<Mixer> NO_MIXER = new Part<>(new Mixer.None(), Counts.NONE);
  private static final Part<FeedForward> NO_FEED_FORWARD =
      new Part<>(new FeedForward.None(), Counts.NONE);

  @Override
  public Assembly read(ConfigFields config) {
    Basics basics = Basics.read(config);
    int h = basics.hidden();
    String pattern = pattern(config, basics.layers());
    Map<Integer, Layer> layers = new HashMap<>();
    Assembly model = basics.assembly(config.flag("tie_word_embeddings", false));
    pattern
        .chars()
        .forEach(kind ->
            model.layer(
                layers.computeIfAbsent(kind, k -> layer((char) k.intValue(), config, basics))));
    return model.finalNorm(Counts.norms(1, h, false));
  }

  private static String pattern(ConfigFields config, int layers) {
    String pattern = config.requiredText(PATTERN);
    if (pattern == null) {
      return "";
    }
    if (!pattern.matches("[M*E-]{1," + MAX_LAYERS + "}")) {
      config.problem(PATTERN, pattern, "a sequence of M (Mamba), * (attention), - and E (experts)");
      return "";
    }
    if (pattern.length() != layers) {
      config.problem(
          PATTERN,
          pattern.length() + " positions",
          "one position for each of num_hidden_layers = " + layers);
    }
    return pattern;
  }

  private static Layer layer(char kind, ConfigFields config, Basics basics) {
    Counts norm = Counts.norms(1, basics.hidden(), false);
    return switch (kind) {
      case 'M' -> Layer.of(mamba(config, basics.hidden()), NO_FEED_FORWARD, norm);
      case '*' -> Layer.of(attention(config, basics), NO_FEED_FORWARD, norm);
      case 'E' -> Layer.of(NO_MIXER, experts(config, basics.hidden()), norm);
      default -> Layer.of(NO_MIXER, dense(config, basics.hidden()), norm);
    };
  }

  private static Part<Mixer> mamba(ConfigFields config, int h) {
    int heads = config.count(MAX_HEADS, "mamba_num_heads");
    int inner = heads * config.count(MAX_HEADS, "mamba_head_dim");
    Mixer.Mamba mamba =
        new Mixer.Mamba(
            inner,
            heads,
            config.count(MAX_HEADS, "n_groups", "mamba_n_groups"),
            config.count(MAX_HEADS, "ssm_state_size", "mamba_state_dim"),
            config.countOr(4, MAX_HEADS, "conv_kernel", "mamba_d_conv"));
    boolean bias = config.flag("mamba_proj_bias", false);
    return new Part<>(mamba, Counts.mamba(h, mamba, bias, config.flag("use_conv_bias", true)));
  }

  private static Part<Mixer> attention(ConfigFields config, Basics basics) {
    Mixer.Attention attention = basics.attention(config, 128);
    boolean bias = config.flag("attention_bias", false);
    return new Part<>(attention, Counts.attention(basics.hidden(), attention, bias, bias));
  }

  private static Part<FeedForward> dense(ConfigFields config, int h) {
    int width = config.count(MAX_INNER, "intermediate_size");
    FeedForward.Dense dense = new FeedForward.Dense(width, false);
    return new Part<>(dense, Counts.dense(h, dense, config.flag("mlp_bias", false)));
  }

  private static Part<FeedForward> experts(ConfigFields config, int h) {
    if (config.has("moe_latent_size")) {
      config.problem(
          "moe_latent_size",
          String.valueOf(config.text("moe_latent_size")),
          "no latent experts, which are not modelled");
    }
    int shared = config.amountOr(0, MAX_INNER, "moe_shared_expert_intermediate_size");
    FeedForward.Experts read = FeedForwards.experts(config, "moe_intermediate_size", shared);
    FeedForward.Experts plain =
        new FeedForward.Experts(read.experts(), read.active(), read.width(), shared, false);
    return new Part<>(plain, Counts.experts(h, plain, false));
  }
}
