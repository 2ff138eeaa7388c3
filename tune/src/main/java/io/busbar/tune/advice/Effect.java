package io.busbar.tune.advice;

import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.time.NcclTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a setting changes by the time model: one operation, size and communicator.
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

  /**
   * Where a setting matters most in each direction.
   *
   * @param gain largest gain; null when nowhere 2 % or more
   * @param loss largest loss; null when nowhere 2 % or more
   */
  record Extremes(@Nullable Effect gain, @Nullable Effect loss) {
    @Override
    public String toString() {
      if (gain == null && loss == null) {
        return "no difference of 2 % predicted";
      }
      if (gain == null || loss == null) {
        return String.valueOf(gain == null ? loss : gain);
      }
      return loss + "; yet " + gain + ", so no single value fits all sizes";
    }
  }

  /** With one variable set; null when the model does not look at that variable. */
  static @Nullable Extremes of(Site site, String name, String value) {
    if (!NcclSettings.names().contains(name)) {
      return null;
    }
    Problems problems = new Problems();
    NcclSettings settings =
        NcclSettings.of(Map.of(name, value), site.version(), Position.of(name), problems);
    problems.throwIfAny();
    Comparator<Effect> order = Comparator.comparingDouble(Effect::ratio);
    List<Effect> all = all(site, site.time(settings));
    return new Extremes(
        all.stream().min(order).filter(e -> e.ratio() < 1 - NOTICEABLE).orElse(null),
        all.stream().max(order).filter(e -> e.ratio() > 1 + NOTICEABLE).orElse(null));
  }

  private static List<Effect> all(Site site, NcclTime other) {
    List<Effect> all = new ArrayList<>();
    for (Map.Entry<String, GroupShape> group : site.groups().entrySet()) {
      for (CollectiveOp op : OPS) {
        for (long bytes : SIZES) {
          String what = op.name().toLowerCase(Locale.ROOT).replace('_', '-');
          all.add(
              new Effect(
                  what + " of " + DataSize.binary(bytes) + " on " + group.getKey(),
                  site.time().prepare(op, group.getValue()).seconds(bytes, Ledger.OFF),
                  other.prepare(op, group.getValue()).seconds(bytes, Ledger.OFF)));
        }
      }
    }
    return all;
  }

  private double ratio() {
    return without > 0 && with > 0 ? with / without : 1;
  }

  @Override
  public String toString() {
    String change =
        with < without
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
