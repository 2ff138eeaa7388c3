package io.busbar.nccl.sweep;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.AlphaBeta;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import org.jspecify.annotations.Nullable;

/**
 * What stands between a collective and the bytes of a ring at line rate, which reduction in
 * switches can beat. The three parts add up to the achieved time.
 *
 * @param lineRateUs bytes of a ring over the slower of both levels, no latency ({@link
 *     AlphaBeta#IDEAL})
 * @param ratio achieved over that
 * @param launchUs kernel launch and ranks that wait for each other
 * @param protocolUs hops, filling of pipelines, and channels that drift apart
 * @param linksUs bytes of the algorithm at the rate that its links achieve
 * @param linksRatio that over the line rate's time
 */
public record AgainstLineRate(
    double lineRateUs,
    double ratio,
    double launchUs,
    double protocolUs,
    double linksUs,
    double linksRatio) {
  private static final double MICROS = 1e6;

  /**
   * Takes the parts from the reasons of the achieved time.
   *
   * @return null where the time has other parts
   */
  static @Nullable AgainstLineRate of(
      CollectiveOp op, GroupShape group, long size, Explained achieved) {
    Explained launch = achieved.find("start_s");
    Explained links = achieved.find("wire_s");
    double lineRate = AlphaBeta.IDEAL.prepare(op, group.atLineRate()).seconds(size, Ledger.OFF);
    if (launch == null || links == null || lineRate == 0) {
      return null;
    }
    double protocol = achieved.value() - launch.value() - links.value();
    return new AgainstLineRate(
        lineRate * MICROS,
        achieved.value() / lineRate,
        launch.value() * MICROS,
        protocol * MICROS,
        links.value() * MICROS,
        links.value() / lineRate);
  }
}
