package io.busbar.app.sweep;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.RecordingLedger;
import io.busbar.base.grid.GridAxis;
import io.busbar.base.grid.GridGroup;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveCurve;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GridTime;
import io.busbar.collective.api.GroupShape;
import io.busbar.simulate.scenario.run.UsualAlgorithm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A collective on a grid over sizes, by its closed form. Stateless. */
public final class GridSweep {
  public static final String SCHEMA = "busbar/collective-grid/1";

  private static final String COLLECTIVE = "collective_s";

  private GridSweep() {}

  /**
   * The answer.
   *
   * @param collective as nccl-tests calls it
   * @param place as the user wrote it
   * @param exact whether the ranks fill lines of the grid; false where the times are those of what
   *     they have at least
   * @param played the schedule that 'busbar simulate' plays for comparison
   */
  public record Answer(
      String collective,
      String place,
      int ranks,
      List<Dimension> dimensions,
      boolean exact,
      String played,
      List<Row> rows) {
    public Answer {
      dimensions = List.copyOf(dimensions);
      rows = List.copyOf(rows);
    }
  }

  /**
   * A dimension.
   *
   * @param line how its ranks are joined
   * @param linkBytesPerS of a link, one direction, as the communicator gets it
   */
  public record Dimension(String line, int ranks, double linkBytesPerS, double hopS) {}

  /** One size. */
  public record Row(long sizeBytes, double timeUs, double algbwBytesPerS, double busbwBytesPerS) {}

  /**
   * Computes.
   *
   * @param shape a communicator with a grid
   * @param explained size whose formula is printed with its numbers; null for none
   */
  public static Report run(
      CollectiveOp op, String place, GroupShape shape, List<Long> sizes, @Nullable Long explained) {
    GridGroup grid = shape.grid();
    if (grid == null) {
      throw new IllegalArgumentException("no grid in " + shape);
    }
    CollectiveCurve curve = GridTime.LINE_RATE.prepare(op, shape);
    List<Row> rows = new ArrayList<>();
    for (long size : sizes) {
      double seconds = curve.seconds(size, Ledger.OFF);
      double algbw = size / seconds;
      rows.add(new Row(size, seconds * 1e6, algbw, algbw * op.busFactor(shape.ranks())));
    }
    List<Dimension> dimensions = new ArrayList<>();
    for (GridAxis a : grid.axes()) {
      dimensions.add(new Dimension(a.line().word(), a.ranks(), a.bytesPerSecond(), a.hopSeconds()));
    }
    Answer answer =
        new Answer(
            op.ncclTestsName(),
            place,
            shape.ranks(),
            dimensions,
            grid.exact(),
            UsualAlgorithm.of(op, true).id(),
            rows);
    return report(answer, curve, explained);
  }

  private static Report report(Answer answer, CollectiveCurve curve, @Nullable Long explained) {
    SizeRows rows = new SizeRows();
    for (Row row : answer.rows()) {
      rows.add(row.sizeBytes(), row.timeUs(), row.algbwBytesPerS(), row.busbwBytesPerS());
    }
    List<Block> blocks = rows.blocks(List.of(), dimensions(answer));
    if (explained != null) {
      RecordingLedger ledger = new RecordingLedger();
      double seconds = curve.seconds(explained, ledger);
      String title = "Time at " + DataSize.binary(explained);
      Figure figure =
          new Figure("closed form", TimeSpan.print(seconds), "", ledger.get(COLLECTIVE));
      blocks.add(new Block.Figures(title, List.of(figure)));
    }
    blocks.add(new Block.Note("What it counts", counted(answer)));
    String title =
        answer.collective() + " on " + answer.ranks() + " ranks of " + answer.place() + ", grid";
    return new Report(SCHEMA, title, answer, blocks);
  }

  private static String dimensions(Answer answer) {
    List<String> words = new ArrayList<>();
    for (Dimension d : answer.dimensions()) {
      words.add(
          d.line() + " of " + d.ranks() + " at " + new Bandwidth(d.linkBytesPerS()) + " a link");
    }
    return String.join(" x ", words);
  }

  private static String counted(Answer answer) {
    String method =
        switch (answer.collective()) {
          case "alltoall" -> "The busiest link of direct messages on shortest paths, line rate.";
          case "sendrecv" -> "Each rank to the next, one link, line rate.";
          case "broadcast", "reduce" ->
              "A scatter and an all-gather, or the reverse, one dimension after the other.";
          default -> "One dimension after the other, each part beginning with another, line rate.";
        };
    String start = " Start of kernels is not in it.";
    String bound =
        answer.exact() ? "" : " The ranks fill no lines of the grid: no worse than this bound.";
    boolean same =
        answer.played().equals(Algorithm.BY_DIMENSION.id())
            || answer.collective().equals("alltoall");
    int here = answer.dimensions().stream().mapToInt(Dimension::ranks).reduce(1, (a, b) -> a * b);
    String engines =
        here < answer.ranks()
            ? " The network between grids is taken at line rate; 'busbar simulate' plays several"
                + " grids as domains of switches."
            : same
                ? " 'busbar simulate' plays the same (" + answer.played() + ") on a whole grid."
                : " 'busbar simulate' plays another algorithm, " + answer.played() + ".";
    return method + start + bound + engines;
  }
}
