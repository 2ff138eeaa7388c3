package io.busbar.simulate.scenario.answer;

import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.scenario.answer.SimulationAnswer.LinkLoad;
import io.busbar.simulate.scenario.answer.SimulationAnswer.SlowRank;
import io.busbar.simulate.scenario.setting.Route;
import io.busbar.simulate.scenario.setting.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What bounds a run, and what to change.
 *
 * @param boundedBy one sentence
 * @param links the busiest ones, where links bound it
 * @param evenness how equally good links share what goes over them; empty where none are
 * @param collidedLinks links between switches that carry more than an even share while others carry
 *     less; null where packets or flows take several paths
 * @param change what would make it faster
 */
public record Verdict(
    String boundedBy,
    List<String> links,
    String evenness,
    @Nullable Integer collidedLinks,
    String change) {

  /** A link that is busy for so much of the time sets it. */
  private static final double BUSY = 0.85;

  private static final double HALF = 0.5;

  /** Nothing is far above its bound below this factor. */
  private static final double NEAR_BOUND = 1.1;

  private static final String SPREAD =
      "spread packets (--routing adaptive or spray), or give each connection several hashes"
          + " (--qps 4)";

  public Verdict {
    links = List.copyOf(links);
  }

  /**
   * What packets went through; 0 without packets.
   *
   * @param again packets sent again
   */
  public record Seen(long again, long timeouts, long notifications) {}

  /**
   * Of a run that ended well.
   *
   * @param loads what links carried
   * @param seen what packets went through
   */
  public static Verdict of(
      Scenario scenario,
      Loads loads,
      @Nullable SlowRank slowest,
      double seconds,
      double boundSeconds,
      Seen seen) {
    List<LinkLoad> hottest = loads.hottest();
    Loads.Evenness even = loads.evenness();
    boolean hashed = scenario.route() == Route.ECMP;
    double most = hottest.isEmpty() ? 0 : hottest.getFirst().utilisation();
    List<String> links = new ArrayList<>();
    for (LinkLoad link : hottest) {
      if (link.utilisation() >= Math.min(BUSY, most)) {
        links.add(link.link());
      }
    }
    String tier = hottest.isEmpty() ? "" : loads.tierOf(hottest.getFirst().link());
    boolean network =
        tier.startsWith("leaf -> spine") || tier.contains("core") || tier.startsWith("spine");
    String by;
    String change;
    if (seen.timeouts() > 0) {
      by = lost(seen.again(), seen.timeouts());
      change = "find what drops or damages packets; NCCL_IB_TIMEOUT decides how long one waits";
    } else if (slowest != null && (held(slowest) || !scenario.faults().words().isEmpty())) {
      by = "rank " + slowest.rank() + " holds the others up (" + slowest.cause() + ")";
      change = "look at that rank, its NIC and its cable";
    } else if (most >= BUSY) {
      by = "bytes: " + hottest.getFirst().link() + " is busy " + percent(most) + " of the time";
      change = ofLinks(network, hashed, even, seconds, boundSeconds, scenario.task().op() != null);
    } else if (seen.notifications() > 0) {
      by =
          String.format(
              Locale.ROOT,
              "congestion control: after %,d notifications senders hold back, the fullest link is"
                  + " busy only %s of the time",
              seen.notifications(),
              percent(most));
      change =
          hashed && even.collided() > 0
              ? SPREAD
              : "compare --congestion none; fewer senders at once, or clear-to-send";
    } else if (hashed && even.collided() > 0 && most > HALF) {
      by = "waiting behind " + hottest.getFirst().link() + ", which is busy " + percent(most);
      change = SPREAD;
    } else {
      by =
          "steps, not bytes: no link is busy more than "
              + percent(most)
              + " of "
              + TimeSpan.print(seconds);
      change = ofSteps(scenario);
    }
    return new Verdict(
        by, most >= HALF ? links : List.of(), words(even), hashed ? even.collided() : null, change);
  }

  /** Late starts and slow work are of the rank itself. */
  private static boolean held(SlowRank slowest) {
    return slowest.cause().equals("start") || slowest.cause().equals("work");
  }

  private static String lost(long sentAgain, long timeouts) {
    return String.format(
        Locale.ROOT, "losses: %,d packets sent again, %,d after a timeout", sentAgain, timeouts);
  }

  private static String ofLinks(
      boolean network,
      boolean hashed,
      Loads.Evenness even,
      double seconds,
      double bound,
      boolean chosen) {
    if (network && hashed && even.collided() > 0) {
      return SPREAD;
    }
    if (network) {
      return "more links upwards, or a placement that crosses them less (busbar place)";
    }
    return seconds <= NEAR_BOUND * bound
        ? "nothing but faster links: the bound is reached"
        : chosen ? "an algorithm that sends less over them (--algo), or more NICs" : "more NICs";
  }

  /** An algorithm is advised only where one may be given: traces and workloads bring their own. */
  private static String ofSteps(Scenario scenario) {
    CollectiveOp op = scenario.task().op();
    boolean tree =
        op != null
            && scenario.algorithm() != Algorithm.TREE
            && Algorithm.TREE.operations().contains(op);
    return (tree ? "fewer steps (--algo tree), larger sizes," : "larger sizes,")
        + " or more in flight (--channels)";
  }

  private static String words(Loads.Evenness even) {
    if (even.links() == 0) {
      return "";
    }
    if (even.collided() == 0) {
      return "none of "
          + even.links()
          + " links "
          + even.where()
          + " carries more than an even share";
    }
    return String.format(
        Locale.ROOT,
        "%,d of %,d links %s carry more than an even share, %,d beside them nothing; %s has"
            + " %.2f times it",
        even.collided(),
        even.links(),
        even.where(),
        even.idle(),
        even.fullest(),
        even.most());
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
