package io.busbar.model.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * A transformer (or hybrid) as the cost models see it: groups of like layers between an embedding
 * and an output projection. Immutable.
 *
 * @param name as the user named it
 * @param family its {@code model_type}, e.g. {@code llama}
 * @param hidden width of the residual stream
 * @param vocabulary rows of the embedding as trained
 * @param tiedEmbeddings whether the output projection shares the embedding
 * @param layers groups in model order; a hybrid that alternates is given as one group per kind
 * @param multiTokenLayers extra prediction layers, each like the last group plus a 2h×h projection
 * @param maxSequence positions the model was made for; 0 if unlimited or unknown
 * @param parameters exact count by part
 * @param parallelBlocks whether attention and feed-forward share one input and one sum (GPT-J,
 *     PaLM), so that tensor-parallel ranks synchronise once per layer
 */
public record ModelSpec(
    String name,
    String family,
    int hidden,
    int vocabulary,
    boolean tiedEmbeddings,
    List<LayerGroup> layers,
    int multiTokenLayers,
    int maxSequence,
    ParameterCount parameters,
    boolean parallelBlocks) {

  public ModelSpec {
    layers = List.copyOf(layers);
  }

  /** A model whose layers do attention, then feed-forward. */
  public ModelSpec(
      String name,
      String family,
      int hidden,
      int vocabulary,
      boolean tiedEmbeddings,
      List<LayerGroup> layers,
      int multiTokenLayers,
      int maxSequence,
      ParameterCount parameters) {
    this(
        name,
        family,
        hidden,
        vocabulary,
        tiedEmbeddings,
        layers,
        multiTokenLayers,
        maxSequence,
        parameters,
        false);
  }

  /** The same model with attention and feed-forward side by side. */
  public ModelSpec withParallelBlocks() {
    return new ModelSpec(
        name,
        family,
        hidden,
        vocabulary,
        tiedEmbeddings,
        layers,
        multiTokenLayers,
        maxSequence,
        parameters,
        true);
  }

  /** Number of layers, multi-token layers not counted. */
  public int layerCount() {
    int count = 0;
    for (LayerGroup group : layers) {
      count += group.count();
    }
    return count;
  }

  /**
   * Dense layers that stand before all layers with experts; 0 where kinds of layers alternate. Two
   * kinds that differ in the feed-forward part only, of which the dense one comes first and is the
   * smaller part of the model: models that alternate have dense layers in half of them or more.
   */
  public int leadingDense() {
    if (layers.size() != 2) {
      return 0;
    }
    LayerGroup first = layers.getFirst();
    LayerGroup rest = layers.getLast();
    boolean denseFirst =
        first.feedForward() instanceof FeedForward.Dense
            && rest.feedForward() instanceof FeedForward.Experts
            && first.mixer().equals(rest.mixer());
    return denseFirst && first.count() < rest.count() ? first.count() : 0;
  }

  /**
   * The model cut down to its first layers, as benchmarks of one node do; kinds that alternate keep
   * their shares as far as whole layers can.
   *
   * @param count at least 1, at most what the model has
   * @throws IllegalArgumentException when it is not
   */
  public ModelSpec withLayers(int count) {
    int all = layerCount();
    if (count < 1 || count > all) {
      throw new IllegalArgumentException(count + " of " + all + " layers");
    }
    int[] kept = kept(count, all);
    List<LayerGroup> fewer = new ArrayList<>();
    List<ParameterCount.PerLayer> counts = new ArrayList<>();
    for (int g = 0; g < kept.length; g++) {
      if (kept[g] > 0) {
        LayerGroup group = layers.get(g);
        ParameterCount.PerLayer one = parameters.layers().get(g);
        fewer.add(new LayerGroup(kept[g], group.mixer(), group.feedForward()));
        counts.add(
            new ParameterCount.PerLayer(
                kept[g], one.dense(), one.experts(), one.activeExperts(), one.norms()));
      }
    }
    ParameterCount cut =
        new ParameterCount(
            parameters.embedding(),
            parameters.output(),
            parameters.finalNorm(),
            counts,
            parameters.multiToken());
    return new ModelSpec(
        name,
        family,
        hidden,
        vocabulary,
        tiedEmbeddings,
        fewer,
        multiTokenLayers,
        maxSequence,
        cut,
        parallelBlocks);
  }

  /** Layers of each group in the first {@code count} of {@code all}. */
  private int[] kept(int count, int all) {
    int[] kept = new int[layers.size()];
    int leading = leadingDense();
    if (leading > 0) {
      kept[0] = Math.min(leading, count);
      kept[1] = count - kept[0];
      return kept;
    }
    int done = 0;
    int before = 0;
    for (int g = 0; g < kept.length; g++) {
      done += layers.get(g).count();
      int until = (int) Math.round((double) count * done / all);
      kept[g] = until - before;
      before = until;
    }
    return kept;
  }

  /** Whether any layer routes tokens to experts. */
  public boolean hasExperts() {
    for (LayerGroup group : layers) {
      if (group.feedForward() instanceof FeedForward.Experts) {
        return true;
      }
    }
    return false;
  }
}
