package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.model.training.Parallelism;

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
  private static final Term CHUNKS =
      Term.input("virtual_stages", "", "chunks of layers that a rank holds");
  private static final Term PLAIN =
      Term.input("bubble_factor", "", "idle time relative to plain 1F1B, which this is");
  private static final Term INTERLEAVED = factor("interleaved", "1 / {virtual_stages}");
  private static final Term FILLED_1P =
      factor(
          "ZB-H1", "max({stages} - 1, 2 * {stages} - 1 - {micro_batches}) / (3 * ({stages} - 1))");
  private static final Term FILLED_2P =
      factor("ZB-H2", "max(0, 2 * {stages} - 1 - {micro_batches}) / (3 * ({stages} - 1))");
  private static final Term FILLED_V =
      factor(
          "ZB-V",
          "max(0, max((2 * {stages} - 1 - {micro_batches}) / 2,"
              + " 2 * {stages} - 0.5 - 2 * {micro_batches})) / (3 * ({stages} - 1))");
  private static final Term DUAL = factor("DualPipe", "({stages} / 2 - 1) / ({stages} - 1) / 2");

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
        layers > chunks ? ceil(layers, chunks) * p.virtualStages() : ceil(layers, stages);
    return new Stages(perStage, perStage, Math.max(layers - perStage * (stages - 1), 0));
  }

  /**
   * Layers of the first chunk of a stage that are among the first {@code leading} of the model.
   * With virtual stages the first chunks of all stages come first; leading layers are too few to
   * reach the second.
   */
  int leadingOn(int stage, int leading, Parallelism p) {
    int chunk = Math.max(1, perStage / p.virtualStages());
    int firstChunk = Math.max(1, first / p.virtualStages());
    int start = stage == 0 ? 0 : firstChunk + (stage - 1) * chunk;
    return Math.clamp(leading - start, 0, stage == 0 ? firstChunk : chunk);
  }

  private static int ceil(int a, int b) {
    return (a + b - 1) / b;
  }

  /**
   * Idle time relative to that of plain 1F1B with one chunk per rank, p − 1 micro-batches.
   *
   * <p>GPipe and 1F1B 1; interleaved 1/v (Narayanan 2021). Zero-bubble schedules fill idle time
   * with weight gradients, for which there must be enough micro-batches; with forward, input and
   * weight gradient of one unit each, 3(p − 1) units are idle in 1F1B and {@code max(p−1, 2p−1−m)}
   * in ZB-H1, {@code max(0, 2p−1−m)} in ZB-H2, {@code max(0, (2p−1−m)/2, 2p−1/2−2m)} in ZB-V: the
   * papers' 1/3, 0 and 0 from m = 2p − 1 on (Qi 2023, 2024; fewer micro-batches by list
   * scheduling). DualPipe: (p/2 − 1) chunks of a fused forward and backward less the weight
   * gradients: about (p/2 − 1)/(p − 1)/2 (DeepSeek-V3 report).
   */
  static double bubbleFactor(Parallelism p, long microBatches, Ledger ledger) {
    if (p.pp() == 1) {
      return 0;
    }
    double stages = ledger.put(StepTerms.STAGES, p.pp());
    double batches = ledger.put(StepTerms.MICRO_BATCHES, microBatches);
    double missing = 2 * stages - 1 - batches;
    double units = 3 * (stages - 1);
    return switch (p.schedule()) {
      case GPIPE, ONE_F_ONE_B -> ledger.put(PLAIN, 1);
      case INTERLEAVED -> ledger.put(INTERLEAVED, 1 / ledger.put(CHUNKS, p.virtualStages()));
      case ZERO_BUBBLE_1P -> ledger.put(FILLED_1P, Math.max(stages - 1, missing) / units);
      case ZERO_BUBBLE_2P -> ledger.put(FILLED_2P, Math.max(0, missing) / units);
      case ZERO_BUBBLE_V ->
          ledger.put(
              FILLED_V, Math.max(0, Math.max(missing / 2, 2 * stages - 0.5 - 2 * batches)) / units);
      case DUAL_PIPE -> ledger.put(DUAL, (stages / 2 - 1) / (stages - 1) / 2);
    };
  }

  private static Term factor(String meaning, String formula) {
    return Term.of("bubble_factor", "", "idle time relative to plain 1F1B: " + meaning, formula);
  }
}
