package io.busbar.design.cost;

import io.busbar.base.stop.Stop;
import io.busbar.design.input.Assumption;
import io.busbar.design.input.Assumptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Seeded draws of all assumed figures, each from a triangular distribution over its range and
 * independent of the others; both candidates see the same draw. The same seed gives the same
 * answer. Used once.
 */
final class Draws {
  private final List<Assumption> figures;
  private final double[][] drawn;
  final double[] first;
  final double[] second;

  Draws(Candidate one, Candidate other, Assumptions assumed, long seed, int count) {
    figures = used(assumed, one);
    drawn = new double[figures.size()][count];
    first = new double[count];
    second = new double[count];
    SplittableRandom random = new SplittableRandom(seed);
    Values likely = Values.likely(assumed);
    Map<String, Double> values = new HashMap<>();
    Values here =
        name -> {
          Double value = values.get(name);
          return value == null ? likely.of(name) : value;
        };
    for (int i = 0; i < count; i++) {
      Stop.check();
      for (int f = 0; f < figures.size(); f++) {
        Assumption figure = figures.get(f);
        drawn[f][i] = figure.quantile(random.nextDouble());
        values.put(figure.name(), drawn[f][i]);
      }
      first[i] = one.perUnit(here);
      second[i] = other.perUnit(here);
    }
  }

  /** Figures with a range that the bills read. */
  static List<Assumption> used(Assumptions assumed, Candidate candidate) {
    String gpu = candidate.quantities().gpuPrice();
    boolean planned = candidate.delivery().planned();
    return assumed.all().stream()
        .filter(a -> a.high() > a.low())
        .filter(a -> !a.name().startsWith("gpu_usd_") || a.name().equals(gpu))
        .filter(a -> !planned || !a.name().equals("exposed_share"))
        .filter(a -> planned || !a.name().equals("sharp_realised_share"))
        .filter(a -> PRICED.contains(a.unit()) && !SITE.contains(a.name()))
        .toList();
  }

  private static final List<String> PRICED =
      List.of("$", "share", "factor", "years", "engineer-years", "people", "h");
  private static final List<String> SITE = List.of("gpu_hour_usd");

  /** Share of the draws in which the first costs less. */
  double firstCheaper() {
    int cheaper = 0;
    for (int i = 0; i < first.length; i++) {
      cheaper += first[i] < second[i] ? 1 : 0;
    }
    return (double) cheaper / first.length;
  }

  static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.min(sorted.length - 1, share * sorted.length)];
  }

  /** Spearman's rank correlation of each figure with first / second, strongest first. */
  List<Map.Entry<String, Double>> correlations() {
    double[] ratio = new double[first.length];
    for (int i = 0; i < ratio.length; i++) {
      ratio[i] = first[i] / second[i];
    }
    double[] ranks = ranks(ratio);
    List<Map.Entry<String, Double>> all = new ArrayList<>();
    for (int f = 0; f < figures.size(); f++) {
      all.add(Map.entry(figures.get(f).name(), correlation(ranks(drawn[f]), ranks)));
    }
    all.sort(Comparator.comparingDouble(e -> -Math.abs(e.getValue())));
    return all;
  }

  private static double[] ranks(double[] values) {
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
    double[] ranks = new double[values.length];
    for (int i = 0; i < order.length; i++) {
      ranks[order[i]] = i;
    }
    return ranks;
  }

  private static double correlation(double[] x, double[] y) {
    double mean = (x.length - 1) / 2.0;
    double product = 0;
    double square = 0;
    for (int i = 0; i < x.length; i++) {
      product += (x[i] - mean) * (y[i] - mean);
      square += (x[i] - mean) * (x[i] - mean);
    }
    return square == 0 ? 0 : product / square;
  }
}
