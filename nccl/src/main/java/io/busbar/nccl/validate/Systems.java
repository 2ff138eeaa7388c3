package io.busbar.nccl.validate;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.formats.measurements.Experiment;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.sweep.Operations;
import io.busbar.nccl.time.NcclCurve;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.time.TimeConstants;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The systems of experiments, made once, so that many sets of constants can be tried on them. */
final class Systems {
  private record Measured(DescribedSystem system, NcclTime times) {}

  private final @Nullable Cluster cluster;
  private final Map<Experiment, Optional<Measured>> made = new IdentityHashMap<>();

  /**
   * @param cluster what all experiments ran on; null when each describes its own system
   */
  Systems(@Nullable Cluster cluster) {
    this.cluster = cluster;
  }

  /** The achieved time with these constants. */
  Prediction predict(TimeConstants constants) {
    Map<Experiment, Optional<NcclCurve>> curves = new IdentityHashMap<>();
    return (experiment, sizeBytes) ->
        curves
            .computeIfAbsent(experiment, e -> curve(e, constants))
            .map(curve -> curve.seconds(sizeBytes, Ledger.OFF))
            .orElse(Double.NaN);
  }

  private Optional<NcclCurve> curve(Experiment experiment, TimeConstants constants) {
    CollectiveOp op = Operations.find(experiment.collective());
    return op == null
        ? Optional.empty()
        : made.computeIfAbsent(experiment, this::describe)
            .map(m -> m.times().with(constants).prepare(op, m.system().group()));
  }

  private Optional<Measured> describe(Experiment experiment) {
    Optional<DescribedSystem> system =
        cluster == null ? DescribedSystem.of(experiment) : DescribedSystem.on(cluster, experiment);
    return system.map(s -> new Measured(s, NcclTime.of(s.cluster(), s.setup())));
  }
}
