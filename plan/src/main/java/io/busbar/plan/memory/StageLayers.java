package io.busbar.plan.memory;

import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;

/**
 * How layers are dealt to pipeline stages. Even where they divide; else embedding and output
 * projection count as a layer each where that divides (BigScience's BLOOM, the asymmetric stages of
 * MLPerf Llama 405B); else every stage but the last takes the rounded-up share, and where that
 * leaves the last with nothing, shares differ by at most one layer. Stateless.
 */
public final class StageLayers {
  private StageLayers() {}

  /** Layers of a stage, {@code 0 ≤ stage < pp}. */
  public static int count(int layers, Parallelism p, int stage) {
    return start(layers, p, stage + 1) - start(layers, p, stage);
  }

  /** Layers on all stages before this one; {@code stage = pp} gives all. */
  static int start(int layers, Parallelism p, int stage) {
    int pp = p.pp();
    if (stage == pp) {
      return layers;
    }
    if (layers % pp == 0 && !endsTakeLess(layers, p)) {
      return layers / pp * stage;
    }
    if ((layers + 2) % pp == 0) {
      return stage == 0 ? 0 : (layers + 2) / pp * stage - 1;
    }
    int most = (layers + pp - 1) / pp;
    if ((pp - 1) * most < layers) {
      return most * stage;
    }
    return layers / pp * stage + Math.min(stage, layers % pp);
  }

  /** Whether chunks divide only with embedding and output counted as layers. */
  private static boolean endsTakeLess(int layers, Parallelism p) {
    int chunks = p.pp() * chunksPerRank(p);
    return layers % chunks != 0 && (layers + 2) % chunks == 0;
  }

  /** Pieces of the model on one rank, each a run of layers. */
  static int chunksPerRank(Parallelism p) {
    return p.schedule() == PipelineSchedule.ZERO_BUBBLE_V ? 2 : p.virtualStages();
  }
}
