package io.busbar.nccl.validate;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.AlphaBeta;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Job;
import io.busbar.formats.measurements.Experiment.Machine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Models of collective times as predictions for experiments. Stateless. */
public final class Predictions {
  private static final double START_SECONDS = 6e-6;
  private static final double SCALE_UP_SHARE = 0.77;
  private static final double SCALE_OUT_SHARE = 0.92;
  private static final double SCALE_UP_LATENCY = 1e-6;
  private static final double SCALE_OUT_LATENCY = 2e-6;
  private static final Pattern RACKS = Pattern.compile("(\\d{1,4}) NVL72 rack");

  private Predictions() {}

  /**
   * The alpha-beta form with the shares of the step model ({@code scale_up_share}, {@code
   * network_share}); it knows no algorithms or protocols.
   */
  public static Prediction alphaBeta() {
    AlphaBeta model = new AlphaBeta(START_SECONDS, SCALE_UP_SHARE, SCALE_OUT_SHARE);
    return (experiment, sizeBytes) -> {
      CollectiveOp op = op(experiment.collective());
      GroupShape shape = shape(experiment);
      return op == null || shape == null
          ? Double.NaN
          : model.prepare(op, shape).seconds(sizeBytes, Ledger.OFF);
    };
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

  /** Null when the rates that the ranks need are not stated. */
  private static @Nullable GroupShape shape(Experiment experiment) {
    Job job = experiment.job();
    Machine machine = experiment.machine();
    int domain = ranksPerDomain(experiment);
    if (job.ranks() < 2 || domain < 1) {
      return null;
    }
    double inside = machine.intraGBpsPerGpu().or(0) * 1e9;
    double outside =
        machine.nicsPerNode().or(0)
            * machine.nicGbps().or(0)
            * 1e9
            / 8
            / Math.max(1, job.gpusUsedPerNode());
    boolean known = (domain == 1 || inside > 0) && (domain >= job.ranks() || outside > 0);
    return known
        ? new GroupShape(
            job.ranks(),
            domain,
            inside,
            SCALE_UP_LATENCY,
            outside,
            SCALE_OUT_LATENCY,
            false,
            job.sharp().equals("yes"))
        : null;
  }

  /** A rack of NVL72 is one domain; elsewhere a node is. */
  private static int ranksPerDomain(Experiment experiment) {
    Machine machine = experiment.machine();
    Job job = experiment.job();
    Matcher racks = RACKS.matcher(machine.topology());
    if (machine.intraLink().contains("NVL72") && racks.find()) {
      int count = Math.max(1, Integer.parseInt(racks.group(1)));
      return Math.max(1, job.ranks() / count);
    }
    return Math.min(job.ranks(), job.gpusUsedPerNode());
  }
}
