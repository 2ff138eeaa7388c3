package io.busbar.model.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * A model from its dimensions alone, as tables of published runs give them. Set what is known, then
 * {@link #build}. Not thread-safe. Models with a plain feed-forward part are counted with biases
 * and LayerNorm as GPT-2 has them, gated ones without as Llama.
 */
public final class ModelDimensions {
  private final String name;
  private final int layers;
  private final int hidden;
  private final int vocabulary;
  private final List<Mixer> mixers = new ArrayList<>();
  private final List<FeedForward> feedForwards = new ArrayList<>();
  private FeedForward.Dense first = new FeedForward.Dense(1, true);
  private int firstLayers;
  private boolean tied;
  private int learnedPositions;
  private int multiTokenLayers;

  public ModelDimensions(String name, int layers, int hidden, int vocabulary) {
    this.name = name;
    this.layers = layers;
    this.hidden = hidden;
    this.vocabulary = vocabulary;
  }

  /**
   * What mixes positions, layer after layer, from the first on again when the list ends: one entry
   * when all are alike, three local ones and a full one for a model with full attention in every
   * fourth layer.
   */
  public ModelDimensions mixers(List<? extends Mixer> cycle) {
    mixers.clear();
    mixers.addAll(cycle);
    return this;
  }

  /** The feed-forward parts, in the same way. */
  public ModelDimensions feedForwards(List<? extends FeedForward> cycle) {
    feedForwards.clear();
    feedForwards.addAll(cycle);
    return this;
  }

  /** Dense layers before those of {@link #feedForwards}. */
  public ModelDimensions denseFirst(int count, FeedForward.Dense dense) {
    firstLayers = count;
    first = dense;
    return this;
  }

  public ModelDimensions tiedEmbeddings(boolean value) {
    tied = value;
    return this;
  }

  /** Rows of a learned position embedding; 0 for none. */
  public ModelDimensions learnedPositions(int positions) {
    learnedPositions = positions;
    return this;
  }

  /** Extra prediction layers, each like the last layer. */
  public ModelDimensions multiTokenLayers(int count) {
    multiTokenLayers = count;
    return this;
  }

  /**
   * The model, counted.
   *
   * @throws IllegalStateException when mixers or feed-forward parts were not set
   */
  public ModelSpec build() {
    if (mixers.isEmpty() || feedForwards.isEmpty()) {
      throw new IllegalStateException("a model needs mixers and feed-forward parts");
    }
    boolean plain = feedForwards.getFirst() instanceof FeedForward.Dense dense && !dense.gated();
    Assembly model = new Assembly(hidden, vocabulary, tied);
    for (int i = 0; i < layers; i++) {
      Mixer mixer = mixers.get(i % mixers.size());
      FeedForward inner =
          i < firstLayers ? first : feedForwards.get((i - firstLayers) % feedForwards.size());
      int norms =
          (mixer instanceof Mixer.None ? 0 : 1) + (inner instanceof FeedForward.None ? 0 : 1);
      model.layer(
          Layer.of(
              new Part<>(mixer, counts(mixer, plain)),
              new Part<>(inner, counts(inner, plain)),
              Counts.norms(norms, hidden, plain)));
    }
    return model
        .embedding((long) learnedPositions * hidden)
        .maxSequence(learnedPositions)
        .finalNorm(Counts.norms(1, hidden, plain))
        .multiToken(multiTokenLayers)
        .build(name, "dimensions");
  }

  private Counts counts(Mixer mixer, boolean bias) {
    return switch (mixer) {
      case Mixer.Attention m -> Counts.attention(hidden, m, bias, bias);
      case Mixer.LatentAttention m -> Counts.latent(hidden, m, false);
      case Mixer.Mamba m -> Counts.mamba(hidden, m, false, true);
      case Mixer.LinearAttention m -> Counts.linearAttention(hidden, m, Counts.USUAL_CONVOLUTION);
      case Mixer.None _ -> Counts.NONE;
    };
  }

  private Counts counts(FeedForward inner, boolean bias) {
    return switch (inner) {
      case FeedForward.Dense m -> Counts.dense(hidden, m, bias);
      case FeedForward.Experts m -> Counts.experts(hidden, m, false);
      case FeedForward.None _ -> Counts.NONE;
    };
  }
}
