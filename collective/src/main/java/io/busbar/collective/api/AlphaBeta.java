package io.busbar.collective.api;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;

/**
 * The alpha-beta form: start-up, hops, and bytes over the slower of the two levels, which work at
 * the same time. With {@link #IDEAL} it is the closed form of each operation at line rate.
 *
 * @param startSeconds fixed cost of one operation (launch, synchronisation)
 * @param scaleUpShare share of the scale-up rate that large messages achieve, 0 to 1
 * @param scaleOutShare share of the network rate that large messages achieve, 0 to 1
 */
public record AlphaBeta(double startSeconds, double scaleUpShare, double scaleOutShare)
    implements TimeModel {

  /** No start-up, no losses: with zero latencies in the group this is bytes over line rate. */
  public static final AlphaBeta IDEAL = new AlphaBeta(0, 1, 1);

  static final Term RANKS = Term.input("ranks", "", "ranks of the communicator");
  static final Term BYTES = Term.input("size_bytes", "B", "size as nccl-tests counts it");
  static final Term INSIDE_BYTES =
      Term.input("inside_bytes", "B", "bytes that a rank sends inside its scale-up domain");
  static final Term OUTSIDE_BYTES =
      Term.input("outside_bytes", "B", "bytes that a rank's share of the NICs sends");
  static final Term INSIDE_RATE =
      Term.input("inside_bytes_per_s", "B/s", "scale-up rate of a rank, achieved, one direction");
  static final Term OUTSIDE_RATE =
      Term.input("outside_bytes_per_s", "B/s", "network rate of a rank, achieved, one direction");
  static final Term LATENCY = Term.input("latency_s", "s", "start-up and hops");
  static final Term SECONDS =
      Term.of(
          "collective_s",
          "s",
          "time of the collective",
          "{latency_s} + max({inside_bytes} / {inside_bytes_per_s},"
              + " {outside_bytes} / {outside_bytes_per_s})");

  public AlphaBeta {
    if (!(startSeconds >= 0)
        || !(scaleUpShare > 0 && scaleUpShare <= 1)
        || !(scaleOutShare > 0 && scaleOutShare <= 1)) {
      throw new IllegalArgumentException(
          "start-up must be >= 0 and shares within (0, 1]: "
              + startSeconds
              + ", "
              + scaleUpShare
              + ", "
              + scaleOutShare);
    }
  }

  @Override
  public CollectiveCurve prepare(CollectiveOp op, GroupShape group) {
    return new Curve(
        group.ranks(),
        insideFactor(op, group),
        outsideFactor(op, group),
        latency(op, group),
        group.scaleUpBytesPerSecond() * scaleUpShare,
        group.scaleOutBytesPerSecond() * scaleOutShare);
  }

  /** Bytes that a rank sends inside its domain, per byte of size. */
  private static double insideFactor(CollectiveOp op, GroupShape group) {
    int n = group.ranks();
    int g = group.ranksPerDomain();
    if (n <= 1 || g <= 1) {
      return 0;
    }
    double ring = (n - 1.0) / n;
    return switch (op) {
      case ALL_REDUCE -> group.scaleUpReduction() ? 1 : 2 * ring;
      case ALL_GATHER, REDUCE_SCATTER -> ring;
      case BROADCAST, REDUCE -> 1;
      case GATHER, SCATTER, ALL_TO_ALL -> (Math.min(g, n) - 1.0) / n;
      case SEND_RECEIVE -> 1;
    };
  }

  /**
   * Bytes that a rank's NIC share sends, per byte of size. The rings of a domain use the NICs of
   * all its ranks, so each carries 1/g of a ring's traffic; with reduction in the network (SHARP) a
   * buffer is injected once instead of 2(n−1)/n times.
   */
  private static double outsideFactor(CollectiveOp op, GroupShape group) {
    int n = group.ranks();
    int g = Math.min(group.ranksPerDomain(), n);
    if (n <= 1 || g >= n) {
      return 0;
    }
    double ring = (n - 1.0) / n;
    return switch (op) {
      case ALL_REDUCE -> (group.scaleOutReduction() ? 1 : 2 * ring) / g;
      case ALL_GATHER, REDUCE_SCATTER -> ring / g;
      case BROADCAST, REDUCE -> 1.0 / g;
      case GATHER, SCATTER, ALL_TO_ALL -> (double) (n - g) / n;
      case SEND_RECEIVE -> g > 1 ? 0 : 1;
    };
  }

  /**
   * Hops: along the ring inside a domain; across domains a tree for all-reduce, a ring for gather
   * and scatter (NCCL's algorithms for large communicators), one for a message or an exchange. A
   * ring over domains advances at the pace of its slowest link: n−1 steps of the network's latency.
   */
  private double latency(CollectiveOp op, GroupShape group) {
    int n = group.ranks();
    if (n <= 1) {
      return 0;
    }
    int inside = Math.min(group.ranksPerDomain(), n) - 1;
    int across = group.domains() - 1;
    double up = group.scaleUpLatencySeconds();
    double out = group.scaleOutLatencySeconds();
    return startSeconds
        + switch (op) {
          case ALL_REDUCE -> 2 * inside * up + 2 * log2(across + 1) * out;
          case ALL_GATHER, REDUCE_SCATTER -> inside * up + (across > 0 ? (n - 1) * out : 0);
          case BROADCAST, REDUCE -> inside * up + across * out;
          case GATHER, SCATTER, ALL_TO_ALL -> (inside > 0 ? up : 0) + (across > 0 ? out : 0);
          case SEND_RECEIVE -> inside > 0 ? up : out;
        };
  }

  private static double log2(int n) {
    return n <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(n - 1);
  }

  private record Curve(
      int ranks,
      double inside,
      double outside,
      double latency,
      double insideRate,
      double outsideRate)
      implements CollectiveCurve {

    @Override
    public double seconds(double bytes, Ledger ledger) {
      if (ranks <= 1 || bytes <= 0) {
        return 0;
      }
      double in = inside * bytes;
      double out = outside * bytes;
      double seconds =
          latency + Math.max(in == 0 ? 0 : in / insideRate, out == 0 ? 0 : out / outsideRate);
      if (ledger.recording()) {
        explain(ledger, bytes, in, out);
        ledger.close(SECONDS, seconds);
      }
      return seconds;
    }

    private void explain(Ledger ledger, double bytes, double in, double out) {
      ledger.open("collective");
      ledger.put(RANKS, ranks);
      ledger.put(BYTES, bytes);
      ledger.put(INSIDE_BYTES, in);
      ledger.put(OUTSIDE_BYTES, out);
      ledger.put(INSIDE_RATE, in == 0 ? 1 : insideRate);
      ledger.put(OUTSIDE_RATE, out == 0 ? 1 : outsideRate);
      ledger.put(LATENCY, latency);
    }
  }
}
