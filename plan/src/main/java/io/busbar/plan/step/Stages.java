package io.busbar.plan.step;

import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;

/**
 * How layers fall on pipeline stages, and what the schedule leaves idle.
 *
 * <p>Layers that do not divide: when two more would, embedding and output take a slot each (first
 * and last stage hold one layer less, as BLOOM and MLPerf's asymmetric layouts do); else stages are
 * filled up and the last holds the rest.
 *
 * @param perStage layers of a middle stage
 * @param first layers of the first stage
 * @param last layers of the last stage
 */
record Stages(int perStage, int first, int last) {

  static Stages of(int layers, Parallelism p) {
    int stages = p.pp();
    if (stages == 1) {
      return new Stages(layers, layers, layers);
    }
    int chunks = stages * p.virtualStages();
    if (layers % chunks != 0 && (layers + 2) % chunks == 0) {
      int slots = (layers + 2) / chunks * p.virtualStages();
      return new Stages(slots, slots - 1, slots - 1);
    }
    int perStage =
        layers > chunks
            ? ceil(layers, chunks) * p.virtualStages()
            : ceil(layers, stages);
    return new Stages(perStage, perStage, Math.max(layers - perStage * (stages - 1), 0));
  }

  private static int ceil(int a, int b) {
    return (a + b - 1) / b;
  }

  /**
   * Idle time relative to that of plain 1F1B with one chunk per rank.
   *
   * <p>GPipe and 1F1B 1; interleaved 1/v (Narayanan 2021); ZB-H1 1/3, ZB-H2 and ZB-V 0 (Qi 2023,
   * 2024); DualPipe: (p/2 − 1) chunks of a fused forward and backward less the weight gradients, of
   * (p − 1): about (p/2 − 1)/(p − 1)/2 when forward, input and weight gradient cost the same
   * (DeepSeek-V3 report).
   */
  static double bubbleFactor(Parallelism p) {
    PipelineSchedule schedule = p.schedule();
    return switch (schedule) {
      case GPIPE, ONE_F_ONE_B -> 1;
      case INTERLEAVED -> 1.0 / p.virtualStages();
      case ZERO_BUBBLE_1P -> 1.0 / 3;
      case ZERO_BUBBLE_2P, ZERO_BUBBLE_V -> 0;
      case DUAL_PIPE -> p.pp() <= 2 ? 0 : (p.pp() / 2.0 - 1) / (p.pp() - 1) / 2;
    };
  }
}
