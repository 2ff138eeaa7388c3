package io.busbar.simulate.scenario.run;

import io.busbar.base.border.Border;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.SizedSchedule;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.Cluster;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.scenario.setting.Scenario;
import io.busbar.simulate.scenario.setting.Site;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Time of an algorithm by its formula: the bytes of its busiest link over that link's rate, inside
 * a domain or at a rank's share of the NICs, whichever is longer; the latency of its hops; and the
 * time until the first message is through, where messages follow each other along a way.
 *
 * <p>With n ranks, N domains of g, S bytes in c channels, messages of m bytes, rates B inside and b
 * of a rank's NICs, latencies a of a hop inside and A between domains:
 *
 * <pre>
 *   ring           all-reduce: the longer of 2(n-1)/n S over B, and over g b; and a channel alone,
 *                  2(n-1) hops of l a + S/(n c)/B, l loops, of which N in n are outside
 *   ring, chain    S; n-1 hops, of which n-2 are filled with a message
 *   tree           2(g-1)/g S over B, 2 S over g b; 2(g-1) a + 2 log2 N A; log2 N hops filled with 2 m each way
 *   nvls           (n+1)/n S over B; 4 hops of a/2, 2 of them filled
 *   nvls-tree      (g+1)/g S over B, 2 S over g b; 2 a + 2 log2 N A; filled as tree and nvls
 *   collnet-direct 2(g-1)/g S over B, S over g b; 2 a + A
 *   direct         (n-1)/n S a phase, of which (n-g)/n outside
 *   halving        a phase: the longer of (g-1)/n S over B and (n-g)/n S over b; log2 n hops more
 *                  for each loop that slots make of it
 *   binomial       broadcast: the longer of log2 g S over B and log2 N S over b, log2 n hops more
 * </pre>
 *
 * <p>Where links of the fabric carry less than the NICs below them, what crosses them is a third
 * term beside the two: {@link BorderTimes}.
 *
 * <p>Sources: Patarasuk and Yuan 2009 (ring), Sanders et al. 2009 (tree), Klenk et al. 2020 (NVLS),
 * Thakur et al. 2005 (halving-doubling, binomial).
 */
public final class ClosedForm {
  private final int n;
  private final int g;
  private final int domains;
  private final double inside;
  private final double outside;
  private final double insideLatency;
  private final double insideLink;
  private final double outsideLatency;
  private final int channels;
  private final double message;
  private final int loops;
  private final BorderTimes borders;

  /**
   * @param sized the algorithm's messages
   * @param endpoints where each rank is
   */
  ClosedForm(Scenario scenario, SizedSchedule sized, int[] endpoints) {
    channels = scenario.channels();
    message = sized.messageBytes();
    loops = sized.chunking().loops();
    Site site = scenario.site();
    Cluster cluster = site.cluster();
    n = endpoints.length;
    g = Math.min(n, site.domain());
    domains = Math.ceilDiv(n, g);
    Paths paths = new Paths(site.fabric(), scenario.route().paths(), scenario.seed());
    insideLatency = g > 1 ? latency(paths, endpoints[0], endpoints[1]) : 0;
    insideLink = g > 1 ? paths.bytesPerSecond() : Double.POSITIVE_INFINITY;
    outsideLatency = domains > 1 ? latency(paths, endpoints[0], endpoints[n - 1]) : 0;
    if (cluster == null) {
      inside = Double.POSITIVE_INFINITY;
      outside = site.fabric().bytesPerSecond(site.fabric().firstPort(0));
      borders = new BorderTimes(List.of(), outside, n, g, 1, n);
    } else {
      inside = cluster.scaleUpBytesPerSecond(g);
      outside = cluster.networkBytesPerSecond();
      List<Border> crossed = cluster.borders(g, cluster.level(0, n - 1));
      int inLeaf = cluster.gpusPerLeaf() / cluster.gpusPerDomain() * g;
      borders = new BorderTimes(crossed, outside, n, g, cluster.network().rails(), inLeaf);
    }
  }

  private static double latency(Paths paths, int src, int dst) {
    return paths.find(src, dst, 0) ? SimTime.seconds(paths.latencyPs()) : 0;
  }

  /** Why an algorithm has no formula here, as a sentence; null when it has one. */
  public static @Nullable String refusal(Algorithm algorithm) {
    return switch (algorithm) {
      case RING, TREE, NVLS, NVLS_TREE, COLLNET_DIRECT, DIRECT, PAIRWISE -> null;
      case HALVING_DOUBLING, BINOMIAL -> null;
      case COLLNET_CHAIN, RECURSIVE_DOUBLING, PAT, HIERARCHICAL, BY_DIMENSION, PXN, TWO_LEVEL ->
          algorithm.id() + " has no closed form here; play it with --fidelity message or flow";
    };
  }

