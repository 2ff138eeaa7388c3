package io.busbar.simulate.scenario.report;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Curve;
import io.busbar.base.report.Block.Series;
import io.busbar.simulate.scenario.answer.Loads;
import io.busbar.simulate.scenario.run.History;
import io.busbar.simulate.scenario.run.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Pictures of runs for people who look at a page: the fabric, and what went on over time. */
public final class RunPictures {
  private static final int MOST_CURVES = 8;

  private RunPictures() {}

  static List<Block> of(List<Simulation.Run> runs) {
    List<Block> blocks = new ArrayList<>();
    Simulation.Run first = runs.getFirst();
    Loads loads = first.loads();
    if (runs.size() == 1 && loads != null) {
      blocks.add(FabricDrawing.of(first.fabric(), loads));
    }
    boolean packets = runs.stream().anyMatch(run -> run.answer().pauses() != null);
    add(blocks, "Rate over time", "bytes that arrive (B/s)", runs, History::bytesPerSecond);
    if (packets) {
      add(blocks, "Longest queue over time", "of a port (B)", runs, History::longestBytes);
      add(blocks, "All queues over time", "in all ports (B)", runs, History::queuedBytes);
      if (runs.stream().anyMatch(run -> positive(run.history().pauses()))) {
        add(blocks, "Pauses over time", "begun since the look before", runs, History::pauses);
      }
    }
    return blocks;
  }

  private static boolean positive(List<Double> values) {
    return values.stream().anyMatch(value -> value > 0);
  }

  private static void add(
      List<Block> blocks,
      String title,
      String what,
      List<Simulation.Run> runs,
      Function<History, List<Double>> of) {
    List<Curve> curves = new ArrayList<>();
    List<String> names = Comparison.names(runs.stream().map(Simulation.Run::answer).toList());
    for (int i = 0; i < Math.min(runs.size(), MOST_CURVES); i++) {
      History history = runs.get(i).history();
      if (history.seconds().size() > 1 && (positive(of.apply(history)) || runs.size() > 1)) {
        curves.add(new Curve(names.get(i), history.seconds(), of.apply(history)));
      }
    }
    if (!curves.isEmpty()) {
      blocks.add(new Series(title, "time (s)", what, false, curves));
    }
  }
}
