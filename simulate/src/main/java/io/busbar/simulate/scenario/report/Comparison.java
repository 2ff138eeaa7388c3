package io.busbar.simulate.scenario.report;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.simulate.scenario.answer.SimulationAnswer;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.scenario.setting.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Several runs in one table; columns on which all agree are left out. */
public final class Comparison {
  private static final String NONE = "-";
  private static final Map<String, Function<SimulationAnswer, String>> WHAT = new LinkedHashMap<>();

  static {
    WHAT.put("size", run -> new DataSize(run.sizeBytes()).toString());
    WHAT.put("fidelity", run -> Words.of(run.fidelity()));
    WHAT.put("algorithm", run -> run.algorithm() == null ? NONE : run.algorithm());
    WHAT.put("routing", run -> word(run.routing()));
    WHAT.put("congestion", run -> word(run.congestion()));
  }

  private Comparison() {}

  private static String word(@Nullable Enum<?> constant) {
    return constant == null ? NONE : Words.of(constant);
  }

  /** What tells each run from the others, in a few words. */
  static List<String> names(List<SimulationAnswer> runs) {
    List<String> names = new ArrayList<>();
    for (SimulationAnswer run : runs) {
      StringBuilder name = new StringBuilder();
      WHAT.values().stream()
          .filter(of -> runs.stream().map(of).distinct().count() > 1)
          .map(of -> of.apply(run))
          .forEach(word -> name.append(name.isEmpty() ? "" : " ").append(word));
      names.add(name.isEmpty() ? Words.of(run.fidelity()) : name.toString());
    }
    return names;
  }

  static Block table(List<SimulationAnswer> runs) {
    List<Function<SimulationAnswer, String>> shown = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    WHAT.forEach((name, of) -> {
      if (runs.stream().map(of).filter(word -> !word.equals(NONE)).distinct().count() > 1) {
        shown.add(of);
        columns.add(Column.text(name));
      }
    });
    boolean oneBound = runs.stream().mapToDouble(SimulationAnswer::boundS).distinct().count() == 1;
    if (!oneBound) {
      shown.add(run -> TimeSpan.print(run.boundS()));
      columns.add(Column.number("bound"));
    }
    boolean packets = runs.stream().anyMatch(run -> run.fidelity() == Fidelity.PACKET);
    columns.add(Column.number("completion"));
    columns.add(Column.number("/ bound"));
    boolean rated = runs.stream().anyMatch(run -> run.busbwBytesPerS() != null);
    if (rated) {
      columns.add(Column.number("busbw"));
    }
    if (packets) {
      for (String figure : List.of("queue", "pauses", "marks", "drops")) {
        columns.add(Column.number(figure));
      }
    }
    List<List<String>> rows = new ArrayList<>();
    for (SimulationAnswer run : runs) {
      List<String> row = new ArrayList<>();
      shown.forEach(of -> row.add(of.apply(run)));
      figures(run, rated, row);
      if (packets) {
        row.add(SimulationReport.bytes(run.peakQueueBytes()));
        row.add(SimulationReport.count(run.pauses()));
        row.add(SimulationReport.count(run.marks()));
        row.add(SimulationReport.count(run.drops()));
      }
      rows.add(row);
    }
    String bound = TimeSpan.print(runs.getFirst().boundS());
    String note = oneBound ? "Bound " + bound + ": " + runs.getFirst().boundBy() : "";
    return new Block.Table("Comparison", columns, rows, note);
  }

  private static void figures(SimulationAnswer run, boolean rated, List<String> row) {
    Double seconds = run.completionS();
    Double rate = run.busbwBytesPerS();
    row.add(seconds == null ? Words.of(run.end()) : TimeSpan.print(seconds));
    row.add(
        seconds == null || run.boundS() == 0
            ? NONE
            : String.format(Locale.ROOT, "%.3f", seconds / run.boundS()));
    if (rated) {
      row.add(rate == null ? NONE : new Bandwidth(rate).toString());
    }
  }
}
