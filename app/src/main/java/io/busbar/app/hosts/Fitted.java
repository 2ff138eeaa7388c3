package io.busbar.app.hosts;

import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.runtime.perf.FitRun;
import io.busbar.runtime.perf.FitRun.Level;
import io.busbar.runtime.perf.FitRun.Whole;
import io.busbar.runtime.perf.MessageCosts;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A fit: what messages and sums cost, the cluster file that says so, and what the simulator makes
 * of that file for collectives that were measured but not fitted.
 *
 * @param costs one for each level of what was measured
 */
public record Fitted(
    FitRun.Measured measured, List<MessageCosts> costs, String file, List<Row> rows) {
  public Fitted {
    costs = List.copyOf(costs);
    rows = List.copyOf(rows);
  }

  /**
   * One size.
   *
   * @param sizeBytes as nccl-tests counts it
   * @param algorithm the schedule that was executed and is predicted
   * @param error predicted over measured − 1
   */
  public record Row(
      String collective,
      long sizeBytes,
      String algorithm,
      double measuredUs,
      double predictedUs,
      double error) {}

  /** Fits, writes, and predicts by reading what was written. */
  public static Fitted of(FitRun.Measured measured, LocalDate day) {
    List<MessageCosts> costs = new ArrayList<>();
    MessageCosts inside = null;
    MessageCosts between = null;
    for (Level level : measured.levels()) {
      MessageCosts fit = MessageCosts.fit(level.samples(), level.kernelSecondsPerByte());
      costs.add(fit);
      inside = level.name().equals(FitRun.INSIDE) ? fit : inside;
      between = level.name().equals(FitRun.BETWEEN) ? fit : between;
    }
    String file = HostsText.of(measured, inside, between, day);
    RuntimeTime time = new RuntimeTime(read(file), measured.group().ranks(), measured.slots());
    List<Row> rows = new ArrayList<>();
    for (Whole whole : measured.wholes()) {
      double seconds = time.seconds(whole.op(), whole.route(), whole.bytes());
      rows.add(
          new Row(
              whole.op().ncclTestsName(),
              whole.bytes(),
              whole.route().id(),
              whole.seconds() * 1e6,
              seconds * 1e6,
              seconds / whole.seconds() - 1));
    }
    return new Fitted(measured, costs, file, rows);
  }

  private static Cluster read(String file) {
    Problems problems = new Problems();
    byte[] bytes = file.getBytes(StandardCharsets.UTF_8);
    @Nullable Cluster cluster = Clusters.read(TreeReader.parse("--fit", bytes), "", problems);
    problems.throwIfAny();
    return Objects.requireNonNull(cluster);
  }
}
