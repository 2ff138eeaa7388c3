package io.busbar.tune.tuner;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.GroupShape;
import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.choice.Tuner;
import io.busbar.nccl.cost.ClusterCommunicator;
import io.busbar.nccl.time.NcclCurve;
import io.busbar.nccl.time.NcclTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows for communicators: per collective and size NCCL's own choice, or another combination where
 * the modelled gain is larger than the model's error, with as many channels as NCCL would use for
 * it; then rows for all other communicators, which take the ring, the one algorithm that always
 * exists. Stateless.
 */
public final class TunerTable {
  private static final int FIRST_POWER = 10;
  private static final int LAST_POWER = 34;

  /**
   * @param rows specific shapes first, as the first match counts
   * @param gains per communicator the largest predicted gain over NCCL's own choice
   */
  public record Made(List<TunerRow> rows, List<Gain> gains) {
    public Made {
      rows = List.copyOf(rows);
      gains = List.copyOf(gains);
    }
  }

  /**
   * What the file changes.
   *
   * @param group name of the communicator
   * @param collective as the file writes it
   * @param sizeBytes where the gain is largest
   * @param ncclUs time of NCCL's own choice
   * @param chosenUs time of the file's choice
   */
  public record Gain(
      String group, String collective, long sizeBytes, double ncclUs, double chosenUs) {}

  private TunerTable() {}

  /**
   * @param groups communicators by name; those of one shape give rows once
   */
  public static Made of(NcclTime time, Map<String, GroupShape> groups) {
    List<TunerRow> rows = new ArrayList<>();
    List<Gain> gains = new ArrayList<>();
    Set<List<Integer>> done = new HashSet<>();
    int fewest = Integer.MAX_VALUE;
    for (Map.Entry<String, GroupShape> group : groups.entrySet()) {
      GroupShape shape = group.getValue();
      Optional<ClusterCommunicator> communicator = time.communicator(shape);
      if (communicator.isEmpty()
          || shape.ranks() < 2
          || !done.add(List.of(shape.domains(), shape.ranks()))) {
        continue;
      }
      Tuner tuner = new Tuner(communicator.get().communicator());
      fewest = Math.min(fewest, tuner.channels().collective());
      for (NcclFunction f : NcclFunction.all()) {
        rows.addAll(rows(time.prepare(f.op(), shape), tuner, f, shape));
        gain(group.getKey(), time.prepare(f.op(), shape), tuner, f, gains);
      }
    }
    int channels = fewest == Integer.MAX_VALUE ? 2 : fewest;
    for (NcclFunction f : NcclFunction.all()) {
      rows.addAll(lastResort(f, channels));
    }
    return new Made(rows, gains);
  }

  private static List<TunerRow> rows(
      NcclCurve curve, Tuner tuner, NcclFunction f, GroupShape shape) {
    List<TunerRow> rows = new ArrayList<>();
    long from = 0;
    for (int power = FIRST_POWER; power <= LAST_POWER; power++) {
      long bytes = 1L << power;
      int chosen = best(curve, tuner, f, bytes);
      Algorithm a = Algorithm.all().get(chosen / Protocol.all().size());
      Protocol p = Protocol.all().get(chosen % Protocol.all().size());
      long to = power == LAST_POWER ? TunerRow.END : bytes + bytes / 2;
      int channels = tuner.channels().of(f, a, p, bytes);
      TunerRow row = new TunerRow(f, from, to, a, p, channels, shape.domains(), shape.ranks());
      add(rows, row);
      from = to + 1;
    }
    return rows;
  }

  /** Adjacent sizes with the same choice become one row. */
  private static void add(List<TunerRow> rows, TunerRow row) {
    if (!rows.isEmpty() && rows.getLast().sameChoice(row)) {
      TunerRow last = rows.removeLast();
      rows.add(
          new TunerRow(
              row.function(),
              last.minBytes(),
              row.maxBytes(),
              row.algorithm(),
              row.protocol(),
              row.channels(),
              row.nodes(),
              row.ranks()));
    } else {
      rows.add(row);
    }
  }

  /**
   * The cell with the smallest modelled time among those that beat NCCL's own choice by more than
   * the model's error: faster than nine of ten measurements of that choice would be. Else that
   * choice: where nobody measured, a model is no reason to overrule it.
   */
  private static int best(NcclCurve curve, Tuner tuner, NcclFunction f, long bytes) {
    int best = own(tuner, f, bytes);
    double least = curve.band(bytes).p10Seconds();
    for (Algorithm a : Algorithm.all()) {
      for (Protocol p : Protocol.all()) {
        double seconds = tuner.available(f, a, p) ? curve.seconds(bytes, a, p) : Double.NaN;
        if (seconds < least) {
          least = seconds;
          best = index(a, p);
        }
      }
    }
    return best;
  }

  private static int own(Tuner tuner, NcclFunction f, long bytes) {
    int cell = tuner.best(f, bytes);
    return cell == Tuner.NOTHING
        ? index(Algorithm.RING, Protocol.SIMPLE)
        : cell % (Algorithm.all().size() * Protocol.all().size());
  }

  private static int index(Algorithm a, Protocol p) {
    return a.ordinal() * Protocol.all().size() + p.ordinal();
  }

  private static void gain(
      String group, NcclCurve curve, Tuner tuner, NcclFunction f, List<Gain> gains) {
    @Nullable Gain largest = null;
    for (int power = FIRST_POWER; power <= LAST_POWER; power++) {
      long bytes = 1L << power;
      int chosen = best(curve, tuner, f, bytes);
      if (chosen == own(tuner, f, bytes)) {
        continue;
      }
      double ours =
          curve.seconds(
              bytes,
              Algorithm.all().get(chosen / Protocol.all().size()),
              Protocol.all().get(chosen % Protocol.all().size()));
      double nccl = curve.seconds(bytes, Ledger.OFF);
      if (largest == null || nccl / ours > largest.ncclUs() / largest.chosenUs()) {
        largest = new Gain(group, f.tunerName(), bytes, nccl * 1e6, ours * 1e6);
      }
    }
    if (largest != null) {
      gains.add(largest);
    }
  }

  /** For communicators that nobody named: LL while small, then Simple. */
  private static List<TunerRow> lastResort(NcclFunction f, int channels) {
    long small = 64L << 10;
    int any = TunerRow.ANY;
    int few = Math.max(1, Math.min(2, channels));
    return List.of(
        new TunerRow(f, 0, small, Algorithm.RING, Protocol.LL, few, any, any),
        new TunerRow(
            f, small + 1, TunerRow.END, Algorithm.RING, Protocol.SIMPLE, channels, any, any));
  }
}
