package io.busbar.plan.memory;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Training;

/** Bytes that one layer keeps on a rank for its backward pass, per micro-batch. Stateless. */
final class LayerActivations {
  private LayerActivations() {}

  /**
   * What a layer keeps in the mode of the set-up.
   *
   * <ul>
   *   <li>full: its input, {@code A·T·h/σ}
   *   <li>per operation: its input, the result of attention and every other matrix product's; with
   *       float8 products the last is not kept, since they are not on the list of saved operations
   *   <li>otherwise {@link #whole}, less what the mode recomputes
   * </ul>
   *
   * T: tokens of a micro-batch on a rank, A: bytes of an activation, σ: ranks that split the
   * sequence.
   */
  static double kept(LayerProfile layer, Training t, Ledger ledger) {
    Recompute mode = t.recompute();
    return switch (mode) {
      case FULL -> ledger.put(GroupTerms.LAYER_INPUT, input(layer, t));
      case PER_OPERATION -> perOperation(layer, t, ledger);
      case NONE, SELECTIVE, MODULES -> tensors(layer, t, mode, GroupTerms.KEPT_LAYER, ledger);
    };
  }

  /**
   * A layer that keeps everything. For a plain GPT with dropout and f = 4h this is Korthikanti's
   * {@code sbh(10 + 24/t + 5as/(ht))}, with sequence parallelism {@code sbh/t·(34 + 5as/h)}.
   */
  static double whole(LayerProfile layer, Training t, Ledger ledger) {
    return tensors(layer, t, Recompute.NONE, GroupTerms.WHOLE_LAYER, ledger);
  }

  /** The input of a layer: {@code A·T·h/σ}. */
  static double input(LayerProfile layer, Training t) {
    return Setup.tokens(t)
        * Setup.activationBytes(t)
        * layer.hidden()
        / Setup.sequenceSplit(t.parallelism());
  }

  /**
   * With a = bytes of an activation, q = of a kept linear input, r = q unless norms and activation
   * functions are recomputed, then 0:
   *
   * <ul>
   *   <li>over σ: norm inputs and latents (a), norm results (r), dropout masks (1)
   *   <li>over t: queries, keys, values (not when {@link MixerProfile#splitWithoutUp} has them
   *       computed again), result of attention (a) and its quantised copy (q, only if q &lt; a),
   *       scores, results of the first products (a), input of the last (r)
   *   <li>over σ, per active expert, which are taken to be balanced: dispatched token (q, gathered
   *       over etp), result (a, unless weighed before the last product), its own products (a, r)
   * </ul>
   */
  private static double tensors(
      LayerProfile layer, Training t, Recompute mode, Term term, Ledger ledger) {
    Parallelism p = t.parallelism();
    MixerProfile mixer = layer.mixer();
    FeedForwardProfile inner = layer.feedForward();
    double a = Setup.activationBytes(t);
    double q = Setup.linearInputBytes(t);
    double r = mode == Recompute.MODULES ? 0 : q;
    double h = layer.hidden();
    int parts = mixer.present() + inner.present();
    double scores = (double) mixer.scoreHeads() * t.batch().sequence() / p.cp();
    if (ledger.recording()) {
      widths(layer, t, mode, scores, ledger);
    }
    double split =
        a * (parts * h + mixer.latents())
            + r * (parts * h + mixer.normedLatents())
            + Setup.maskBytes(t) * (parts * h);
    double sharded =
        a * (mixed(mixer, p, mode) + inner.inner())
            + Setup.projectionCopyBytes(t) * mixer.output()
            + Setup.scoreBytes(t, mode) * scores
            + r * inner.activated();
    double experts =
        inner.active()
            * (q * h * p.etp()
                + Setup.combinedBytes(t) * h
                + a * inner.expertInner()
                + r * inner.expertActivated());
    double sigma = Setup.sequenceSplit(p);
    return ledger.put(term, Setup.tokens(t) * (split / sigma + sharded / p.tp() + experts / sigma));
  }

  private static double mixed(MixerProfile mixer, Parallelism p, Recompute mode) {
    return mode == Recompute.MODULES ? mixer.splitWithoutUp(p.tp()) : mixer.split(p.tp());
  }

  private static void widths(
      LayerProfile layer, Training t, Recompute mode, double scores, Ledger ledger) {
    Parallelism p = t.parallelism();
    MixerProfile mixer = layer.mixer();
    FeedForwardProfile inner = layer.feedForward();
    double inputs = (mixer.present() + inner.present()) * layer.hidden();
    double q = Setup.linearInputBytes(t);
    ledger.put(MemoryTerms.INPUT_WIDTH, q);
    ledger.put(MemoryTerms.NORMED_WIDTH, mode == Recompute.MODULES ? 0 : q);
    ledger.put(MemoryTerms.COPY_OF_OUTPUT_WIDTH, Setup.projectionCopyBytes(t));
    ledger.put(MemoryTerms.COMBINED_WIDTH, Setup.combinedBytes(t));
    ledger.put(MemoryTerms.MASK_WIDTH, Setup.maskBytes(t));
    ledger.put(MemoryTerms.SCORE_WIDTH, Setup.scoreBytes(t, mode));
    MemoryTerms.derived(ledger, MemoryTerms.STREAM, inputs + mixer.latents());
    MemoryTerms.derived(ledger, MemoryTerms.NORMED, inputs + mixer.normedLatents());
    MemoryTerms.derived(ledger, MemoryTerms.MASKED, inputs);
    MemoryTerms.derived(ledger, MemoryTerms.MIXED, mixed(mixer, p, mode));
    MemoryTerms.derived(ledger, MemoryTerms.OUTPUT, mixer.output());
    MemoryTerms.derived(ledger, MemoryTerms.SCORES, scores);
    MemoryTerms.derived(ledger, MemoryTerms.INNER, inner.inner());
    MemoryTerms.derived(ledger, MemoryTerms.ACTIVATED, inner.activated());
    ledger.put(MemoryTerms.ACTIVE, inner.active());
    MemoryTerms.derived(ledger, MemoryTerms.EXPERT_INNER, inner.expertInner());
    MemoryTerms.derived(ledger, MemoryTerms.EXPERT_ACTIVATED, inner.expertActivated());
  }

  private static double perOperation(LayerProfile layer, Training t, Ledger ledger) {
    Parallelism p = t.parallelism();
    MixerProfile mixer = layer.mixer();
    boolean float8 = t.numerics().compute().bytes() <= 1;
    double products =
        float8
            ? 0
            : mixer.inner()
                + mixer.keyValues(p.tp()) / 2
                + layer.hidden()
                + layer.feedForward().width();
    MemoryTerms.derived(ledger, MemoryTerms.OUTPUT, mixer.output());
    MemoryTerms.derived(ledger, MemoryTerms.HALF_PRODUCTS, products);
    double perToken =
        layer.hidden() / Setup.sequenceSplit(p) + (mixer.output() + products) / p.tp();
    return ledger.put(
        GroupTerms.PER_OPERATION_LAYER, Setup.tokens(t) * Setup.activationBytes(t) * perToken);
  }
}
