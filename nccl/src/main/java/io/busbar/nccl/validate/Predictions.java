package io.busbar.nccl.validate;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.formats.measurements.Experiment;
import io.busbar.nccl.time.NcclCurve;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.time.TimeConstants;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Models of collective times as predictions for experiments. Stateless. */
public final class Predictions {

  private Predictions() {}

  /** The achieved time on the system that an experiment describes. */
  public static Prediction achieved(TimeConstants constants) {
    Map<String, Optional<NcclCurve>> curves = new HashMap<>();
    return (experiment, sizeBytes) ->
        curves
            .computeIfAbsent(experiment.id(), id -> curve(experiment, constants))
            .map(curve -> curve.seconds(sizeBytes, Ledger.OFF))
            .orElse(Double.NaN);
  }

  private static Optional<NcclCurve> curve(Experiment experiment, TimeConstants constants) {
    CollectiveOp op = op(experiment.collective());
    return op == null
        ? Optional.empty()
        : DescribedSystem.of(experiment)
            .map(s -> NcclTime.of(s.cluster(), s.setup(), constants).prepare(op, s.group()));
  }

  private static @Nullable CollectiveOp op(String collective) {
    return switch (collective) {
      case "all_reduce" -> CollectiveOp.ALL_REDUCE;
      case "all_gather" -> CollectiveOp.ALL_GATHER;
      case "reduce_scatter" -> CollectiveOp.REDUCE_SCATTER;
      case "alltoall" -> CollectiveOp.ALL_TO_ALL;
      case "broadcast" -> CollectiveOp.BROADCAST;
      case "reduce" -> CollectiveOp.REDUCE;
      case "gather" -> CollectiveOp.GATHER;
      case "scatter" -> CollectiveOp.SCATTER;
      case "sendrecv" -> CollectiveOp.SEND_RECEIVE;
      default -> null;
    };
  }
}
