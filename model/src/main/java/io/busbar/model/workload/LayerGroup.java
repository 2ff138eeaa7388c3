package io.busbar.model.workload;

/**
 * Layers that cost the same.
 *
 * @param count how many the model has
 * @param mixer what mixes positions
 * @param feedForward what follows it
 */
public record LayerGroup(int count, Mixer mixer, FeedForward feedForward) {}
