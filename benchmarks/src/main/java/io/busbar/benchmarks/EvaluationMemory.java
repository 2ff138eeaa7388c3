package io.busbar.benchmarks;

import java.util.Locale;

/**
 * Heap in use after full collections while a million layouts are evaluated: it must stay flat. Run
 * with {@code java -cp benchmarks.jar io.busbar.benchmarks.EvaluationMemory}.
 */
public final class EvaluationMemory {
  private static final int EVALUATIONS = 1_000_000;
  private static final int STEP = 250_000;

  private EvaluationMemory() {}

  public static void main(String[] args) {
    LayoutEvaluation layouts = new LayoutEvaluation();
    layouts.what = "llama3-70b dgx-h100:128";
    layouts.makeLayouts();
    double sum = 0;
    for (int done = 0; done <= EVALUATIONS; done += STEP) {
      System.out.printf(
          Locale.ROOT, "%,9d evaluations: %6.2f MB in use%n", done, usedBytes() / 1e6);
      for (int i = 0; i < STEP && done < EVALUATIONS; i++) {
        sum += layouts.stepTimeAndPeakMemory();
      }
    }
    System.out.printf(Locale.ROOT, "(checksum %.6e)%n", sum);
  }

  private static double usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
