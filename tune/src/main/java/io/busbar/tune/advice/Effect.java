package io.busbar.tune.advice;

import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.time.NcclTime;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What settings change by the time model: the operation, size and communicator on which they matter
 * most.
 *
 * @param where {@code all-reduce of 64 KiB on one node}
 * @param without seconds with nothing set
 * @param with seconds with the settings
 */
record Effect(String where, double without, double with) {
  private static final long[] SIZES = {64L << 10, 1L << 20, 16L << 20, 1L << 30};
  private static final CollectiveOp[] OPS = {
    CollectiveOp.ALL_REDUCE, CollectiveOp.ALL_GATHER, CollectiveOp.REDUCE_SCATTER
  };
  private static final double NOTICEABLE = 0.02;

  /** With one variable set; null when the model does not look at that variable. */
  static @Nullable Effect of(Site site, String name, String value) {
    if (!NcclSettings.names().contains(name)) {
      return null;
    }
    Problems problems = new Problems();
    NcclSettings settings =
        NcclSettings.of(Map.of(name, value), site.version(), Position.of(name), problems);
    problems.throwIfAny();
    NcclTime other = site.time(settings);
    @Nullable Effect strongest = null;
    for (Map.Entry<String, GroupShape> group : site.groups().entrySet()) {
      for (CollectiveOp op : OPS) {
        for (long bytes : SIZES) {
          Effect effect =
              new Effect(
                  op.name().toLowerCase(Locale.ROOT).replace('_', '-')
                      + " of "
                      + size(bytes)
                      + " on "
                      + group.getKey(),
                  site.time().prepare(op, group.getValue()).seconds(bytes, Ledger.OFF),
                  other.prepare(op, group.getValue()).seconds(bytes, Ledger.OFF));
          strongest =
              strongest == null || effect.strength() > strongest.strength() ? effect : strongest;
        }
      }
    }
    return strongest;
  }

  private static String size(long bytes) {
    return bytes >= 1L << 30
        ? (bytes >> 30) + " GiB"
        : bytes >= 1L << 20 ? (bytes >> 20) + " MiB" : (bytes >> 10) + " KiB";
  }

  private double strength() {
    return without > 0 && with > 0 ? Math.abs(Math.log(with / without)) : 0;
  }

  /** Whether it is 2 % or more. */
  boolean noticeable() {
    return strength() >= NOTICEABLE;
  }

  boolean faster() {
    return with < without;
  }

  @Override
  public String toString() {
    if (!noticeable()) {
      return "no difference of 2 % predicted";
    }
    String change =
        faster()
            ? String.format(Locale.ROOT, "%.0f %% less", 100 * (1 - with / without))
            : String.format(Locale.ROOT, "%.1f times as long", with / without);
    return where
        + ": "
        + TimeSpan.print(without)
        + " unset, "
        + TimeSpan.print(with)
        + " with it ("
        + change
        + ")";
  }
}
