package io.busbar.design.cost;

import io.busbar.design.answer.DecisionAnswer.Deciding;
import io.busbar.design.answer.DecisionAnswer.Flip;
import io.busbar.design.input.Assumption;
import io.busbar.design.input.Assumptions;
import io.busbar.design.site.SitePlan;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.Refusals;
import io.busbar.model.fabric.Sizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** What would turn a decision: the size of the cluster, or one figure, all others likely. */
final class Flips {
  private static final int FEWEST_NODES = 4;
  private static final int MOST_NODES = 32_768;
  private static final int HALVINGS = 60;
  private static final double BEYOND = 4;

  /** Asked about always, since they are what is argued over. */
  private static final List<String> ALWAYS =
      List.of(
          "switch_usd_per_tbps_ib",
          "switch_usd_per_tbps_roce",
          "network_efficiency_roce",
          "bringup_engineer_years_roce");

  private final Candidate ib;
  private final Candidate roce;
  private final Assumptions assumed;

  Flips(Candidate ib, Candidate roce, Assumptions assumed) {
    this.ib = ib;
    this.roce = roce;
    this.assumed = assumed;
  }

  /** Cost of InfiniBand over that of RoCE per unit, minus 1: below 0 InfiniBand is cheaper. */
  static double advantage(Candidate ib, Candidate roce, Values v) {
    return ib.perUnit(v) / roce.perUnit(v) - 1;
  }

  List<Flip> all(List<Deciding> deciding) {
    List<Flip> flips = new ArrayList<>();
    flips.add(size());
    Set<String> inputs = new LinkedHashSet<>();
    deciding.forEach(d -> inputs.add(d.input()));
    inputs.addAll(ALWAYS);
    inputs.forEach(input -> flips.add(input(assumed.get(input))));
    return flips;
  }

  private Flip input(Assumption figure) {
    Values likely = Values.likely(assumed);
    boolean bounded = figure.unit().equals("share") || figure.unit().equals("factor");
    double from = bounded ? figure.low() / 2 : 0;
    double to = bounded ? Math.max(1, figure.high()) : figure.high() * BEYOND;
    Double at = root(x -> advantage(ib, roce, likely.with(figure.name(), x)), from, to);
    double now = advantage(ib, roce, likely);
    String sentence =
        at == null
            ? String.format(
                Locale.ROOT,
                "%s stays cheaper whatever %s is between %s and %s",
                now < 0 ? "InfiniBand" : "RoCE",
                figure.words(),
                plain(from),
                plain(to))
            : String.format(
                Locale.ROOT,
                "%s turns the decision at %s (%s now)",
                figure.words(),
                plain(at),
                plain(figure.likely()));
    return new Flip(figure.name(), figure.likely(), at, from, to, sentence);
  }

  /** Doubles the cluster, then halves between two sizes that differ. */
  private Flip size() {
    int gpus = ib.design().request().node().gpus();
    int last = 0;
    double lastSign = 0;
    Double at = null;
    int largest = FEWEST_NODES;
    int now = ib.design().request().nodes();
    for (int nodes = FEWEST_NODES; nodes <= MOST_NODES; nodes *= 2) {
      double here = advantage(nodes);
      if (Double.isNaN(here)) {
        break;
      }
      largest = nodes;
      boolean nearer = at == null || Math.abs(nodes - now) < Math.abs(at / gpus - now);
      if (last > 0 && here * lastSign < 0 && nearer) {
        at = (double) between(last, nodes, lastSign) * gpus;
      }
      last = nodes;
      lastSign = here;
    }
    double from = (double) FEWEST_NODES * gpus;
    double to = (double) largest * gpus;
    double today = (double) now * gpus;
    String winner = advantage(now) < 0 ? "InfiniBand" : "RoCE";
    String sentence =
        at == null
            ? String.format(Locale.ROOT, "%s is cheaper from %,.0f to %,.0f GPUs", winner, from, to)
            : String.format(
                Locale.ROOT, "the number of GPUs turns the decision at about %,.0f", at);
    return new Flip("gpus", today, at, from, to, sentence);
  }

  private int between(int low, int high, double sign) {
    int same = low;
    int other = high;
    while (other - same > 1) {
      int middle = (same + other) / 2;
      if (advantage(middle) * sign > 0) {
        same = middle;
      } else {
        other = middle;
      }
    }
    return other;
  }

  private double advantage(int nodes) {
    Candidate one = at(ib, nodes);
    Candidate other = at(roce, nodes);
    return one == null || other == null
        ? Double.NaN
        : advantage(one, other, Values.likely(assumed));
  }

  private @Nullable Candidate at(Candidate candidate, int nodes) {
    FabricDesign design =
        Sizer.size(candidate.design().request().withNodes(nodes, 0), Refusals.SILENT);
    if (design == null) {
      return null;
    }
    Delivery d = candidate.delivery();
    double more = (double) design.gpus() / candidate.quantities().gpus();
    Delivery scaled =
        new Delivery(
            d.family(),
            d.planned(),
            d.stepSeconds(),
            d.exposedSeconds(),
            d.sharpSavedSeconds(),
            d.tokensPerStep() * more);
    return new Candidate(
        design,
        Quantities.of(design, SitePlan.of(design, assumed), assumed),
        scaled,
        candidate.nicInServer());
  }

  private static @Nullable Double root(DoubleUnaryOperator f, double from, double to) {
    double low = from;
    double high = to;
    double atLow = f.applyAsDouble(low);
    if (!(atLow * f.applyAsDouble(high) < 0)) {
      return null;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (f.applyAsDouble(middle) * atLow > 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  private static String plain(double value) {
    return value >= 1000
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.4g", value)
            .replaceAll("(\\.\\d*?)0+$", "$1")
            .replaceAll("\\.$", "");
  }
}
