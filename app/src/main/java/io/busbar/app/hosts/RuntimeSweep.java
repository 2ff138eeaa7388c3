package io.busbar.app.hosts;

import io.busbar.app.sweep.SizeRows;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Report;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.Cluster;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.transport.TcpOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A collective of Busbar's own runtime over sizes, predicted. Stateless. */
public final class RuntimeSweep {
  public static final String SCHEMA = "busbar/collective-runtime/1";

  private RuntimeSweep() {}

  /**
   * The answer.
   *
   * @param collective as nccl-tests calls it
   */
  public record Answer(String collective, String cluster, int ranks, int hosts, List<Row> rows) {
    public Answer {
      rows = List.copyOf(rows);
    }
  }

  /** One size. */
  public record Row(
      long sizeBytes,
      double timeUs,
      double algbwBytesPerS,
      double busbwBytesPerS,
      String algorithm) {}

  /**
   * Predicts.
   *
   * @param way null for what the runtime takes without a table
   * @param ranks the first ones of a cluster of processors
   * @throws IllegalArgumentException when the way does not suit the hosts
   */
  public static Report run(
      CollectiveOp op, Cluster cluster, int ranks, @Nullable Route way, List<Long> sizes) {
    int hosts = Math.ceilDiv(ranks, cluster.node().gpus());
    // Links of the usual size: those of shared memory are shorter than those between hosts.
    SlotSize slots = hosts > 1 ? TcpOptions.loopback().slots() : SlotSize.DEFAULT;
    RuntimeTime time = new RuntimeTime(cluster, ranks, slots);
    List<Row> rows = new ArrayList<>();
    for (long size : sizes) {
      Route taken = way == null ? time.way(op, size) : way;
      double seconds = time.seconds(op, taken, size);
      double algbw = size / seconds;
      rows.add(new Row(size, seconds * 1e6, algbw, algbw * op.busFactor(ranks), taken.id()));
    }
    return report(new Answer(op.ncclTestsName(), cluster.name(), ranks, hosts, rows));
  }

  private static Report report(Answer answer) {
    SizeRows rows = new SizeRows();
    for (Row row : answer.rows()) {
      rows.add(
          row.sizeBytes(),
          row.timeUs(),
          row.algbwBytesPerS(),
          row.busbwBytesPerS(),
          row.algorithm());
    }
    List<Block> blocks =
        rows.blocks(
            List.of(Column.text("schedule")),
            "Busbar's own runtime on processors, schedules over links");
    String title =
        answer.collective()
            + " on "
            + answer.ranks()
            + " ranks of "
            + answer.cluster()
            + ", runtime";
    return new Report(SCHEMA, title, answer, blocks);
  }
}
