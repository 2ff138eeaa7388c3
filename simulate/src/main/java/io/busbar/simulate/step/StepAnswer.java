package io.busbar.simulate.step;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a step that was played.
 *
 * @param plan what is trained, where and how, in words
 * @param exchange what replicas share
 * @param times where the times of collectives are from: predicted, or a fidelity
 * @param overlap whether gradients travel behind the backward pass
 * @param bucketBytes gradients that travel together, at least; 0 when they travel by layers
 * @param microBatches of the step
 * @param noSync whether gradients travel once per step
 * @param stepS the whole step on this rank
 * @param computeS passes by themselves, without bubble and optimizer
 * @param bubbleS waiting for other stages of the pipeline
 * @param slowDownS what communication beside it adds to computation
 * @param communicationS collectives of replicas by themselves
 * @param hiddenS of it behind computation
 * @param exposedS of it that the step waits for
 * @param hiddenShare hidden over all of it; 1 when there is none
 * @param collectives how many
 * @param bytes of all of them, as nccl-tests counts sizes
 * @param tokensPerS of all replicas
 * @param beside what the plan says of the same step; null when it is another step
 * @param others the further variants of a comparison
 */
public record StepAnswer(
    String plan,
    Overlapping.Exchange exchange,
    String times,
    boolean overlap,
    long bucketBytes,
    int microBatches,
    boolean noSync,
    double stepS,
    double computeS,
    double bubbleS,
    double optimizerS,
    double slowDownS,
    double communicationS,
    double hiddenS,
    double exposedS,
    double hiddenShare,
    int collectives,
    double bytes,
    double tokensPerS,
    @Nullable PlanSide beside,
    List<StepAnswer> others) {
  public StepAnswer {
    others = List.copyOf(others);
  }

  StepAnswer with(List<StepAnswer> more) {
    return new StepAnswer(
        plan,
        exchange,
        times,
        overlap,
        bucketBytes,
        microBatches,
        noSync,
        stepS,
        computeS,
        bubbleS,
        optimizerS,
        slowDownS,
        communicationS,
        hiddenS,
        exposedS,
        hiddenShare,
        collectives,
        bytes,
        tokensPerS,
        beside,
        more);
  }
}
