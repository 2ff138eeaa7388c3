package io.busbar.model.workload;

import static io.busbar.model.workload.ConfigFields.MAX_LAYERS;
import static io.busbar.model.workload.ConfigFields.MAX_POSITIONS;

import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Which layers of a family see only a window of positions. A {@code layer_types} list in the
 * configuration overrides the family's own rule.
 */
enum Windows {
  /** {@code sliding_window} on every layer when it is set. */
  EVERY_LAYER(0),
  /** Only with {@code use_sliding_window}, and from layer {@code max_window_layers} on. */
  WHEN_SWITCHED_ON(4096),
  /** Every other layer, the first one included (Gemma 2). */
  ALTERNATE(4096),
  /** As {@link #ALTERNATE}, with the small window of GPT-OSS. */
  ALTERNATE_SHORT(128),
  /** All but every sixth layer, or {@code sliding_window_pattern} (Gemma 3). */
  FIVE_OF_SIX(4096),
  /** Chunks of {@code attention_chunk_size} but for every fourth layer (Llama 4). */
  CHUNKS(8192);

  private static final String SIZE = "sliding_window";
  private static final String CHUNK = "attention_chunk_size";
  private static final String FULL = "full_attention";
  private static final Set<String> KNOWN = Set.of(FULL, "sliding_attention", "chunked_attention");

  private final int usual;

  Windows(int usual) {
    this.usual = usual;
  }

  /** The window of each layer, counted from 0; a window of 0 means all positions. */
  IntUnaryOperator read(ConfigFields config, int layers) {
    int size = config.amountOr(usual, MAX_POSITIONS, this == CHUNKS ? CHUNK : SIZE);
    List<String> types = config.perLayer("layer_types", layers, KNOWN);
    if (!types.isEmpty()) {
      return layer -> types.get(layer).equals(FULL) ? 0 : size;
    }
    return switch (this) {
      case EVERY_LAYER -> layer -> size;
      case WHEN_SWITCHED_ON -> whenSwitchedOn(config, size);
      case ALTERNATE, ALTERNATE_SHORT -> layer -> layer % 2 == 0 ? size : 0;
      case FIVE_OF_SIX ->
          allButEvery(config.countOr(6, MAX_LAYERS, "sliding_window_pattern"), size);
      case CHUNKS -> chunks(config, size);
    };
  }

  private static IntUnaryOperator whenSwitchedOn(ConfigFields config, int size) {
    boolean on = config.flag("use_sliding_window", false);
    int first = config.amountOr(28, MAX_LAYERS, "max_window_layers");
    return layer -> on && layer >= first ? size : 0;
  }

  private static IntUnaryOperator allButEvery(int period, int size) {
    return layer -> (layer + 1) % period == 0 ? 0 : size;
  }

  /** Layers without rotary positions see everything; the list has a 0 for them. */
  private static IntUnaryOperator chunks(ConfigFields config, int size) {
    List<Integer> rotary = config.indices("no_rope_layers");
    if (rotary.isEmpty()) {
      return allButEvery(config.countOr(4, MAX_LAYERS, "no_rope_layer_interval"), size);
    }
    return layer -> layer < rotary.size() && rotary.get(layer) == 0 ? 0 : size;
  }
}
