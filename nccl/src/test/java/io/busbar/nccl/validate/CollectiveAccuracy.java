package io.busbar.nccl.validate;

import io.busbar.base.scoring.Scores;
import io.busbar.formats.constants.Constant;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.formats.measurements.Experiment.Point;
import io.busbar.formats.measurements.ExperimentsReader;
import io.busbar.nccl.time.Band;
import io.busbar.nccl.time.TimeConstants;
import io.busbar.nccl.validate.CollectiveValidation.MacroRegimes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Prints what docs/accuracy.md says of collectives: constants fitted anew to the collection and the
 * first batch, the error on systems that a fit has not seen, and the bands, which are those of
 * systems that were left out. Run in the folder of this module. Arguments: folder of measurements,
 * sweeps of the fit (0: as shipped), sweeps of each fit without some systems (0: none), systems
 * that each of those leaves out.
 */
public final class CollectiveAccuracy {
  private static final long SEED = 1;
  private static final int SHARES = 100;

  private CollectiveAccuracy() {}

  public static void main(String[] arguments) {
    List<Experiment> collection = ExperimentsReader.read(Path.of(arguments[0])).experiments();
    List<Experiment> first = Evidence.read("first");
    List<Experiment> all = new ArrayList<>(collection);
    all.addAll(first);
    TimeConstants fitted = TimeConstants.standard();
    int sweeps = Integer.parseInt(arguments[1]);
    if (sweeps > 0) {
      fitted = new CollectiveFit(all, s -> true).fit(fitted, sweeps, SEED);
      for (Constant c : fitted.all()) {
        print("%s %.4g%n", c.name(), c.value());
      }
    }
    print("plain %s%n", scores(collection, new Systems().predict(fitted)));
    int without = Integer.parseInt(arguments[2]);
    if (without > 0) {
      Prediction unseen = leaveOut(all, fitted, without, Integer.parseInt(arguments[3]));
      print("without the system, collection %s%n", scores(collection, unseen));
      print("without the system, first batch %s%n", scores(first, unseen));
      print("without the system, all %s%n", scores(all, unseen));
      bands(all, unseen);
    }
    for (String batch : List.of("first", "second")) {
      byKind(batch, new Systems().predict(fitted));
      print("%s batch, in the bands as shipped %.3f%n", batch, coverage(Evidence.read(batch)));
    }
  }

  /** Part of the points of a system that lie in their bands, mean over systems. */
  static double coverage(List<Experiment> experiments) {
    Systems systems = new Systems();
    Map<String, List<Double>> inside = new TreeMap<>();
    for (Experiment e : experiments) {
      for (Point p : e.points()) {
        if (e.healthy() == Health.YES && p.seconds() > 0) {
          Band band = systems.band(e, p.sizeBytes());
          boolean in = p.seconds() >= band.p10Seconds() && p.seconds() <= band.p90Seconds();
          inside.computeIfAbsent(e.system(), s -> new ArrayList<>()).add(in ? 1.0 : 0.0);
        }
      }
    }
    return Scores.mean(
        inside.values().stream().mapToDouble(of -> Scores.mean(values(of))).toArray());
  }

  private static void byKind(String batch, Prediction model) {
    Set<String> unlike = Evidence.newKinds(batch);
    List<Experiment> known = new ArrayList<>();
    List<Experiment> others = new ArrayList<>();
    for (Experiment e : Evidence.read(batch)) {
      (unlike.contains(e.id()) ? others : known).add(e);
    }
    print("%s batch, known %s%n", batch, scores(known, model));
    print("%s batch, new %s%n", batch, scores(others, model));
  }

  private static String scores(List<Experiment> experiments, Prediction model) {
    MacroRegimes r = CollectiveValidation.run(experiments, model, List.of()).summary().regimes();
    return "\n" + r.bandwidth() + "\n" + r.transition() + "\n" + r.latency();
  }

  /**
   * Every system is predicted by constants that were fitted without it, from the values fitted to
   * all: every constant has other systems that decide it ({@code CollectiveCorpusTest}).
   */
  private static Prediction leaveOut(
      List<Experiment> all, TimeConstants start, int sweeps, int together) {
    List<String> systems =
        new ArrayList<>(
            all.stream()
                .filter(e -> e.healthy() == Health.YES)
                .map(Experiment::system)
                .distinct()
                .sorted()
                .toList());
    Collections.shuffle(systems, new Random(SEED));
    Map<String, Prediction> bySystem = new ConcurrentHashMap<>();
    IntStream.range(0, Math.ceilDiv(systems.size(), together))
        .parallel()
        .mapToObj(i -> systems.subList(i * together, Math.min(systems.size(), (i + 1) * together)))
        .forEach(group -> {
          Set<String> out = new HashSet<>(group);
          TimeConstants others =
              new CollectiveFit(all, s -> !out.contains(s)).fit(start, sweeps, SEED);
          Prediction without = new Systems().predict(others);
          out.forEach(system -> bySystem.put(system, without));
        });
    return (e, bytes) -> {
      Prediction p = bySystem.get(e.system());
      return p == null ? Double.NaN : p.seconds(e, bytes);
    };
  }

  private static void bands(List<Experiment> all, Prediction model) {
    Map<String, Map<String, List<Double>>> ratios = ratios(all, model);
    ratios.forEach((kind, systems) -> {
      print("%s p10 %.2f p90 %.2f%n", kind, weighted(systems, 0.1), weighted(systems, 0.9));
      Map<String, List<Double>> own = new TreeMap<>();
      systems.forEach((system, of) -> {
        double median = Scores.median(values(of));
        own.put(system, of.stream().map(r -> r / median).toList());
      });
      print("own %s p10 %.2f p90 %.2f%n", kind, weighted(own, 0.1), weighted(own, 0.9));
    });
  }

  /** Measured over predicted, by range of sizes and domains, then by system. */
  static Map<String, Map<String, List<Double>>> ratios(List<Experiment> all, Prediction model) {
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
    return ratios;
  }

  /** Quantile with the same weight for every system: each contributes a hundred quantiles. */
  private static double weighted(Map<String, List<Double>> systems, double q) {
    double[] values =
        systems.values().stream()
            .flatMapToDouble(of -> Arrays.stream(percentiles(values(of))))
            .toArray();
    return Scores.quantile(values, q);
  }

  private static double[] values(List<Double> of) {
    return of.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double[] percentiles(double[] values) {
    double[] result = new double[SHARES];
    for (int i = 0; i < result.length; i++) {
      result[i] = Scores.quantile(values, (i + 0.5) / result.length);
    }
    return result;
  }

  private static void print(String format, Object... arguments) {
    System.out.printf(Locale.ROOT, format, arguments);
  }
}
