package io.busbar.plan.step;

import io.busbar.model.training.BucketRule;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Trained;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What replicas exchange: parameters of a rank and, where they travel in buckets, those.
 *
 * @param tensors of the rank
 * @param dense buckets outside routed experts; none with sharded parameters
 * @param experts buckets of routed experts
 */
public record RankBuckets(
    RankTensors tensors, RankTensors.Buckets dense, RankTensors.Buckets experts) {
  private static final RankTensors.Buckets NONE =
      new RankTensors.Buckets(new double[0], new int[0]);

  public static RankBuckets of(ModelSpec model, Training training) {
    RankTensors tensors = RankTensors.of(model, training);
    Sharding sharding = training.parallelism().sharding();
    if (sharding == Sharding.PARAMETERS) {
      return new RankBuckets(tensors, NONE, NONE);
    }
    long bytes = training.overlap().bucketBytes();
    BucketRule rule = BucketRule.of(sharding, bytes > 0 ? bytes : Long.MAX_VALUE);
    double gradient = training.numerics().gradientReduceBytes();
    return new RankBuckets(
        tensors, tensors.buckets(rule, gradient, false), tensors.buckets(rule, gradient, true));
  }

  /** Keeps them for the layouts of a search, many of which share them. Thread-safe. */
  static final class Known {
    private record Key(
        int tp,
        int pp,
        int ep,
        int etp,
        Sharding sharding,
        Trained trained,
        long bytes,
        double gradient) {}

    private final Map<Key, RankBuckets> known = new ConcurrentHashMap<>();

    RankBuckets of(ModelSpec model, Training training) {
      Parallelism p = training.parallelism();
      Key key =
          new Key(
              p.tp(),
              p.pp(),
              p.ep(),
              p.etp(),
              p.sharding(),
              training.trained(),
              training.overlap().bucketBytes(),
              training.numerics().gradientReduceBytes());
      return known.computeIfAbsent(key, k -> RankBuckets.of(model, training));
    }
  }
}
