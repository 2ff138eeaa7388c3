package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.model.training.Parallelism;
import io.busbar.model.workload.ModelSpec;

/**
 * The pipeline stage with the most work on a micro-batch, which decides how long one takes. Stages
 * hold average layers where kinds alternate; dense layers before those with experts stand on the
 * first stages.
 *
 * @param layers of the stage
 * @param dense of them, dense layers that stand before those with experts
 * @param layerSeconds of its layers
 * @param endSeconds of the ends of the model that it holds
 * @param ends which these are
 */
record SlowestStage(int layers, int dense, double layerSeconds, double endSeconds, Term ends) {

  /**
   * @param layers of the model, extra prediction layers included
   * @param average seconds of an average layer, with what the engine adds
   * @param engine what the engine adds
   * @param ofKind seconds of a layer of each kind, without that
   */
  static SlowestStage of(
      ModelSpec model,
      Parallelism p,
      Stages stages,
      int layers,
      double average,
      double engine,
      double[] ofKind,
      StageEnds ends) {
    int leading = leading(model, p);
    if (p.pp() == 1) {
      return new SlowestStage(layers, 0, layers * average, ends.both(), StepTerms.STAGE_BOTH);
    }
    double usual = leading == 0 ? average : ofKind[1] + engine;
    double less = leading == 0 ? 0 : ofKind[1] - ofKind[0];
    int last = p.pp() - 1;
    SlowestStage slowest =
        stage(
            stages.first(),
            stages.leadingOn(0, leading, p),
            usual,
            less,
            ends.embedding(),
            StepTerms.STAGE_FIRST);
    slowest =
        slowest.or(
            stage(
                stages.last(),
                stages.leadingOn(last, leading, p),
                usual,
                less,
                ends.head(),
                StepTerms.STAGE_LAST));
    return p.pp() == 2
        ? slowest
        : slowest.or(
            stage(
                stages.perStage(),
                stages.leadingOn(last - 1, leading, p),
                usual,
                less,
                0,
                StepTerms.STAGE_NO_ENDS));
  }

  /** Without a pipeline all layers are on one stage, whatever their order. */
  private static int leading(ModelSpec model, Parallelism p) {
    return p.pp() == 1 ? 0 : model.leadingDense();
  }

  private static SlowestStage stage(
      int layers, int dense, double usual, double less, double endSeconds, Term ends) {
    return new SlowestStage(layers, dense, layers * usual - dense * less, endSeconds, ends);
  }

  private SlowestStage or(SlowestStage other) {
    return other.seconds() > seconds() ? other : this;
  }

  double seconds() {
    return layerSeconds + endSeconds;
  }

  /** Notes it with its formula. */
  void put(ModelSpec model, Parallelism p, Ledger ledger) {
    ledger.put(ends, endSeconds);
    ledger.put(StepTerms.STAGE_LAYERS, layers);
    int leading = leading(model, p);
    if (leading == 0) {
      ledger.put(StepTerms.SLOWEST, seconds());
      return;
    }
    ledger.put(StepTerms.STAGE_DENSE, dense);
    ledger.put(StepTerms.DENSE_LAYERS, leading);
    ledger.put(StepTerms.EXPERT_LAYERS, model.layers().getLast().count());
    ledger.put(StepTerms.SLOWEST_OF_KINDS, seconds());
  }
}
