package io.busbar.plan.space;

import io.busbar.plan.search.Pipelines.Pipeline;
import java.util.List;

/**
 * The values that vary inside a {@link Block}, the slowest first; a number of the block is written
 * with one digit for each. What decides whether a layout is possible comes early, so that a broken
 * rule skips all numbers below; batches come last and ascend, so that one may bound the next.
 *
 * @param sequenceParallel with tp over 1
 * @param experts whether the expert exchange is hidden
 * @param batches sequences per step, ascending
 */
record Axes(
    List<Integer> tp,
    List<Boolean> sequenceParallel,
    List<Integer> pp,
    List<Pipeline> pipelines,
    List<Integer> cp,
    List<Integer> ep,
    List<Integer> micro,
    List<Boolean> experts,
    List<RecomputeChoice> recompute,
    List<Long> batches) {
  static final int TP = 0;
  static final int SEQUENCE_PARALLEL = 1;
  static final int PP = 2;
  static final int PIPELINE = 3;
  static final int CP = 4;
  static final int EP = 5;
  static final int MICRO = 6;
  static final int EXPERTS = 7;
  static final int RECOMPUTE = 8;
  static final int BATCH = 9;
  static final int COUNT = 10;

  Axes {
    tp = List.copyOf(tp);
    sequenceParallel = List.copyOf(sequenceParallel);
    pp = List.copyOf(pp);
    pipelines = List.copyOf(pipelines);
    cp = List.copyOf(cp);
    ep = List.copyOf(ep);
    micro = List.copyOf(micro);
    experts = List.copyOf(experts);
    recompute = List.copyOf(recompute);
    batches = batches.stream().sorted().distinct().toList();
  }

  int[] radices() {
    return new int[] {
      tp.size(),
      sequenceParallel.size(),
      pp.size(),
      pipelines.size(),
      cp.size(),
      ep.size(),
      micro.size(),
      experts.size(),
      recompute.size(),
      batches.size()
    };
  }
}
