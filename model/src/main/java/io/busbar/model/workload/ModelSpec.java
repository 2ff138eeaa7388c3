package io.busbar.model.workload;

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
