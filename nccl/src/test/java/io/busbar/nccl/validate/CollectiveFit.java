package io.busbar.nccl.validate;

import io.busbar.base.explain.Quality;
import io.busbar.formats.constants.Constant;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Health;
import io.busbar.formats.measurements.Experiment.Point;
import io.busbar.nccl.time.TimeConstants;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Fits the constants of the achieved time to measured tables: coordinate search on the mean
 * absolute log error, every system with the same weight in each regime. Errors beyond a factor of
 * two hardly count further, so that single outliers do not pull.
 */
final class CollectiveFit {
  private static final double CAP = 0.8;
  private static final double BEYOND = 0.4;
  private static final double UNCOVERED = 0.3;
  private static final double FIRST_STEP = 0.2;

  private final Map<Regime, Map<String, List<Sample>>> samples = new EnumMap<>(Regime.class);

  private final Systems systems = new Systems();

  private record Sample(Experiment experiment, Point point) {}

  /** Healthy experiments of the systems that are kept. */
  CollectiveFit(List<Experiment> experiments, Predicate<String> systems) {
    for (Experiment e : experiments) {
      if (e.healthy() == Health.YES && systems.test(e.system())) {
        for (Point p : e.points()) {
          if (p.seconds() > 0) {
            samples
                .computeIfAbsent(Regime.of(p.sizeBytes()), r -> new TreeMap<>())
                .computeIfAbsent(e.system(), s -> new ArrayList<>())
                .add(new Sample(e, p));
          }
        }
      }
    }
  }

  /** Constants that measurements decide. */
  static List<String> free(TimeConstants constants) {
    return constants.all().stream()
        .filter(c -> c.quality() == Quality.FITTED)
        .map(Constant::name)
        .toList();
  }

  TimeConstants fit(TimeConstants start, int sweeps, long seed) {
    Random random = new Random(seed);
    List<String> names = new ArrayList<>(free(start));
    Map<String, Double> steps = new TreeMap<>();
    names.forEach(n -> steps.put(n, FIRST_STEP));
    TimeConstants best = start;
    double least = cost(best);
    for (int sweep = 0; sweep < sweeps; sweep++) {
      Collections.shuffle(names, random);
      for (String name : names) {
        double step = steps.get(name);
        boolean better = false;
        for (int sign = 1; sign >= -1 && !better; sign -= 2) {
          TimeConstants tried = moved(best, name, Math.exp(sign * step));
          double cost = cost(tried);
          if (cost < least - 1e-7) {
            least = cost;
            best = tried;
            better = true;
          }
        }
        steps.put(name, better ? Math.min(0.5, step * 1.3) : step / 2);
      }
    }
    return best;
  }

  private static TimeConstants moved(TimeConstants constants, String name, double factor) {
    Constant c =
        constants.all().stream().filter(k -> k.name().equals(name)).findAny().orElseThrow();
    return constants.with(name, Math.clamp(c.value() * factor, c.low(), c.high()));
  }

  double cost(TimeConstants constants) {
    Prediction model = systems.predict(constants);
    double total = 0;
    for (Map.Entry<Regime, Map<String, List<Sample>>> regime : samples.entrySet()) {
      double sum = 0;
      for (List<Sample> system : regime.getValue().values()) {
        double errors = 0;
        for (Sample s : system) {
          errors += error(model, s);
        }
        sum += errors / system.size();
      }
      total += weight(regime.getKey()) * sum / regime.getValue().size();
    }
    return total;
  }

  private static double error(Prediction model, Sample s) {
    double predicted = model.seconds(s.experiment(), s.point().sizeBytes());
    if (!(predicted > 0)) {
      return UNCOVERED;
    }
    double error = Math.abs(Math.log(predicted / s.point().seconds()));
    return Math.min(error, CAP) + BEYOND * Math.min(error, 3);
  }

  /** Large messages are measured best and matter most. */
  private static double weight(Regime regime) {
    return switch (regime) {
      case LATENCY -> 1;
      case TRANSITION -> 2;
      case BANDWIDTH -> 3;
    };
  }
}
