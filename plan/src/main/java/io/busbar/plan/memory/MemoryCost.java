package io.busbar.plan.memory;

import java.util.List;

/**
 * Memory of a set-up. The heaviest stage decides.
 *
 * @param stages every stage
 * @param heaviest index of the stage with the highest peak
 * @param peakBytes its peak on one GPU
 * @param capacityBytes device memory that software can see
 * @param verdict whether the peak fits
 */
public record MemoryCost(
    List<StageMemory> stages,
    int heaviest,
    double peakBytes,
    double capacityBytes,
    Verdict verdict) {

  public MemoryCost {
    stages = List.copyOf(stages);
  }

  public StageMemory heaviestStage() {
    return stages.get(heaviest);
  }

  /** Peak over capacity; over 1 when it does not fit. */
  public double share() {
    return peakBytes / capacityBytes;
  }
}
