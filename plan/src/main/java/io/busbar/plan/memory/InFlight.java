package io.busbar.plan.memory;

import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Training;

/** Micro-batches whose activations a stage keeps at once. Stateless. */
final class InFlight {
  private InFlight() {}

  /**
   * With p stages, v virtual stages per rank, m micro-batches, on stage i (from 0):
   *
   * <ul>
   *   <li>GPipe: m
   *   <li>1F1B, ZB-1P: min(m, p − i); DeepSpeed's pipe engine keeps one more (its buffers are
   *       stages − i + 1)
   *   <li>interleaved: min(m·v, 2(p − i − 1) + (v − 1)p + 1) / v, on stage 0 p·(1 + (p−1)/(p·v))
   *   <li>ZB-2P: min(m, 2(p − i))
   *   <li>ZB-V: min(m, p) on every rank
   *   <li>DualPipe: p + 1 stages' worth over the two stages of a rank, (p + 1)/2 of each
   * </ul>
   *
   * Sources: Narayanan et al. 2021 (1F1B, interleaved); Korthikanti et al. 2022, appendix B;
   * zero-bubble schedules of Qi et al. (ZB-1P, ZB-2P, ZB-V); DeepSeek-V3 report (DualPipe);
   * DeepSpeed runtime/pipe/schedule. One stage keeps one micro-batch.
   */
  static double microBatches(Training t, int stage) {
    Parallelism p = t.parallelism();
    int pp = p.pp();
    if (pp == 1) {
      return 1;
    }
    double m = Math.max(1, t.microBatches());
    int left = pp - stage;
    return switch (p.schedule()) {
      case GPIPE -> m;
      case ONE_F_ONE_B -> Math.min(m, Engine.of(t) == Engine.ZERO_1 ? left + 1 : left);
      case ZERO_BUBBLE_1P -> Math.min(m, left);
      case INTERLEAVED -> {
        int v = p.virtualStages();
        yield Math.min(m * v, 2.0 * (left - 1) + (v - 1.0) * pp + 1) / v;
      }
      case ZERO_BUBBLE_2P -> Math.min(m, 2.0 * left);
      case ZERO_BUBBLE_V -> Math.min(m, pp);
      case DUAL_PIPE -> Math.min(m, (pp + 1) / 2.0);
    };
  }
}
