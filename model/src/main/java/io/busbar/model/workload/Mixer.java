package io.busbar.model.workload;

/** The part of a layer that mixes positions. Widths are counts of elements. */
public sealed interface Mixer {

  /**
   * Multi-head, grouped-query or multi-query attention.
   *
   * @param heads query heads
   * @param kvHeads key/value heads
   * @param headDim width of a head
   * @param window positions that a query sees: 0 for all before it; else a sliding window or chunk
   */
  record Attention(int heads, int kvHeads, int headDim, int window) implements Mixer {}

  /**
   * Multi-head latent attention (DeepSeek-V2).
   *
   * @param queryRank width of the compressed query; 0 when queries are not compressed
   * @param keyValueRank width of the compressed key and value
   * @param noPositionDim part of a query/key head without rotary position
   * @param rotaryDim part with rotary position, shared by the heads for keys
   * @param valueDim width of a value head
   */
  record LatentAttention(
      int heads, int queryRank, int keyValueRank, int noPositionDim, int rotaryDim, int valueDim)
      implements Mixer {}

  /**
   * Mamba-2 state-space layer.
   *
   * @param inner width of the inner stream (expand·hidden)
   * @param heads state-space heads
   * @param groups groups that share B and C
   * @param state state size
   * @param convolution kernel width of the short convolution
   */
  record Mamba(int inner, int heads, int groups, int state, int convolution) implements Mixer {}

  /**
   * Gated linear attention (gated DeltaNet).
   *
   * @param keyHeads query and key heads
   * @param valueHeads value heads
   * @param keyDim width of a key head
   * @param valueDim width of a value head
   */
  record LinearAttention(int keyHeads, int valueHeads, int keyDim, int valueDim) implements Mixer {}

  /** No mixing: a layer that is only a feed-forward part, as in some hybrids. */
  record None() implements Mixer {}
}
