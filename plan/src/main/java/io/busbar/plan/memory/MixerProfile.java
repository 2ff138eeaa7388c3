package io.busbar.plan.memory;

import io.busbar.model.workload.Mixer;

/**
 * Elements per token that the mixing part of a layer leaves for its backward pass. Immutable.
 *
 * @param present 1, or 0 when a layer does not mix
 * @param latents compressed queries and keys before their norms, and shared rotary keys
 * @param normedLatents the same after their norms
 * @param inner queries; in state-space and linear layers all inner streams
 * @param keyValueHeads heads of keys and values; each rank holds at least one
 * @param keyValueElements keys and values of one head together
 * @param output what enters the output projection
 * @param scoreHeads heads with a score per pair of positions
 */
record MixerProfile(
    int present,
    double latents,
    double normedLatents,
    double inner,
    int keyValueHeads,
    double keyValueElements,
    double output,
    int scoreHeads) {

  static MixerProfile of(Mixer mixer) {
    return switch (mixer) {
      case Mixer.Attention a ->
          new MixerProfile(
              1,
              0,
              0,
              (double) a.heads() * a.headDim(),
              a.kvHeads(),
              2.0 * a.headDim(),
              (double) a.heads() * a.headDim(),
              a.heads());
      case Mixer.LatentAttention a -> latent(a);
      case Mixer.Mamba m -> mamba(m);
      case Mixer.LinearAttention l -> linear(l);
      case Mixer.None none -> new MixerProfile(0, 0, 0, 0, 0, 0, 0, 0);
    };
  }

  /** Up-projected keys and values are kept for every head: latents save nothing in training. */
  private static MixerProfile latent(Mixer.LatentAttention a) {
    double keyDim = a.noPositionDim() + (double) a.rotaryDim();
    double normed = a.queryRank() + (double) a.keyValueRank();
    return new MixerProfile(
        1,
        normed + a.rotaryDim(),
        normed,
        a.heads() * keyDim,
        a.heads(),
        keyDim + a.valueDim(),
        (double) a.heads() * a.valueDim(),
        a.heads());
  }

  /**
   * An estimate: the fused scan keeps the projected input (gate, stream, B, C and step) and its
   * result, and computes the convolution and the states of chunks again. Source: Dao and Gu 2024,
   * their fused split-convolution-scan (from memory). No published peak of such a model checks it.
   */
  private static MixerProfile mamba(Mixer.Mamba m) {
    return new MixerProfile(
        1, 0, 0, 2.0 * m.inner() + m.heads(), m.groups(), 2.0 * m.state(), m.inner(), 0);
  }

  /**
   * An estimate: queries, keys and values before and after the short convolution, the output gate
   * and two gates per head, and the result. Source: Yang et al. 2024 (gated DeltaNet) and its
   * chunked kernels (from memory). No published peak of such a model checks it.
   */
  private static MixerProfile linear(Mixer.LinearAttention l) {
    double keys = (double) l.keyHeads() * l.keyDim();
    double values = (double) l.valueHeads() * l.valueDim();
    double mixed = 2 * keys + values;
    return new MixerProfile(1, 0, 0, 2 * mixed + values + 2.0 * l.valueHeads(), 0, 0, values, 0);
  }

  /** Keys and values that a rank of a tensor-parallel group holds, times the group's size. */
  double keyValues(int tp) {
    return keyValueHeads == 0 ? 0 : Math.max(keyValueHeads, tp) * keyValueElements;
  }

  /**
   * What is left of {@link #split} when norms are recomputed: with compressed keys and values the
   * up-projections behind the norms are repeated too, so that queries, keys and values go (modules
   * {@code layernorm} and {@code mla_up_proj} of Megatron-Core; DeepSeek-V3 report, section 3.2.3).
   */
  double splitWithoutUp(int tp) {
    return normedLatents > 0 ? output : split(tp);
  }

  /** Everything that tensor parallelism splits, times the group's size. */
  double split(int tp) {
    return inner + keyValues(tp) + output;
  }
}
