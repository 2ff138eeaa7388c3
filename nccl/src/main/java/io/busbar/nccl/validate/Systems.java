package io.busbar.nccl.validate;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.formats.measurements.Experiment;
import io.busbar.nccl.sweep.Operations;
import io.busbar.nccl.time.NcclCurve;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.time.TimeConstants;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/** The systems of experiments, made once, so that many sets of constants can be tried on them. */
final class Systems {
  private record Measured(DescribedSystem system, NcclTime times) {}

  private final Map<Experiment, Optional<Measured>> made = new IdentityHashMap<>();

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
        : made.computeIfAbsent(experiment, Systems::describe)
            .map(m -> m.times().with(constants).prepare(op, m.system().group()));
  }

  private static Optional<Measured> describe(Experiment experiment) {
    return DescribedSystem.of(experiment)
        .map(s -> new Measured(s, NcclTime.of(s.cluster(), s.setup())));
  }
}
