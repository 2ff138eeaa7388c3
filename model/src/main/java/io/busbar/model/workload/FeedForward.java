package io.busbar.model.workload;

/** The feed-forward part of a layer. */
public sealed interface FeedForward {

  /**
   * One network for all tokens.
   *
   * @param width inner width
   * @param gated whether a gate doubles the first projection (SwiGLU, GeGLU)
   */
  record Dense(int width, boolean gated) implements FeedForward {}

  /**
   * A mixture of experts.
   *
   * @param experts routed experts
   * @param active experts per token
   * @param width inner width of one expert
   * @param sharedWidth inner width of what every token passes; 0 if none
   * @param gated whether experts are gated
   * @param groups groups of experts that routing knows; 1 when it is free
   * @param groupsPerToken groups that the experts of one token come from
   */
  record Experts(
      int experts,
      int active,
      int width,
      int sharedWidth,
      boolean gated,
      int groups,
      int groupsPerToken)
      implements FeedForward {

    /** Experts that are routed to freely. */
    public Experts(int experts, int active, int width, int sharedWidth, boolean gated) {
      this(experts, active, width, sharedWidth, gated, 1, 1);
    }
  }

  /** No feed-forward part, as in pure state-space layers. */
  record None() implements FeedForward {}
}
