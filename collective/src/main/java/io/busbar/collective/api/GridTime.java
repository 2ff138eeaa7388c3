package io.busbar.collective.api;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.base.grid.GridAxis;
import io.busbar.base.grid.GridGroup;
import java.util.List;

/**
 * Closed forms on grids, at line rate: tori, meshes, HyperX, lines of a switch.
 *
 * <p>Reduce-scatter and all-gather go one dimension after the other. The buffer S is cut into D
 * equal parts, each of which begins with another of the D dimensions, so that all work at once. In
 * its k-th dimension, of n ranks, a part has (S/D) / (product of the sizes before) left, and sends
 * (n−1)/n of it at r·B: B the rate of a link, r the links that a rank fills at once ({@link
 * io.busbar.base.grid.GridLine#gatherLinks}). Parts are taken to go in step: a round is as long as
 * its longest, exact where dimensions are alike, on the safe side elsewhere. Latency: the links
 * that follow each other in each dimension. An all-reduce is both; broadcast and reduce are as long
 * as both (scatter, then all-gather), gather and scatter as one.
 *
 * <p>An all-to-all takes its busiest link: in a dimension of n ranks a link of a ring carries n/8
 * of what a rank sends, and so on ({@link io.busbar.base.grid.GridLine#allToAllLoad}); that is the
 * bisection bound where sizes are even.
 *
 * <p>Where a communicator leaves its grid, its traffic between grids takes {@link AlphaBeta}'s time
 * over the network, which works at the same time. Sources: Patarasuk and Yuan, JPDC 69(2), 2009
 * (ring); Jouppi et al., TPU v4, ISCA 2023 (tori); Rashidi et al., Themis, ISCA 2022 (dimensions).
 * Limits: no start-up of kernels, no contention between communicators of different kinds.
 */
public final class GridTime implements TimeModel {
  /** The one instance; it has no state. */
  public static final GridTime LINE_RATE = new GridTime();

  private static final Term BYTES = Term.input("size_bytes", "B", "size as nccl-tests counts it");
  private static final Term RANKS = Term.input("ranks", "", "ranks of the communicator");
  private static final Term DIMENSIONS =
      Term.input("dimensions", "", "dimensions of the grid that it fills");
  private static final Term PASSES =
      Term.input("passes", "", "times that the buffer crosses the grid");
  private static final Term LATENCY =
      Term.input("latency_s", "s", "links that follow each other, and the network's hops");
  private static final Term NETWORK =
      Term.input("network_s", "s", "bytes between grids over the network; 0 where there is one");
  private static final Term LOAD =
      Term.input("busiest_link_share", "", "of what a rank sends, on the busiest link");
  private static final Term LINK =
      Term.input("link_bytes_per_s", "B/s", "rate of that link, one direction");
  private static final Term BUSIEST =
      Term.of(
          "grid_s",
          "s",
          "bytes of the busiest link over its rate",
          "{busiest_link_share} * {size_bytes} / {link_bytes_per_s}");
  private static final Term SECONDS =
      Term.of(
          "collective_s",
          "s",
          "time of the collective",
          "{latency_s} + max({passes} * {grid_s}, {network_s})");

  private GridTime() {}

  @Override
  public CollectiveCurve prepare(CollectiveOp op, GroupShape group) {
    GridGroup grid = group.grid();
    if (grid == null || grid.axes().isEmpty()) {
      return AlphaBeta.IDEAL.prepare(op, group);
    }
    boolean leaves = group.ranks() > group.ranksPerDomain();
    GroupShape between = group.betweenDomains();
    boolean exchange = op == CollectiveOp.ALL_TO_ALL;
    return new Curve(
        op,
        group.ranks(),
        grid.axes(),
        exchange ? Math.min(1, (double) grid.ranks() / group.ranks()) : 1,
        latency(op, grid.axes()) + (leaves ? AlphaBeta.IDEAL.latency(op, between) : 0),
        leaves ? AlphaBeta.IDEAL.prepare(op, between.atLineRate()) : (bytes, ledger) -> 0);
  }

  /** Hops that follow each other, seconds. */
  static double latency(CollectiveOp op, List<GridAxis> axes) {
    double sum = 0;
    for (GridAxis axis : axes) {
      int hops =
          switch (op) {
            case ALL_REDUCE, BROADCAST, REDUCE -> 2 * axis.line().gatherHops(axis.ranks());
            case ALL_GATHER, REDUCE_SCATTER, GATHER, SCATTER ->
                axis.line().gatherHops(axis.ranks());
            case ALL_TO_ALL -> axis.line().diameter(axis.ranks());
            case SEND_RECEIVE -> 1;
          };
      sum += hops * axis.hopSeconds();
    }
    return sum;
  }

