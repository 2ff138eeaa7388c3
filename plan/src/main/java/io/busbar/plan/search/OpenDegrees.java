package io.busbar.plan.search;

import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.ModelSpec;
import java.util.ArrayList;
import java.util.List;

/** What is tried of a degree that nobody fixed. Stateless. */
public final class OpenDegrees {
  private static final int MAX_TP = 64;
  private static final int MAX_CP = 64;
  private static final int MAX_MICRO_BATCH = 16;

  /** Context parallelism is for sequences that one rank can hardly hold. */
  private static final int LEAST_TOKENS_OF_A_RANK = 4096;

  private OpenDegrees() {}

  /** Tensor-parallel ranks among so many. */
  public static List<Integer> tp(int ranks) {
    return divisors(ranks, MAX_TP);
  }

  /** Pipeline stages of a model on so many ranks. */
  public static List<Integer> pp(int ranks, ModelSpec model) {
    return divisors(ranks, model.layerCount());
  }

  /** Context-parallel ranks for a sequence. */
  public static List<Integer> cp(int ranks, int sequence) {
    return divisors(ranks, Math.max(1, Math.min(MAX_CP, sequence / LEAST_TOKENS_OF_A_RANK)));
  }

  /** Expert-parallel ranks of a model. */
  public static List<Integer> ep(ModelSpec model) {
    int experts = 1;
    for (LayerGroup group : model.layers()) {
      if (group.feedForward() instanceof FeedForward.Experts e) {
        experts = Math.max(experts, e.experts());
      }
    }
    return divisors(experts, experts);
  }

  /** Sequences of a micro-batch: powers of two. */
  public static List<Integer> microBatches() {
    List<Integer> sizes = new ArrayList<>();
    for (int size = 1; size <= MAX_MICRO_BATCH; size *= 2) {
      sizes.add(size);
    }
    return sizes;
  }

  private static List<Integer> divisors(int of, int limit) {
    List<Integer> divisors = new ArrayList<>();
    for (int d = 1; d <= Math.min(of, limit); d++) {
      if (of % d == 0) {
        divisors.add(d);
      }
    }
    return divisors;
  }
}
