package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Trained;
import io.busbar.model.training.Training;

/** Seconds of the update of the weights that a rank owns. Stateless. */
final class OptimizerTime {
  /** FP32 master and two moments read and written, gradient read, 16-bit weight written. */
  private static final double STATE_BYTES = 40;

  /** Gradients read once more for their norm and zeroed, weights written after the gather. */
  private static final double GRADIENT_BYTES = 6;

  private static final Term OWN =
      Term.input("rank_parameters", "", "trained parameters of a rank, experts included");
  private static final Term RANKS =
      Term.input("state_ranks", "", "ranks among which the states are divided");
  private static final Term STATES =
      Term.input("state_traffic", "B", "of a parameter: FP32 states read and written");
  private static final Term GRADIENTS =
      Term.input(
          "gradient_traffic", "B", "of a parameter: norm, zeroing, weights after the gather");
  private static final Term BYTES =
      Term.of(
          "optimizer_traffic_bytes",
          "B",
          "states and gradients that the update moves",
          "{rank_parameters} / {state_ranks} * {state_traffic}"
              + " + {gradient_traffic} * {rank_parameters}");
  private static final Term NOTHING =
      Term.input(
          "optimizer_traffic_bytes", "B", "adapters only: their states are too few to count");
  private static final Term OPTIMIZER =
      Term.of(
          "optimizer_s",
          "s",
          "update of the weights",
          "{optimizer_traffic_bytes} / {memory_bytes_per_s}");

  private OptimizerTime() {}

  static double seconds(
      Training training, RankBuckets exchanged, Links links, GpuRates gpu, Ledger ledger) {
    double bytes =
        training.trained() == Trained.ALL
            ? bytes(training, exchanged, links, ledger)
            : ledger.put(NOTHING, 0);
    double rate = ledger.put(LayerTerms.MEMORY_RATE, gpu.memoryBytesPerSecond);
    return ledger.put(OPTIMIZER, bytes / rate);
  }

  private static double bytes(
      Training training, RankBuckets exchanged, Links links, Ledger ledger) {
    Sharding sharding = training.parallelism().sharding();
    double own =
        ledger.put(
            OWN, exchanged.tensors().parameters(false) + exchanged.tensors().parameters(true));
    double ranks =
        ledger.put(RANKS, sharding == Sharding.NONE ? 1 : links.reach(GroupKind.SHARD).ranks());
    double states = ledger.put(STATES, STATE_BYTES);
    double gradients = ledger.put(GRADIENTS, sharding == Sharding.PARAMETERS ? 0 : GRADIENT_BYTES);
    return ledger.put(BYTES, own / ranks * states + gradients * own);
  }
}
