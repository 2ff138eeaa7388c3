package io.busbar.plan.stack;

import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Training;

/** When the exchange of experts can hide behind another micro-batch. Stateless. */
public final class ExpertOverlap {
  private ExpertOverlap() {}

  /**
   * Whether the stack can merge the passes of two micro-batches in this layout. DualPipe does so by
   * design. Megatron-Core merges the backward pass of one micro-batch with the forward pass of the
   * next, with a pipeline only in its interleaved schedule. Sources: DeepSeek-V3 report;
   * Megatron-Core, combined 1F1B.
   */
  public static boolean possible(Training t) {
    Parallelism p = t.parallelism();
    if (p.ep() == 1) {
      return false;
    }
    if (p.schedule() == PipelineSchedule.DUAL_PIPE) {
      return true;
    }
    return StackTable.standard().can(t.software().stack(), Feature.OVERLAP_EXPERTS)
        && !StackTable.standard().can(t.software().stack(), Feature.DUAL_PIPE)
        && (p.pp() == 1 || p.schedule() == PipelineSchedule.INTERLEAVED)
        && t.microBatches() > 1;
  }
}
