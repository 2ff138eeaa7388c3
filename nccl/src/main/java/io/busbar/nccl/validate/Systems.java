package io.busbar.nccl.validate;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.formats.measurements.Experiment;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.sweep.Operations;
import io.busbar.nccl.time.Band;
import io.busbar.nccl.time.NcclCurve;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.time.TimeConstants;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What experiments ran on: a cluster that was named, or what they say themselves. Made once for
 * each, so that many sets of constants can be tried. Not thread-safe.
 */
public final class Systems {
  /** Standard deviations from the 10th to the 90th percentile. */
  private static final double BAND_DEVIATIONS = 2.563;

  private record Measured(DescribedSystem system, NcclTime times) {}

  private final @Nullable Cluster cluster;
  private final Set<Experiment> onCluster = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Experiment, Optional<Measured>> made = new IdentityHashMap<>();

  /** Every experiment describes its system. */
  public Systems() {
    this(null, Set.of());
  }

  private Systems(@Nullable Cluster cluster, Collection<Experiment> onCluster) {
    this.cluster = cluster;
    this.onCluster.addAll(onCluster);
  }

  /** These experiments ran on this cluster; others describe their systems. */
  public static Systems on(Cluster cluster, Collection<Experiment> experiments) {
    return new Systems(cluster, experiments);
  }

  /** The achieved time on every system. */
  public Prediction predict() {
    return prediction(null);
  }

  /** The achieved time with these constants, whatever a cluster has of its own. */
  public Prediction predict(TimeConstants constants) {
    return prediction(constants);
  }

  private Prediction prediction(@Nullable TimeConstants constants) {
    Map<Experiment, Optional<NcclCurve>> curves = new IdentityHashMap<>();
    return (experiment, sizeBytes) ->
        curves
            .computeIfAbsent(experiment, e -> curve(e, constants))
            .map(curve -> curve.seconds(sizeBytes, Ledger.OFF))
            .orElse(Double.NaN);
  }

  /** Where the ranks of an experiment were; empty when that cannot be told. */
  public Optional<GroupShape> group(Experiment experiment) {
    return made(experiment).map(m -> m.system().group());
  }

  /** The cluster that an experiment is predicted on; empty when that cannot be told. */
  public Optional<Cluster> cluster(Experiment experiment) {
    return made(experiment).map(m -> m.system().cluster());
  }

  /**
   * How much a measured point scatters around what constants of its own system predict: standard
   * deviation of its logarithm, by the band that eight of ten points lie in; NaN without a
   * prediction.
   */
  public double uncertainty(Experiment experiment, long sizeBytes) {
    Band band =
        curve(experiment, null)
            .map(c -> c.ownBand(sizeBytes))
            .orElse(new Band(Double.NaN, Double.NaN));
    return Math.log(band.p90Seconds() / band.p10Seconds()) / BAND_DEVIATIONS;
  }

  /** Where eight of ten measurements of like systems lie; NaN without a prediction. */
  Band band(Experiment experiment, long sizeBytes) {
    return curve(experiment, null)
        .map(c -> c.band(sizeBytes))
        .orElse(new Band(Double.NaN, Double.NaN));
  }

  private Optional<NcclCurve> curve(Experiment experiment, @Nullable TimeConstants constants) {
    CollectiveOp op = Operations.find(experiment.collective());
    return op == null
        ? Optional.empty()
        : made(experiment).map(m -> times(m, constants).prepare(op, m.system().group()));
  }

  private static NcclTime times(Measured measured, @Nullable TimeConstants constants) {
    return constants == null ? measured.times() : measured.times().with(constants);
  }

  private Optional<Measured> made(Experiment experiment) {
    return made.computeIfAbsent(
        experiment, e -> system(e).map(s -> new Measured(s, NcclTime.of(s.cluster(), s.setup()))));
  }

  private Optional<DescribedSystem> system(Experiment experiment) {
    return cluster != null && onCluster.contains(experiment)
        ? DescribedSystem.on(cluster, experiment)
        : DescribedSystem.of(experiment);
  }
}
