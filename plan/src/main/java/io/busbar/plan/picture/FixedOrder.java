package io.busbar.plan.picture;

import io.busbar.model.training.PipelineSchedule;
import java.util.ArrayList;
import java.util.List;

/**
 * The schedules whose order of passes is known beforehand. Sources: GPipe (Huang 2019); 1F1B and
 * the interleaved order (Narayanan 2021, Megatron-LM's pipeline schedules). Stateless.
 */
final class FixedOrder {
  private FixedOrder() {}

  /** For every stage its passes in order. */
  static List<List<Pass>> of(Pipeline pipeline) {
    List<List<Pass>> orders = new ArrayList<>();
    for (int stage = 0; stage < pipeline.stages(); stage++) {
      orders.add(
          alternating(
              passes(pipeline, Pass.Kind.FORWARD),
              passes(pipeline, Pass.Kind.BACKWARD),
              warmUp(pipeline, stage)));
    }
    return orders;
  }

  /**
   * Forward passes before the first backward pass, at most all of them: GPipe m; 1F1B p − i − 1;
   * interleaved 2(p − i − 1) + (v − 1)·group. One more follows with the first backward pass.
   */
  private static int warmUp(Pipeline pipeline, int stage) {
    int after = pipeline.stages() - stage - 1;
    return switch (pipeline.schedule()) {
      case GPIPE -> pipeline.microBatches();
      case INTERLEAVED -> 2 * after + (pipeline.chunks() - 1) * largestGroup(pipeline);
      default -> after;
    };
  }

  /** Micro-batches of the last group, which also takes what no full group is left for. */
  private static int largestGroup(Pipeline pipeline) {
    int p = pipeline.stages();
    int m = pipeline.microBatches();
    return m < p ? m : p + m % p;
  }

  /**
   * All passes of one kind: groups of as many micro-batches as there are stages go through a chunk
   * before they go through the next; backwards through the chunks in the opposite order. A rest
   * goes with the last group.
   */
  private static List<Pass> passes(Pipeline pipeline, Pass.Kind kind) {
    boolean interleaved = pipeline.schedule() == PipelineSchedule.INTERLEAVED;
    int group = interleaved ? pipeline.stages() : pipeline.microBatches();
    List<Pass> passes = new ArrayList<>();
    int end;
    for (int first = 0; first < pipeline.microBatches(); first = end) {
      boolean isLast = pipeline.microBatches() - first < 2 * group;
      end = isLast ? pipeline.microBatches() : first + group;
      for (int i = 0; i < pipeline.chunks(); i++) {
        int chunk = kind == Pass.Kind.FORWARD ? i : pipeline.chunks() - 1 - i;
        for (int microBatch = first; microBatch < end; microBatch++) {
          passes.add(new Pass(kind, microBatch, chunk));
        }
      }
    }
    return passes;
  }

  private static List<Pass> alternating(List<Pass> forward, List<Pass> backward, int warmUp) {
    int ahead = Math.min(warmUp, forward.size());
    List<Pass> order = new ArrayList<>(forward.subList(0, ahead));
    for (int i = 0; i < backward.size(); i++) {
      if (ahead + i < forward.size()) {
        order.add(forward.get(ahead + i));
      }
      order.add(backward.get(i));
    }
    return order;
  }
}
