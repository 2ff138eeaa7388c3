package io.busbar.tune.advice;

import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.nccl.choice.Candidate;
import io.busbar.nccl.choice.Choice;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.time.NcclCurve;
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
 * @param without with nothing set
 * @param with with the settings
 */
record Effect(String where, Outcome without, Outcome with) {
  /**
   * What NCCL does and how long it takes, as {@code busbar collective} shows it.
   *
   * @param how algorithm, protocol and channels; empty where NCCL has no choice
   */
  record Outcome(double seconds, String how) {
    static Outcome of(NcclCurve curve, double bytes) {
      Choice choice = curve.choice(bytes);
      Candidate chosen = choice == null ? null : choice.chosen();
      String how =
          choice == null || chosen == null
              ? ""
              : chosen.algorithm().ncclName()
                  + " "
                  + chosen.protocol().ncclName()
                  + ", "
                  + choice.channels()
                  + " channels";
      return new Outcome(curve.seconds(bytes, Ledger.OFF), how);
    }

    @Override
    public String toString() {
      return TimeSpan.print(seconds) + (how.isEmpty() ? "" : " (" + how + ")");
    }
  }

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
                  Outcome.of(site.time().prepare(op, group.getValue()), bytes),
                  Outcome.of(other.prepare(op, group.getValue()), bytes)));
        }
      }
    }
    return all;
  }

  private double ratio() {
    return without.seconds > 0 && with.seconds > 0 ? with.seconds / without.seconds : 1;
  }

  @Override
  public String toString() {
    double ratio = ratio();
    String change =
        ratio < 1
            ? String.format(Locale.ROOT, "%.0f %% less", 100 * (1 - ratio))
            : String.format(Locale.ROOT, "%.1f times as long", ratio);
    return where + ": " + without + " unset, " + with + " with it: " + change;
  }
}
