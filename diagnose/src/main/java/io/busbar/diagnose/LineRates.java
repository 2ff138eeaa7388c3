package io.busbar.diagnose;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.AlphaBeta;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.diagnose.check.Expectation;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.hardware.NodeType;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Expects what the catalogue's line rates allow, less a usual loss. Good to tell half from whole,
 * not to judge ten percent. Stateless.
 */
public final class LineRates implements Expectation {
  /** Large messages reach about this share of a link's rate. */
  private static final double REACHED = 0.8;

  /**
   * GPU as the driver names it, a part of it in lower case, and a node of the catalogue with it.
   */
  private static final Map<String, String> NODES =
      Map.of(
          "h100 80gb hbm3", "dgx-h100",
          "h100-sxm", "dgx-h100",
          "h200", "dgx-h200",
          "h800", "hgx-h800",
          "a100-sxm4-80gb", "dgx-a100",
          "a100-sxm4-40gb", "dgx-a100-40gb",
          "b200", "dgx-b200");

  @Override
  public OptionalDouble busbwGBps(Run run) {
    NodeType node = node(run.gpu());
    CollectiveOp op = op(run.collective());
    if (node == null || op == null || run.ranks() < 2 || run.hosts() < 1) {
      return OptionalDouble.empty();
    }
    int perHost = Math.max(1, run.ranks() / run.hosts());
    if (perHost < node.gpus()) {
      return OptionalDouble.empty(); // which of the NICs a part of the node may use is unknown
    }
    double nic = node.networkBytesPerSecondPerGpu();
    if (run.nicsPerHost() > 0 && !Double.isNaN(run.nicGbps())) {
      nic = run.nicsPerHost() * run.nicGbps() * 1e9 / 8 / perHost;
    }
    GroupShape group =
        new GroupShape(
            run.ranks(), perHost, node.gpu().scaleUpBytesPerSecond(), 0, nic, 0, false, false);
    double seconds =
        AlphaBeta.IDEAL.prepare(op, group).seconds(run.bytes(), io.busbar.base.explain.Ledger.OFF);
    double algbw = run.bytes() / seconds / 1e9;
    return OptionalDouble.of(algbw * op.busFactor(run.ranks()) * REACHED);
  }

  private static @Nullable NodeType node(String gpu) {
    String lower = gpu.toLowerCase(Locale.ROOT);
    for (Map.Entry<String, String> known : NODES.entrySet()) {
      if (lower.contains(known.getKey())) {
        return Catalog.standard().node(known.getValue(), Position.of("gpu"), new Problems());
      }
    }
    return null;
  }

  private static @Nullable CollectiveOp op(String name) {
    return switch (name) {
      case "all_reduce" -> CollectiveOp.ALL_REDUCE;
      case "all_gather" -> CollectiveOp.ALL_GATHER;
      case "reduce_scatter" -> CollectiveOp.REDUCE_SCATTER;
      case "alltoall" -> CollectiveOp.ALL_TO_ALL;
      default -> null;
    };
  }
}
