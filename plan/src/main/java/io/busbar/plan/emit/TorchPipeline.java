package io.busbar.plan.emit;

import static io.busbar.plan.emit.Torch.INDENT;

import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;

/** Pipeline schedules in the words of {@code torch.distributed.pipelining}. Stateless. */
final class TorchPipeline {
  private TorchPipeline() {}

  /** The class in {@code torch.distributed.pipelining}. */
  static String name(PipelineSchedule schedule) {
    return switch (schedule) {
      case GPIPE -> "ScheduleGPipe";
      case ONE_F_ONE_B, ZERO_BUBBLE_1P, ZERO_BUBBLE_2P -> "Schedule1F1B";
      case INTERLEAVED -> "ScheduleInterleaved1F1B";
      case ZERO_BUBBLE_V -> "ScheduleZBVZeroBubble";
      case DUAL_PIPE -> "ScheduleDualPipeV";
    };
  }

  /** A function that makes the schedule. */
  static void write(Script script, Parallelism p, Effects effects) {
    boolean several =
        switch (p.schedule()) {
          case INTERLEAVED, ZERO_BUBBLE_V, DUAL_PIPE -> true;
          case GPIPE, ONE_F_ONE_B, ZERO_BUBBLE_1P, ZERO_BUBBLE_2P -> false;
        };
    String stages = several ? "stages" : "stage";
    script.line("").line("");
    script.line("def make_schedule(" + stages + ", loss_fn):");
    if (several) {
      int each = p.schedule() == PipelineSchedule.INTERLEAVED ? p.virtualStages() : 2;
      script.comment(INDENT, "stages: the " + each + " PipelineStage objects of this rank.");
    }
    script.setting(
        INDENT,
        "schedule",
        "return "
            + name(p.schedule())
            + "(\n"
            + INDENT
            + stages
            + ", n_microbatches=MICRO_BATCHES, loss_fn=loss_fn\n)",
        p.schedule() == PipelineSchedule.ONE_F_ONE_B ? Effects.LAYOUT : effects.virtualStages());
  }
}
