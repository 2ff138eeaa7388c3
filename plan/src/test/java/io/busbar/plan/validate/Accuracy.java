package io.busbar.plan.validate;

import io.busbar.base.scoring.Scores;
import io.busbar.formats.constants.Constant;
import io.busbar.formats.csv.CsvTable;
import io.busbar.plan.step.StepConstants;
import io.busbar.plan.validate.RowReader.NotExpressible;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Fits the step model on a table of runs and prints what docs/accuracy.md says of it: the fitted
 * constants, errors by source as fitted, over five folds of random rows, and for each source fitted
 * without it. Run by hand: its argument is the table.
 */
final class Accuracy {
  private static final int STEPS = 30;
  private static final int FOLDS = 5;
  private static final long SEED = 1;

  private final Sources sources;
  private final List<TrainingRun> runs;
  private final Fit fit;

  /** Of all runs; fits on most of them end near it. */
  private @Nullable StepConstants near;

  private Accuracy(CsvTable table) {
    this.sources = new Sources(table);
    this.runs = timed(table);
    this.fit = new Fit(sources, StepConstants.standard());
  }

  public static void main(String[] arguments) {
    Accuracy accuracy = new Accuracy(CsvTable.read(Path.of(arguments[0])));
    StepConstants standard = StepConstants.standard();
    System.out.println("| constant | as shipped | fitted anew |\n|---|---|---|");
    StepConstants fitted = accuracy.fit(accuracy.runs);
    accuracy.near = fitted;
    List<Constant> shipped = Fit.free(standard);
    List<Constant> anew = Fit.free(fitted);
    for (int i = 0; i < shipped.size(); i++) {
      print(
          "| %s | %.3g | %.3g |%n",
          shipped.get(i).name(), shipped.get(i).value(), anew.get(i).value());
    }
    double[] asShipped = accuracy.runs.stream().mapToDouble(r -> Fit.error(r, standard)).toArray();
    accuracy.print(asShipped, accuracy.folds(), accuracy.leaveSourceOut());
  }

  static List<TrainingRun> timed(CsvTable table) {
    List<TrainingRun> runs = new ArrayList<>();
    for (CsvTable.Row row : table.rows()) {
      try {
        TrainingRun run = TrainingRun.of(row);
        if (run.measuredS() != null) {
          runs.add(run);
        }
      } catch (NotExpressible e) {
        // TrainingValidation counts and names them.
      }
    }
    return runs;
  }

  private StepConstants fit(List<TrainingRun> some) {
    return fit.run(some, STEPS, near);
  }

  /** Errors of rows by constants fitted on the other four fifths. */
  private double[] folds() {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(SEED));
    double[] errors = new double[runs.size()];
    for (int fold = 0; fold < FOLDS; fold++) {
      Set<Integer> out = new TreeSet<>();
      for (int i = fold; i < order.size(); i += FOLDS) {
        out.add(order.get(i));
      }
      fitWithout(out, errors);
    }
    return errors;
  }

  /** Errors of rows by constants fitted on all other sources. */
  private double[] leaveSourceOut() {
    Map<String, Set<Integer>> rows = new TreeMap<>();
    for (int i = 0; i < runs.size(); i++) {
      rows.computeIfAbsent(group(i), g -> new TreeSet<>()).add(i);
    }
    double[] errors = new double[runs.size()];
    rows.values().forEach(out -> fitWithout(out, errors));
    return errors;
  }

  private void fitWithout(Set<Integer> out, double[] errors) {
    List<TrainingRun> in = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      if (!out.contains(i)) {
        in.add(runs.get(i));
      }
    }
    StepConstants constants = fit(in);
    out.forEach(i -> errors[i] = Fit.error(runs.get(i), constants));
  }

  private String group(int i) {
    return sources.group(runs.get(i).source());
  }

  private void print(double[]... columns) {
    Map<String, List<Integer>> rows = new TreeMap<>();
    for (int i = 0; i < runs.size(); i++) {
      rows.computeIfAbsent(group(i), g -> new ArrayList<>()).add(i);
    }
    double[] sums = new double[2 * columns.length];
    print("%n| source | rows | median | p90 | bias | CV median | p90 | without it | p90 |%n");
    print("|---|---|---|---|---|---|---|---|---|%n");
    rows.forEach((source, indices) -> {
      print("| %s | %d", source, indices.size());
      for (int c = 0; c < columns.length; c++) {
        double[] column = columns[c];
        double[] e = indices.stream().mapToDouble(i -> column[i]).toArray();
        double[] absolute = indices.stream().mapToDouble(i -> Math.abs(column[i])).toArray();
        sums[2 * c] += Scores.median(absolute);
        sums[2 * c + 1] += Scores.quantile(absolute, 0.9);
        print(
            " | %.1f %% | %.1f %%",
            100 * Scores.median(absolute), 100 * Scores.quantile(absolute, 0.9));
        if (c == 0) {
          print(" | %+.1f %%", 100 * Scores.median(e));
        }
      }
      print(" |%n");
    });
    print("| **mean over sources** | %d", runs.size());
    for (int i = 0; i < sums.length; i++) {
      print(" | **%.2f %%**", 100 * sums[i] / rows.size());
      if (i == 1) {
        print(" | ");
      }
    }
    print(" |%n");
  }

  private static void print(String format, Object... arguments) {
    System.out.printf(Locale.ROOT, format, arguments);
  }
}