  /**
   * @param algorithm one that is not refused
   */
  double seconds(Algorithm algorithm, CollectiveOp op, double bytes) {
    return switch (algorithm) {
      case RING -> ring(op, bytes);
      case TREE -> tree(op, bytes);
      case NVLS -> nvls(op, bytes);
      case NVLS_TREE -> nvlsTree(bytes);
      case COLLNET_DIRECT ->
          time(2 * (g - 1.0) / g * bytes, bytes / g, borders.once(bytes))
              + 2 * insideLatency
              + outsideLatency;
      case HALVING_DOUBLING -> phases(op) * halving(bytes);
      case BINOMIAL -> binomial(op, bytes);
      case DIRECT, PAIRWISE -> direct(algorithm, op, bytes);
      default -> throw new IllegalArgumentException(refusal(algorithm));
    };
  }

  /**
   * Bytes of a rank inside its domain and at its NICs, and borders, which work at the same time.
   */
  private double time(double insideBytes, double nicBytes, double borderSeconds) {
    double nics = domains > 1 ? Math.max(nicBytes / outside, borderSeconds) : 0;
    return Math.max(g > 1 ? insideBytes / inside : 0, nics);
  }

  /** Half of the bytes over the largest distance, half of the rest over the next. */
  private double halving(double bytes) {
    double over = 0;
    for (int distance = 1; distance < n; distance <<= 1) {
      over += borders.exchange(distance, bytes * distance / n);
    }
    double moved = time((g - 1.0) / n * bytes, (double) (n - g) / n * bytes, over);
    return moved + loops * log2(n) * hop();
  }

  private double ring(CollectiveOp op, double bytes) {
    double outer = domains > 1 ? (double) domains / n : 0;
    if (op == CollectiveOp.BROADCAST || op == CollectiveOp.REDUCE) {
      double hops = n - 1;
      double fill = hops * (1 - outer) * (insideLatency + message / insideLink);
      double outerFill = hops * outer * (outsideLatency + message / outside);
      return time(bytes, bytes / g, borders.once(bytes))
          + fill
          + outerFill
          - message / (domains > 1 ? outside : inside);
    }
    double hops = phases(op) * (n - 1.0);
    double moved = hops / n * bytes;
    double part = bytes / n / channels;
    double alone =
        hops * (1 - outer) * (loops * insideLatency + part / insideLink)
            + hops * outer * (loops * outsideLatency + part / outside);
    return Math.max(time(moved, moved / g, borders.once(moved)) + hop(), alone);
  }

  private double tree(CollectiveOp op, double bytes) {
    int passes = op == CollectiveOp.ALL_REDUCE ? 2 : 1;
    double inner = (g - 1) * (insideLatency + message / insideLink);
    double chain = passes * (g - 1.0) / g * bytes;
    double over = borders.tree(passes * bytes / 2);
    return time(chain, passes * treeShare() * bytes / g, over) + passes * (inner + climb(message));
  }

  /**
   * Of a node's bytes each way: in one tree it is inner, in the other a leaf; few have few peers.
   */
  private double treeShare() {
    return Math.min(1, domains / 4.0);
  }

  /** One way through the tree of domains: a node takes a message from, or gives to, two. */
  private double climb(double bytes) {
    return domains > 1 ? log2(domains) * (outsideLatency + 2 * bytes / outside) : 0;
  }

  private double nvls(CollectiveOp op, double bytes) {
    boolean both = op == CollectiveOp.ALL_REDUCE;
    return both
        ? (n + 1.0) / n * bytes / inside + 2 * insideLatency + fill()
        : bytes / inside + insideLatency;
  }

  /** A slice to its owner and back, while the next message is on its way. */
  private double fill() {
    return message / inside;
  }

  private double nvlsTree(double bytes) {
    return time((g + 1.0) / g * bytes, 2 * treeShare() * bytes / g, borders.tree(bytes))
        + 2 * insideLatency
        + fill()
        + 2 * climb(message / g);
  }

  private double binomial(CollectiveOp op, double bytes) {
    double hops = log2(n) * hop();
    if (op == CollectiveOp.GATHER || op == CollectiveOp.SCATTER) {
      return Math.max(share(n) * spread(bytes), borders.exchange(op, bytes)) + hops;
    }
    return time(log2(g) * bytes, log2(domains) * bytes, borders.root(bytes)) + hops;
  }

  private double direct(Algorithm algorithm, CollectiveOp op, double bytes) {
    double out = domains > 1 ? (double) (n - g) / n : 0;
    boolean pairwise = algorithm == Algorithm.PAIRWISE;
    double hops = pairwise ? n - 1 : phases(op);
    double over = pairwise ? borders.pairwise(bytes) : borders.direct(bytes);
    return phases(op) * time((g - 1.0) / n * bytes, out * bytes, over) + hops * hop();
  }

  /** Seconds of a buffer at the slower of the links that messages to any rank take. */
  private double spread(double bytes) {
    return bytes / (domains > 1 ? outside : inside);
  }

  private double hop() {
    return domains > 1 ? outsideLatency : insideLatency;
  }

  private static int phases(CollectiveOp op) {
    return op == CollectiveOp.ALL_REDUCE ? 2 : 1;
  }

  private static double share(int n) {
    return (n - 1.0) / n;
  }

  private static int log2(int n) {
    return n <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(n - 1);
  }
}
