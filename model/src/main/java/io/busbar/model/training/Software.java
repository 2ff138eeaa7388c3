package io.busbar.model.training;

/**
 * What the training stack can do, as far as it changes time or memory.
 *
 * @param stack family of training software
 * @param attention how attention is computed
 * @param fusedExperts whether permutation, grouped products and routing of experts are fused
 * @param cudaGraphs whether kernel launches are replayed from a graph
 * @param fusedLoss whether the loss keeps one copy of the logits (vocabulary-parallel or fused)
 */
public record Software(
    Stack stack,
    AttentionKernel attention,
    boolean fusedExperts,
    boolean cudaGraphs,
    boolean fusedLoss) {}
