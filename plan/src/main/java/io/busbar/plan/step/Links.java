package io.busbar.plan.step;

import io.busbar.collective.api.CollectiveCurve;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;

/**
 * The time curves of a layout's communicators, from how far the placement says they reach. Made once
 * per layout; immutable.
 */
final class Links {
  private static final int RING_STEPS = 7;

  private final Placement placement;
  private final TimeModel times;
  private final double ringStepSeconds;

  Links(Placement placement, TimeModel times, StepConstants constants) {
    this.placement = placement;
    this.times = times;
    this.ringStepSeconds = constants.value("ring_step_s");
  }

  Reach reach(GroupKind kind) {
    return placement.reach(kind);
  }

  CollectiveCurve curve(CollectiveOp op, Reach reach) {
    return times.prepare(op, shape(reach, reach.ranks(), reach.ranksPerDomain()));
  }

  CollectiveCurve curve(CollectiveOp op, GroupKind kind) {
    return curve(op, reach(kind));
  }

  /** The part of a communicator inside one scale-up domain. */
  CollectiveCurve inside(CollectiveOp op, Reach reach) {
    return times.prepare(op, shape(reach, reach.ranksPerDomain(), reach.ranksPerDomain()));
  }

  /** One rank per domain of a communicator: what crosses between them. */
  CollectiveCurve across(CollectiveOp op, Reach reach) {
    return times.prepare(op, shape(reach, reach.domains(), 1));
  }

  /**
   * A ring step inside a domain waits for launches and synchronisation rather than for the wire; in
   * larger domains steps run in parallel rings, so that no more than eight ranks' steps add up.
   * In-switch reduction (NVLS) is left out: training stacks reduce with reduce-scatter and
   * all-gather, which it hardly speeds up.
   */
  private GroupShape shape(Reach r, int ranks, int perDomain) {
    int hops = Math.min(perDomain, ranks) - 1;
    double step = Math.max(ringStepSeconds, r.insideLatencySeconds());
    return new GroupShape(
        ranks,
        perDomain,
        r.insideBytesPerSecond(),
        hops <= RING_STEPS ? step : step * RING_STEPS / hops,
        r.outsideBytesPerSecond(),
        r.outsideLatencySeconds(),
        false,
        r.sharp());
  }
}
