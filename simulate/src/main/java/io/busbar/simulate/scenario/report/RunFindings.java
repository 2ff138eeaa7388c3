package io.busbar.simulate.scenario.report;

import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.simulate.scenario.answer.Outcome;
import io.busbar.simulate.scenario.answer.SimulationAnswer;
import io.busbar.simulate.scenario.answer.SimulationAnswer.End;
import io.busbar.simulate.scenario.setting.Words;
import java.util.List;

/** What is wrong with a run: that it did not end, or how it ended. Stateless. */
final class RunFindings {
  /** Times are whole picoseconds, bounds are not. */
  private static final double ROUNDING = 1e-6;

  private RunFindings() {}

  /** Of a run, the gravest first. */
  static List<Finding> of(SimulationAnswer run) {
    if (run.end() != End.DONE) {
      return List.of(unfinished(run));
    }
    Double seconds = run.completionS();
    Double bound = run.boundS();
    return seconds != null && bound != null && seconds < bound * (1 - ROUNDING)
        ? List.of(belowBound(run, seconds, bound))
        : List.of();
  }

  /** The bound holds on every fabric as it is, so such a time leaves links out. */
  private static Finding belowBound(SimulationAnswer run, double seconds, double bound) {
    return new Finding(
        "below-bound",
        Severity.WARNING,
        "Faster than these links can be: do not use this time",
        "No schedule moves these bytes over this fabric within "
            + TimeSpan.print(bound)
            + "; this engine leaves out links that the network shares.",
        List.of(TimeSpan.print(seconds) + ", " + which(run)),
        List.of("Play it with --fidelity flow or packet"));
  }

  private static String which(SimulationAnswer run) {
    return Words.of(run.fidelity()) + ", " + SimulationReport.how(run);
  }

  private static Finding unfinished(SimulationAnswer run) {
    String who =
        "ranks not done: "
            + run.stuck()
            + (run.stuck().size() == Outcome.MOST_STUCK ? " and more" : "");
    String which = which(run);
    return switch (run.end()) {
      case DEADLOCK ->
          new Finding(
              "deadlock",
              Severity.CRITICAL,
              "Deadlock: " + run.cycle().size() + " links wait for each other in a circle",
              "Each is paused until the next has sent what it holds.",
              List.of(String.join("; ", run.cycle()), which),
              List.of(
                  "Route so that no circle of buffers arises, or give each turn its own class"));
      case FAILED ->
          new Finding(
              "messages-failed",
              Severity.CRITICAL,
              SimulationReport.count(run.failures()) + " messages were given up",
              "They had no path, or were not acknowledged after all retries.",
              List.of(who, which),
              List.of());
      case CANCELLED ->
          new Finding(
              "cancelled",
              Severity.WARNING,
              "Stopped before the end",
              "Figures are those until then; runs after it were not begun.",
              List.of(who, which),
              List.of());
      default ->
          new Finding(
              "stalled",
              Severity.CRITICAL,
              "The run stalled",
              "Nothing moves any more, and no circle of buffers is the reason: a port is shut.",
              List.of(who, which),
              List.of());
    };
  }
}
