package io.busbar.plan.picture;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Bar;
import io.busbar.plan.memory.MemoryCost;
import io.busbar.plan.memory.MemoryPart;
import io.busbar.plan.memory.StageMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Peak memory of the pipeline's stages by part, against what the GPU has. Stateless. */
public final class MemoryBars {
  private static final int MOST_BARS = 9;
  private static final int FIRST_BARS = 4;
  private static final int LAST_BARS = 3;
  private static final double SAME = 1e-3;

  private MemoryBars() {}

  /**
   * A bar for each run of stages that hold the same; of many runs the first, the last and the
   * heaviest.
   */
  public static Block.Bars of(MemoryCost cost) {
    List<Run> runs = runs(cost.stages());
    List<MemoryPart> parts = new ArrayList<>();
    for (MemoryPart part : MemoryPart.values()) {
      if (cost.stages().stream().anyMatch(stage -> stage.bytes(part) > 0)) {
        parts.add(part);
      }
    }
    List<Bar> bars = new ArrayList<>();
    for (Run run : chosen(runs, cost.heaviest())) {
      bars.add(new Bar(run.label(cost), parts.stream().map(run.stage::bytes).toList()));
    }
    String title = "Memory of a GPU at its peak";
    if (bars.size() < runs.size()) {
      title += " (" + bars.size() + " of " + cost.stages().size() + " stages)";
    }
    List<String> names = parts.stream().map(MemoryPart::label).toList();
    return new Block.Bars(title, "B", names, bars, cost.capacityBytes(), "capacity of the GPU");
  }

  /** Neighbouring stages that hold the same. */
  private record Run(StageMemory stage, int last) {
    String label(MemoryCost cost) {
      if (cost.stages().size() == 1) {
        return "every GPU";
      }
      int first = stage.stage() + 1;
      String numbers =
          last == stage.stage() ? "stage " + first : "stages " + first + "–" + (last + 1);
      return contains(cost.heaviest()) ? numbers + " (heaviest)" : numbers;
    }

    boolean contains(int index) {
      return stage.stage() <= index && index <= last;
    }
  }

  private static List<Run> runs(List<StageMemory> stages) {
    List<Run> runs = new ArrayList<>();
    for (StageMemory stage : stages) {
      if (!runs.isEmpty() && same(runs.getLast().stage, stage)) {
        runs.set(runs.size() - 1, new Run(runs.getLast().stage, stage.stage()));
      } else {
        runs.add(new Run(stage, stage.stage()));
      }
    }
    return runs;
  }

  private static boolean same(StageMemory a, StageMemory b) {
    for (MemoryPart part : MemoryPart.values()) {
      if (Math.abs(a.bytes(part) - b.bytes(part)) > SAME * a.totalBytes()) {
        return false;
      }
    }
    return true;
  }

  private static List<Run> chosen(List<Run> runs, int heaviest) {
    if (runs.size() <= MOST_BARS) {
      return runs;
    }
    TreeSet<Integer> indexes = new TreeSet<>();
    for (int i = 0; i < runs.size(); i++) {
      if (i < FIRST_BARS || i >= runs.size() - LAST_BARS || runs.get(i).contains(heaviest)) {
        indexes.add(i);
      }
    }
    return indexes.stream().map(runs::get).toList();
  }
}
