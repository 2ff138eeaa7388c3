package io.busbar.plan.memory;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What one GPU of a pipeline stage holds at its peak.
 *
 * @param stage counted from 0
 * @param layers layers of the stage; with a schedule that gives a rank two stages, of both
 * @param parameters parameters that a GPU of the stage computes with, before data-parallel sharding
 * @param microBatchesInFlight micro-batches whose activations are kept at once; a fraction when
 *     virtual stages keep some layers of one
 * @param parts bytes by part, without parts of zero bytes
 */
public record StageMemory(
    int stage,
    double layers,
    double parameters,
    double microBatchesInFlight,
    Map<MemoryPart, Double> parts) {

  public StageMemory {
    EnumMap<MemoryPart, Double> copy = new EnumMap<>(MemoryPart.class);
    copy.putAll(parts);
    parts = Collections.unmodifiableMap(copy);
  }

  /** Bytes of a part; 0 when the stage has none of it. */
  public double bytes(MemoryPart part) {
    return parts.getOrDefault(part, 0.0);
  }

  /** Weights, gradients and optimizer states. */
  public double stateBytes() {
    return bytes(MemoryPart.WEIGHTS) + bytes(MemoryPart.GRADIENTS) + bytes(MemoryPart.OPTIMIZER);
  }

  public double totalBytes() {
    double sum = 0;
    for (double bytes : parts.values()) {
      sum += bytes;
    }
    return sum;
  }
}
