package io.busbar.simulate.validate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All experiments by name; keeps what was played, since rows share runs. The key {@code seeds=N}
 * plays any of them with seeds 1 to N and takes the mean. Not thread-safe.
 */
final class Experiments {
  private static final Map<String, Experiment> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("buffer", new BufferExperiment());
    BY_NAME.put("collective", new CollectiveExperiment());
    BY_NAME.put("fabric", new FabricExperiment());
    BY_NAME.put("fluid", new FluidExperiment());
    BY_NAME.put("hash", new HashExperiment());
    BY_NAME.put("rate", new RateExperiment());
    BY_NAME.put("traffic", new TrafficExperiment());
  }

  private final Map<String, Map<String, Double>> played = new LinkedHashMap<>();

  /**
   * The figure of a row.
   *
   * @throws IllegalStateException when the table asks for what no experiment has
   */
  double measure(Expectation row) {
    double figure = figure(row.run(), row.figure());
    return row.over().isEmpty() ? figure : figure / figure(row.over(), row.figure());
  }

  private double figure(String run, String name) {
    Map<String, Double> figures = played.computeIfAbsent(run, Experiments::play);
    Double figure = figures.get(name);
    if (figure == null) {
      throw new IllegalStateException(
          "validation table: '" + run + "' has no '" + name + "' but " + figures.keySet());
    }
    return figure;
  }

  private static Map<String, Double> play(String run) {
    int seeds = new Setting(run).number("seeds", 1);
    if (seeds > 1) {
      return mean(run.replaceAll(" seeds=\\d+", ""), seeds);
    }
    Setting setting = new Setting(run);
    Experiment experiment = BY_NAME.get(setting.name());
    if (experiment == null) {
      throw setting.wrong(setting.name());
    }
    return experiment.run(setting);
  }

  private static Map<String, Double> mean(String run, int seeds) {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (int seed = 1; seed <= seeds; seed++) {
      play(run + " seed=" + seed).forEach((name, figure) -> sums.merge(name, figure, Double::sum));
    }
    sums.replaceAll((name, sum) -> sum / seeds);
    return sums;
  }
}
