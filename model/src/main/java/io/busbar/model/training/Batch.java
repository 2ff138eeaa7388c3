package io.busbar.model.training;

/**
 * How much is computed per step.
 *
 * @param sequence tokens per sequence
 * @param globalBatch sequences per step over all replicas
 * @param microBatch sequences that pass through a stage at once
 */
public record Batch(int sequence, long globalBatch, int microBatch) {}
