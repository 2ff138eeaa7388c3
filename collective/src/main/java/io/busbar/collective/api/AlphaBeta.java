package io.busbar.collective.api;

import io.busbar.base.border.Border;
import io.busbar.base.border.BorderBytes;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;

/**
 * The alpha-beta form: start-up, hops, and bytes over the slowest of both levels and the
 * oversubscribed borders of the fabric, which work at the same time. With {@link #IDEAL} it is the
 * closed form of each operation at line rate.
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
  private static final Level INSIDE =
      Level.of("inside_s", "inside scale-up domains", INSIDE_BYTES, INSIDE_RATE);
  private static final Level OUTSIDE =
      Level.of("outside_s", "between scale-up domains", OUTSIDE_BYTES, OUTSIDE_RATE);
  static final Term BORDER =
      Term.input("border_s", "s", "bytes over oversubscribed borders; 0 where there is none");
  static final Term SECONDS =
      Term.of(
          "collective_s",
          "s",
          "time of the collective",
          "{latency_s} + max(max({inside_s}, {outside_s}), {border_s})");

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
        group.scaleOutBytesPerSecond() * scaleOutShare,
        borderFactor(op, group));
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
  double latency(CollectiveOp op, GroupShape group) {
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

  /**
   * Seconds that borders need per byte of size, the longest of them; rings, and trees along them,
   * send over a border what they send out of one domain.
   */
  private double borderFactor(CollectiveOp op, GroupShape group) {
    double outside = outsideFactor(op, group);
    if (outside == 0) {
      return 0;
    }
    int together = Math.min(group.ranksPerDomain(), group.ranks());
    double rate = group.scaleOutBytesPerSecond() * scaleOutShare;
    double most = 0;
    for (Border border : group.borders()) {
      BorderBytes bytes =
          switch (op) {
            case ALL_TO_ALL, GATHER, SCATTER, SEND_RECEIVE ->
                Exchanges.crossing(op, border, group.ranks());
            default -> BorderBytes.toOne(outside * together);
          };
      most = Math.max(most, border.seconds(bytes, rate));
    }
    return most;
  }

  private record Curve(
      int ranks,
      double inside,
      double outside,
      double latency,
      double insideRate,
      double outsideRate,
      double border)
      implements CollectiveCurve {

    @Override
    public double seconds(double bytes, Ledger ledger) {
      if (ranks <= 1 || bytes <= 0) {
        return 0;
      }
      double in = inside * bytes;
      double out = outside * bytes;
      double insideSeconds = in == 0 ? 0 : in / insideRate;
      double outsideSeconds = out == 0 ? 0 : out / outsideRate;
      double borderSeconds = border * bytes;
      double seconds = latency + Math.max(insideSeconds, Math.max(outsideSeconds, borderSeconds));
      if (ledger.recording()) {
        ledger.open("collective");
        ledger.put(RANKS, ranks);
        ledger.put(BYTES, bytes);
        part(ledger, INSIDE, in, insideRate, insideSeconds);
        part(ledger, OUTSIDE, out, outsideRate, outsideSeconds);
        ledger.put(BORDER, borderSeconds);
        ledger.put(LATENCY, latency);
        ledger.close(SECONDS, seconds);
      }
      return seconds;
    }

    private static void part(
        Ledger ledger, Level level, double bytes, double rate, double seconds) {
      if (bytes == 0) {
        ledger.put(level.none, 0);
        return;
      }
      ledger.open(level.some.name());
      ledger.put(level.bytes, bytes);
      ledger.put(level.rate, rate);
      ledger.close(level.some, seconds);
    }
  }

  /** The terms of a level of the hierarchy. */
  private record Level(Term bytes, Term rate, Term some, Term none) {
    static Level of(String name, String where, Term bytes, Term rate) {
      String formula = "{" + bytes.name() + "} / {" + rate.name() + "}";
      return new Level(
          bytes,
          rate,
          Term.of(name, "s", "bytes " + where + " over their rate", formula),
          Term.input(name, "s", "nothing is sent " + where));
    }
  }
}
