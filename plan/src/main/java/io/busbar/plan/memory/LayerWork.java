package io.busbar.plan.memory;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Training;

/** Bytes that one layer needs on a rank while its backward pass runs. Stateless. */
final class LayerWork {
  private LayerWork() {}

  /**
   * {@code A·T·(w + 2h)}: gradient of the widest tensor w, and the layer's input and its gradient,
   * whole even where the sequence is split. Widest: first products of the feed-forward part, of the
   * active experts, or queries, keys and values.
   */
  static double gradients(LayerProfile layer, Training t, Ledger ledger) {
    Parallelism p = t.parallelism();
    MixerProfile mixer = layer.mixer();
    FeedForwardProfile inner = layer.feedForward();
    double split = Math.max(inner.inner(), mixer.inner() + mixer.keyValues(p.tp()));
    double experts = inner.active() * inner.expertInner() / Setup.sequenceSplit(p);
    double widest = Math.max(split / p.tp(), experts);
    MemoryTerms.derived(ledger, MemoryTerms.WIDEST, widest);
    return ledger.put(
        MemoryTerms.LAYER_WORK,
        Setup.activationBytes(t) * Setup.tokens(t) * (widest + 2 * layer.hidden()));
  }

  /** What one layer computes again: all of it in full mode, else what its mode did not keep. */
  static double recomputed(LayerProfile layer, Training t, Ledger ledger) {
    if (keepsAll(t)) {
      return ledger.put(MemoryTerms.NOT_RECOMPUTED, 0);
    }
    double whole = LayerActivations.whole(layer, t, ledger);
    return t.recompute() == Recompute.FULL
        ? ledger.put(MemoryTerms.RECOMPUTED_WHOLE, whole)
        : ledger.put(MemoryTerms.RECOMPUTED, whole - LayerActivations.kept(layer, t, ledger));
  }

  private static boolean keepsAll(Training t) {
    return t.recompute() == Recompute.NONE
        || t.recompute() == Recompute.SELECTIVE
            && t.software().attention() != AttentionKernel.UNFUSED;
  }

  /**
   * Context parallelism, with k elements of keys and values per token: a ring holds the block in
   * use and the next one, with gradients {@code 4·A·T·k/t}; an all-gather the whole sequence with
   * gradients {@code 2·A·T·c·k/t}; an exchange of heads a second copy of what it exchanges.
   */
  static double contextExchange(LayerProfile layer, Training t, Ledger ledger) {
    Parallelism p = t.parallelism();
    if (p.cp() == 1) {
      return ledger.put(MemoryTerms.NO_CONTEXT, 0);
    }
    MixerProfile mixer = layer.mixer();
    double perElement = Setup.activationBytes(t) * Setup.tokens(t) / p.tp();
    double keyValues = mixer.keyValues(p.tp());
    MemoryTerms.derived(ledger, MemoryTerms.KEY_VALUES, keyValues);
    MemoryTerms.derived(ledger, MemoryTerms.MIXED, mixer.split(p.tp()));
    return switch (p.contextKind()) {
      case RING -> ledger.put(MemoryTerms.RING, 4 * perElement * keyValues);
      case ALL_GATHER -> ledger.put(MemoryTerms.ALL_GATHER, 2 * perElement * p.cp() * keyValues);
      case ALL_TO_ALL -> ledger.put(MemoryTerms.ALL_TO_ALL, perElement * mixer.split(p.tp()));
    };
  }

  /**
   * Expert parallelism: {@code A·T/σ·topk·h·(1 + etp)}, the copies of tokens as sent and as
   * received, where the ranks inside an expert all receive. Balanced experts are assumed.
   */
  static double expertExchange(LayerProfile layer, Training t, Ledger ledger) {
    Parallelism p = t.parallelism();
    int active = layer.feedForward().active();
    if (active == 0 || p.ep() * p.etp() == 1) {
      return ledger.put(MemoryTerms.NO_DISPATCH, 0);
    }
    ledger.put(MemoryTerms.ACTIVE, active);
    double tokens = Setup.tokens(t) / Setup.sequenceSplit(p);
    return ledger.put(
        MemoryTerms.DISPATCH,
        Setup.activationBytes(t) * tokens * active * layer.hidden() * (1 + p.etp()));
  }

  /** All of it, as {@code term}. */
  static double total(LayerProfile layer, Training t, Term term, Ledger ledger) {
    ledger.open("layer");
    double sum =
        gradients(layer, t, ledger)
            + recomputed(layer, t, ledger)
            + contextExchange(layer, t, ledger)
            + expertExchange(layer, t, ledger);
    return ledger.close(term, sum);
  }
}
