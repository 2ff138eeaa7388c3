package io.busbar.nccl.validate;

import io.busbar.base.scoring.Scores;
import io.busbar.formats.constants.Constant;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.formats.measurements.Experiment.Point;
import io.busbar.formats.measurements.ExperimentsReader;
import io.busbar.nccl.time.TimeConstants;
import io.busbar.nccl.validate.CollectiveValidation.MacroRegimes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Prints what docs/accuracy.md says of collectives: constants fitted anew, bands, and the error on
 * systems that a fit has not seen. Arguments: folder of measurements, sweeps of the fit, sweeps of
 * each fit without a system (0 for none).
 */
public final class CollectiveAccuracy {
  private static final long SEED = 1;

  private CollectiveAccuracy() {}

  public static void main(String[] arguments) {
    List<Experiment> all = ExperimentsReader.read(Path.of(arguments[0])).experiments();
    TimeConstants fitted = TimeConstants.standard();
    int sweeps = Integer.parseInt(arguments[1]);
    if (sweeps > 0) {
      fitted = new CollectiveFit(all, s -> true).fit(fitted, sweeps, SEED);
      for (Constant c : fitted.all()) {
        print("%s %.4g%n", c.name(), c.value());
      }
    }
    print("plain %s%n", scores(all, fitted));
    bands(all, fitted);
    int without = Integer.parseInt(arguments[2]);
    if (without > 0) {
      print("without the system %s%n", leaveOneOut(all, fitted, without));
    }
  }

  private static String scores(List<Experiment> experiments, TimeConstants constants) {
    MacroRegimes r =
        CollectiveValidation.run(experiments, new Systems().predict(constants), List.of())
            .summary()
            .regimes();
    return r.latency() + "\n" + r.transition() + "\n" + r.bandwidth();
  }

  /**
   * Every system is predicted by constants that were fitted to the others, from the values fitted
   * to all: every constant has other systems that decide it ({@code CollectiveCorpusTest}).
   */
  private static String leaveOneOut(List<Experiment> all, TimeConstants start, int sweeps) {
    Map<String, Prediction> bySystem = new TreeMap<>();
    TreeSet<String> systems = new TreeSet<>();
    all.stream().filter(e -> e.healthy() == Health.YES).forEach(e -> systems.add(e.system()));
    for (String system : systems) {
      TimeConstants others =
          new CollectiveFit(all, s -> !s.equals(system)).fit(start, sweeps, SEED);
      bySystem.put(system, new Systems().predict(others));
      print("%s done%n", system);
    }
    Prediction unseen =
        (e, bytes) -> {
          Prediction p = bySystem.get(e.system());
          return p == null ? Double.NaN : p.seconds(e, bytes);
        };
    MacroRegimes r = CollectiveValidation.run(all, unseen, List.of()).summary().regimes();
    return r.latency() + "\n" + r.transition() + "\n" + r.bandwidth();
  }

  private static void bands(List<Experiment> all, TimeConstants constants) {
    Prediction model = new Systems().predict(constants);
    Map<String, Map<String, List<Double>>> ratios = new TreeMap<>();
    for (Experiment e : all) {
      if (e.healthy() == Health.YES) {
        boolean several = DescribedSystem.of(e).map(s -> s.group().domains() > 1).orElse(false);
        for (Point p : e.points()) {
          double predicted = model.seconds(e, p.sizeBytes());
          if (predicted > 0 && p.seconds() > 0) {
            String kind =
                Regime.of(p.sizeBytes()).key() + (several ? "_several_domains" : "_one_domain");
            ratios
                .computeIfAbsent(kind, k -> new TreeMap<>())
                .computeIfAbsent(e.system(), s -> new ArrayList<>())
                .add(p.seconds() / predicted);
          }
        }
      }
    }
    ratios.forEach((kind, systems) ->
        print("%s p10 %.2f p90 %.2f%n", kind, weighted(systems, 0.1), weighted(systems, 0.9)));
  }

  /** Quantile with the same weight for every system: each contributes a hundred quantiles. */
  private static double weighted(Map<String, List<Double>> systems, double q) {
    double[] values =
        systems.values().stream()
            .map(l -> l.stream().mapToDouble(Double::doubleValue).toArray())
            .flatMapToDouble(v -> Arrays.stream(percentiles(v)))
            .toArray();
    return Scores.quantile(values, q);
  }

  private static double[] percentiles(double[] values) {
    double[] result = new double[100];
    for (int i = 0; i < result.length; i++) {
      result[i] = Scores.quantile(values, (i + 0.5) / result.length);
    }
    return result;
  }

  private static void print(String format, Object... arguments) {
    System.out.printf(Locale.ROOT, format, arguments);
  }
}