  private record Curve(
      CollectiveOp op,
      int ranks,
      List<GridAxis> axes,
      double share,
      double latency,
      CollectiveCurve outside)
      implements CollectiveCurve {

    @Override
    public double seconds(double bytes, Ledger ledger) {
      if (ranks <= 1 || bytes <= 0) {
        return 0;
      }
      boolean recording = ledger.recording();
      if (recording) {
        ledger.open("collective");
        ledger.put(RANKS, ranks);
        ledger.put(BYTES, bytes);
        ledger.put(LATENCY, latency);
        ledger.put(PASSES, passes());
      }
      double grid = gathers() ? rounds(bytes, ledger) : busiest(bytes * share, ledger);
      double network = outside.seconds(bytes, Ledger.OFF);
      double seconds = latency + Math.max(passes() * grid, network);
      if (recording) {
        ledger.put(NETWORK, network);
        ledger.close(SECONDS, seconds);
      }
      return seconds;
    }

    private boolean gathers() {
      return op != CollectiveOp.ALL_TO_ALL && op != CollectiveOp.SEND_RECEIVE;
    }

    private int passes() {
      return switch (op) {
        case ALL_REDUCE, BROADCAST, REDUCE -> 2;
        default -> 1;
      };
    }

    /** Seconds of one pass, round by round. */
    private double rounds(double bytes, Ledger ledger) {
      int dimensions = axes.size();
      boolean recording = ledger.recording();
      StringBuilder formula = new StringBuilder();
      if (recording) {
        ledger.open("grid_s");
        ledger.put(DIMENSIONS, dimensions);
      }
      double sum = 0;
      for (int k = 0; k < dimensions; k++) {
        Round longest = longest(bytes / dimensions, k);
        sum += longest.seconds();
        if (recording) {
          formula.append(k == 0 ? "" : " + ").append(put(k + 1, longest, bytes, ledger));
        }
      }
      if (recording) {
        String text = formula.isEmpty() ? "0" : formula.toString();
        String what = "reduce-scatter or all-gather, one dimension after the other";
        ledger.close(Term.of("grid_s", "s", what, text), sum);
      }
      return sum;
    }

    /** Of the parts in their k-th dimension the one that takes longest. */
    private Round longest(double part, int k) {
      Round longest = new Round(axes.getFirst(), 0);
      for (int first = 0; first < axes.size(); first++) {
        double left = part;
        for (int j = 0; j < k; j++) {
          left /= axes.get((first + j) % axes.size()).ranks();
        }
        GridAxis axis = axes.get((first + k) % axes.size());
        Round round = new Round(axis, left * (axis.ranks() - 1) / axis.ranks());
        longest = round.seconds() > longest.seconds() ? round : longest;
      }
      return longest;
    }

    private static String put(int number, Round round, double bytes, Ledger ledger) {
      String name = "round_" + number;
      String what = "of a rank in round " + number + ", a " + round.axis();
      Term moved = Term.input(name + "_bytes", "B", "bytes " + what);
      Term rate = Term.input(name + "_bytes_per_s", "B/s", "links " + what);
      ledger.open(name + "_s");
      ledger.put(moved, round.bytes());
      ledger.put(rate, round.axis().gatherBytesPerSecond());
      String formula = "{" + moved.name() + "} / {" + rate.name() + "}";
      ledger.close(Term.of(name + "_s", "s", "round " + number, formula), round.seconds());
      return "{" + name + "_s}";
    }

    private record Round(GridAxis axis, double bytes) {
      double seconds() {
        return bytes / axis.gatherBytesPerSecond();
      }
    }

    private double busiest(double bytes, Ledger ledger) {
      GridAxis most = axes.getFirst();
      for (GridAxis axis : axes) {
        most =
            load(axis) / axis.bytesPerSecond() > load(most) / most.bytesPerSecond() ? axis : most;
      }
      double seconds = load(most) * bytes / most.bytesPerSecond();
      if (ledger.recording()) {
        ledger.open("grid_s");
        ledger.put(LOAD, load(most) * share);
        ledger.put(BYTES, bytes / share);
        ledger.put(LINK, most.bytesPerSecond());
        ledger.close(BUSIEST, seconds);
      }
      return seconds;
    }

    private double load(GridAxis axis) {
      return op == CollectiveOp.SEND_RECEIVE ? 1 : axis.line().allToAllLoad(axis.ranks());
    }
  }
}
