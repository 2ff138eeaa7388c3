package io.busbar.plan;

import io.busbar.base.quantity.DataSize;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.step.RankBuckets;
import io.busbar.plan.step.StepConstants;
import java.util.Locale;

/** In words, what replicas exchange in a step and what of it a plan counts as hidden. Stateless. */
final class ReplicaExchange {
  private ReplicaExchange() {}

  /** One sentence or two; empty with one replica. */
  static String words(Situation now) {
    Training training = now.training();
    if ((long) training.parallelism().dp() * training.parallelism().cp() == 1) {
      return "";
    }
    return what(now, training) + "; " + hidden(training);
  }

  private static String what(Situation now, Training training) {
    Sharding sharding = training.parallelism().sharding();
    if (sharding == Sharding.PARAMETERS) {
      return "data parallel: parameters gathered and gradients scattered layer by layer";
    }
    RankBuckets buckets = RankBuckets.of(now.model(), training);
    int count = buckets.dense().count() + buckets.experts().count();
    boolean whole = sharding == Sharding.NONE;
    return String.format(
        Locale.ROOT,
        "data parallel: %,d %s in buckets of %s, each with the tensor that fills it",
        whole ? count : 2 * count,
        whole ? "all-reduces" : "reduce-scatters and all-gathers",
        new DataSize(training.overlap().bucketBytes()));
  }

  private static String hidden(Training training) {
    boolean hides = training.overlap().gradients() || training.overlap().parameters();
    return hides
        ? String.format(
            Locale.ROOT,
            "%.0f %% of the passes beside them hide them, one layer's part shows at the ends;"
                + " 'busbar simulate step' plays the same collectives and hides all that fits",
            100 * StepConstants.standard().value("data_window_share"))
        : "nothing hides them";
  }
}
