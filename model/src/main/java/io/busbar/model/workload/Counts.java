package io.busbar.model.workload;

/**
 * Parameters of a part of a layer, and the formulas that count them. Notation: hidden h, heads a,
 * key/value heads g, head width d, inner width f, experts E. Biases of projections whose input
 * tensor parallelism splits are held by every rank, so they count as replicated. Immutable.
 *
 * @param sharded split by tensor parallelism
 * @param experts all routed experts
 * @param activeExperts routed experts that one token uses
 * @param replicated held whole by every rank of a tensor-parallel group
 */
record Counts(long sharded, long experts, long activeExperts, long replicated) {
  static final Counts NONE = new Counts(0, 0, 0, 0);

  /** Width of the short convolution before a linear attention when nobody says otherwise. */
  static final int USUAL_CONVOLUTION = 4;

  static Counts sharded(long parameters) {
    return new Counts(parameters, 0, 0, 0);
  }

  static Counts replicated(long parameters) {
    return new Counts(0, 0, 0, parameters);
  }

  Counts plus(Counts other) {
    return new Counts(
        sharded + other.sharded,
        experts + other.experts,
        activeExperts + other.activeExperts,
        replicated + other.replicated);
  }

  long total() {
    return sharded + experts + replicated;
  }

  /**
   * {@code h·a·d + 2·h·g·d + a·d·h}; biases add {@code (a + 2g)·d} to the inputs and {@code h} to
   * the output. Source: Vaswani et al. 2017; Ainslie et al. 2023 (grouped queries).
   */
  static Counts attention(int h, Mixer.Attention m, boolean inputBias, boolean outputBias) {
    long inputs = (m.heads() + 2L * m.kvHeads()) * m.headDim();
    long sharded = h * inputs + (inputBias ? inputs : 0) + (long) m.heads() * m.headDim() * h;
    return new Counts(sharded, 0, 0, outputBias ? h : 0);
  }

  /**
   * Query {@code h·r_q + r_q·a·(n+r)}, or {@code h·a·(n+r)} when not compressed; key and value
   * {@code h·(r_kv+r) + r_kv·a·(n+v)}; output {@code a·v·h}; norms {@code r_q + r_kv}. n, r: parts
   * of a head without and with rotary position; v: value width. A bias adds {@code r_q + r_kv + r}
   * and {@code h}. Source: DeepSeek-V2 report, section 2.1.
   */
  static Counts latent(int h, Mixer.LatentAttention m, boolean bias) {
    long a = m.heads();
    long queryDim = m.noPositionDim() + (long) m.rotaryDim();
    long queryRank = m.queryRank();
    long keyDown = m.keyValueRank() + (long) m.rotaryDim();
    long query = queryRank > 0 ? h * queryRank + queryRank * a * queryDim : h * a * queryDim;
    long keyValue = h * keyDown + m.keyValueRank() * a * (m.noPositionDim() + m.valueDim());
    long inputBias = bias ? queryRank + keyDown : 0;
    long outputBias = bias ? h : 0;
    long norms = queryRank + m.keyValueRank();
    return new Counts(
        query + keyValue + inputBias + a * m.valueDim() * h, 0, 0, norms + outputBias);
  }

  /**
   * With inner width I, H heads, G groups, state N, convolution K, and c = I + 2·G·N: input {@code
   * h·(I+c+H)}, convolution {@code c·K (+c)}, decay, skip and step {@code 3·H}, gated norm {@code
   * I}, output {@code I·h}. Source: Dao and Gu 2024 (Mamba-2).
   */
  static Counts mamba(int h, Mixer.Mamba m, boolean bias, boolean convolutionBias) {
    long inner = m.inner();
    long mixed = inner + 2L * m.groups() * m.state();
    long input = inner + mixed + m.heads();
    long convolution = mixed * m.convolution() + (convolutionBias ? mixed : 0);
    long sharded =
        h * input + (bias ? input : 0) + convolution + 3L * m.heads() + inner + inner * h;
    return new Counts(sharded, 0, 0, bias ? h : 0);
  }

  /**
   * With K = key heads × width and W = value heads × width: query, key, value and gate {@code
   * h·(2K+2W)}, two gates per value head {@code 2·h·a_v}, short convolution of width c {@code
   * c·(2K+W)}, decay and step {@code 2·a_v}, norm {@code d_v}, output {@code W·h}. Source: Yang et
   * al. 2024 (gated DeltaNet), as Qwen3-Next has it.
   */
  static Counts linearAttention(int h, Mixer.LinearAttention m, int convolution) {
    long keys = (long) m.keyHeads() * m.keyDim();
    long values = (long) m.valueHeads() * m.valueDim();
    long sharded =
        h * (2 * keys + 2 * values)
            + 2L * h * m.valueHeads()
            + convolution * (2 * keys + values)
            + 2L * m.valueHeads()
            + values * h;
    return new Counts(sharded, 0, 0, m.valueDim());
  }

  /** {@code k·h·f}, k = 3 with a gate, else 2; biases add {@code (k−1)·f} and {@code h}. */
  static Counts dense(int h, FeedForward.Dense m, boolean bias) {
    long inputs = (m.gated() ? 2L : 1L) * m.width();
    return new Counts(h * inputs + (bias ? inputs : 0) + (long) m.width() * h, 0, 0, bias ? h : 0);
  }

  /**
   * Routed experts {@code E·k·h·f}, of which a token uses the active ones; what every token passes
   * {@code k·h·f_shared}; router {@code h·E}. Biases add {@code (k−1)·f + h} to an expert. Source:
   * Shazeer et al. 2017; Dai et al. 2024 (shared experts).
   */
  static Counts experts(int h, FeedForward.Experts m, boolean bias) {
    long factor = m.gated() ? 3 : 2;
    long expert = factor * h * m.width() + (bias ? (factor - 1) * m.width() + h : 0);
    return new Counts(
        factor * h * m.sharedWidth(),
        m.experts() * expert,
        m.active() * expert,
        (long) h * m.experts());
  }

  /** {@code n·h}, or {@code 2·n·h} for norms with a bias (LayerNorm). */
  static Counts norms(int count, int h, boolean bias) {
    return replicated((bias ? 2L : 1L) * count * h);
  }
}
