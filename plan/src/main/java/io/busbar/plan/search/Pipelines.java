package io.busbar.plan.search;

import io.busbar.model.training.LayoutRequest;
import io.busbar.model.training.ModelLimits;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Stack;
import io.busbar.plan.stack.Feature;
import io.busbar.plan.stack.StackTable;
import java.util.ArrayList;
import java.util.List;

/** The schedules that a request and its stack leave open. Immutable. */
public final class Pipelines {
  private final LayoutRequest fixed;
  private final ModelLimits limits;
  private final Stack stack;
  private final StackTable table = StackTable.standard();

  /**
   * A schedule with its chunks per rank.
   *
   * @param virtualStages 1 unless interleaved
   */
  public record Pipeline(PipelineSchedule schedule, int virtualStages) {}

  /**
   * @param fixed what is given of the layout
   * @param stack what runs it
   */
  public Pipelines(LayoutRequest fixed, ModelLimits limits, Stack stack) {
    this.fixed = fixed;
    this.limits = limits;
    this.stack = stack;
  }

  /**
   * What may be tried with so many stages; what is given stays, whether the stack has it or not.
   */
  public List<Pipeline> of(int pp) {
    if (pp == 1) {
      return List.of(new Pipeline(PipelineSchedule.ONE_F_ONE_B, 1));
    }
    List<Pipeline> all = new ArrayList<>();
    for (PipelineSchedule schedule : PipelineSchedule.values()) {
      if (!tries(schedule)) {
        continue;
      }
      if (schedule == PipelineSchedule.INTERLEAVED) {
        virtualStages(pp).forEach(v -> all.add(new Pipeline(schedule, v)));
      } else if (fixed.virtualStages() == null || fixed.virtualStages() == 1) {
        all.add(new Pipeline(schedule, 1));
      }
    }
    return all;
  }

  /** GPipe keeps more than 1F1B and gains nothing, so it is tried only when asked for. */
  private boolean tries(PipelineSchedule schedule) {
    return fixed.schedule() != null
        ? fixed.schedule() == schedule
        : schedule != PipelineSchedule.GPIPE && table.can(stack, Feature.of(schedule));
  }

  /** Numbers of chunks with which no rank holds more layers than without. */
  private List<Integer> virtualStages(int pp) {
    if (fixed.virtualStages() != null) {
      return fixed.virtualStages() > 1 ? List.of(fixed.virtualStages()) : List.of();
    }
    List<Integer> chunks = new ArrayList<>();
    int most = limits.mostLayers(pp, 1);
    for (int v = 2; v <= most; v++) {
      if (limits.mostLayers(pp, v) <= most) {
        chunks.add(v);
      }
    }
    return chunks;
  }
}
