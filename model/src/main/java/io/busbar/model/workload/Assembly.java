package io.busbar.model.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the parts of a model and groups equal layers. One instance makes one model; not
 * thread-safe.
 */
final class Assembly {
  private final int hidden;
  private final int vocabulary;
  private final boolean tied;
  private final Map<Layer, Integer> groups = new LinkedHashMap<>();
  private long embedding;
  private long output;
  private long finalNorm;
  private long lastLayer;
  private int multiTokenLayers;
  private int maxSequence;

  /** A model whose embedding is {@code vocabulary × hidden}, and its output too unless tied. */
  Assembly(int hidden, int vocabulary, boolean tied) {
    this(hidden, vocabulary, hidden, tied);
  }

  /**
   * @param embeddingWidth width of the embedding where it differs from the residual stream
   */
  Assembly(int hidden, int vocabulary, int embeddingWidth, boolean tied) {
    this.hidden = hidden;
    this.vocabulary = vocabulary;
    this.tied = tied;
    embedding = (long) vocabulary * embeddingWidth;
    output = tied ? 0 : embedding;
  }

  /** Adds to the embedding: positions, norms, projections. */
  Assembly embedding(long parameters) {
    embedding += parameters;
    return this;
  }

  /** Adds to the output: biases, projections. */
  Assembly output(long parameters) {
    output += parameters;
    return this;
  }

  Assembly finalNorm(Counts norm) {
    finalNorm = norm.total();
    return this;
  }

  /** Longest sequence the model was made for; 0 if unlimited or unknown. */
  Assembly maxSequence(int positions) {
    maxSequence = positions;
    return this;
  }

  /**
   * Extra prediction layers, each like the last layer with a projection {@code 2h × h} and three
   * norms; embedding and output are those of the model. Source: DeepSeek-V3 report, section 2.2.
   */
  Assembly multiToken(int layers) {
    multiTokenLayers = layers;
    return this;
  }

  Assembly layer(Layer layer) {
    groups.merge(layer, 1, Integer::sum);
    lastLayer = layer.counts().total();
    return this;
  }

  Assembly layers(int count, Layer layer) {
    groups.merge(layer, count, Integer::sum);
    lastLayer = layer.counts().total();
    return this;
  }

  /** All parameters as a floating-point number, which cannot overflow. */
  double approximateTotal() {
    double total = (double) embedding + output + finalNorm;
    for (Map.Entry<Layer, Integer> group : groups.entrySet()) {
      total += (double) group.getKey().counts().total() * group.getValue();
    }
    return total;
  }

  ModelSpec build(String name, String family) {
    List<LayerGroup> layers = new ArrayList<>();
    List<ParameterCount.PerLayer> counts = new ArrayList<>();
    groups.forEach((layer, count) -> {
      Counts c = layer.counts();
      layers.add(new LayerGroup(count, layer.mixer(), layer.feedForward()));
      counts.add(
          new ParameterCount.PerLayer(
              count, c.sharded(), c.experts(), c.activeExperts(), c.replicated()));
    });
    long prediction = lastLayer + 2L * hidden * hidden + 3L * hidden;
    ParameterCount parameters =
        new ParameterCount(embedding, output, finalNorm, counts, multiTokenLayers * prediction);
    return new ModelSpec(
        name, family, hidden, vocabulary, tied, layers, multiTokenLayers, maxSequence, parameters);
  }
}
