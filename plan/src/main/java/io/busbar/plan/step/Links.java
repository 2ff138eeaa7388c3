package io.busbar.plan.step;

import io.busbar.base.border.Border;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.collective.api.CollectiveCurve;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Reach;
import io.busbar.model.cluster.Reaches;
import java.util.List;

/**
 * The time curves of a layout's communicators, from how far the placement says they reach. Made
 * once per layout; immutable.
 */
public final class Links {
  /** Under this name the curves of a step note what they take. */
  static final String EXCHANGE = "exchange_s";

  /** Under this name a time model does. */
  static final String COLLECTIVE = "collective_s";

  private static final String START = "collective_start_s";
  private static final Term TOGETHER =
      Term.input("ranks_together", "", "ranks of the communicator in a scale-up domain");
  private static final Term STARTED =
      Term.of(
          EXCHANGE,
          "s",
          "a collective in a training step",
          "{" + START + "} * log2({ranks_together}) + {" + COLLECTIVE + "}");

  private final Reaches reaches;
  private final TimeModel times;
  private final StepConstants constants;
  private final double startSeconds;

  /**
   * @param reaches how far communicators reach
   * @param times what their collectives take by themselves
   * @param constants what a training stack adds
   */
  public Links(Reaches reaches, TimeModel times, StepConstants constants) {
    this.reaches = reaches;
    this.times = times;
    this.constants = constants;
    this.startSeconds = constants.value(START);
  }

  Reach reach(GroupKind kind) {
    return reaches.reach(kind);
  }

  CollectiveCurve curve(CollectiveOp op, Reach reach) {
    return started(op, shape(reach));
  }

  /** What a collective of the communicators of a kind takes in a training step. */
  public CollectiveCurve curve(CollectiveOp op, GroupKind kind) {
    return curve(op, reach(kind));
  }

  /** The part of a communicator inside one scale-up domain. */
  CollectiveCurve inside(CollectiveOp op, Reach reach) {
    int together = reach.ranksPerDomain();
    return started(op, shape(reach, together, together, List.of()));
  }

  /** One rank per domain of a communicator: what crosses between them. */
  CollectiveCurve across(CollectiveOp op, Reach reach) {
    int together = reach.ranksPerDomain();
    List<Border> borders = reach.borders().stream().map(b -> b.perDomain(together)).toList();
    return times.prepare(op, shape(reach, reach.domains(), 1, borders));
  }

  /**
   * The model's time and what a training stack adds: the launch, and ranks that wait for each
   * other, whatever the time model.
   */
  private CollectiveCurve started(CollectiveOp op, GroupShape shape) {
    CollectiveCurve curve = times.prepare(op, shape);
    int together = Math.min(shape.ranks(), shape.ranksPerDomain());
    double start = startSeconds * Math.log(together) / Math.log(2);
    return (bytes, ledger) -> {
      double seconds = curve.seconds(bytes, Ledger.OFF);
      if (seconds > 0 && ledger.recording()) {
        ledger.open(EXCHANGE);
        curve.seconds(bytes, ledger);
        constants.put(ledger, START);
        ledger.put(TOGETHER, together);
        ledger.close(STARTED, start + seconds);
      }
      return seconds == 0 ? 0 : start + seconds;
    };
  }

  /**
   * What a collective takes, noted in the ledger under a name of its own.
   *
   * @param inner the name under which the curve notes it
   */
  static double noted(
      CollectiveCurve curve, double bytes, Ledger ledger, String name, String inner) {
    double seconds = curve.seconds(bytes, Ledger.OFF);
    if (!ledger.recording()) {
      return seconds;
    }
    if (seconds == 0) {
      return ledger.put(Term.input(name, "s", "nobody to exchange with"), 0);
    }
    ledger.open(name);
    curve.seconds(bytes, ledger);
    return ledger.close(Term.of(name, "s", "one exchange", "{" + inner + "}"), seconds);
  }

  /** A communicator as training stacks use it. */
  public static GroupShape shape(Reach reach) {
    return shape(reach, reach.ranks(), reach.ranksPerDomain(), reach.borders());
  }

  /**
   * In-switch reduction (NVLS) is left out: training stacks reduce with reduce-scatter and
   * all-gather, which it hardly speeds up.
   */
  private static GroupShape shape(Reach r, int ranks, int perDomain, List<Border> borders) {
    return new GroupShape(
        ranks,
        perDomain,
        r.insideBytesPerSecond(),
        r.insideLatencySeconds(),
        r.outsideBytesPerSecond(),
        r.outsideLatencySeconds(),
        false,
        r.sharp(),
        borders,
        perDomain > 1 ? r.grid() : null);
  }
}
