package io.busbar.formats.measurements;

import io.busbar.base.problem.Problem;
import java.util.List;

/**
 * What a folder of measurements holds. Immutable.
 *
 * @param source the folder or index as the user named it
 * @param experiments in the order of the index
 * @param warnings what could not be used; at most a hundred are kept
 * @param warningCount how many there were
 */
public record Experiments(
    String source, List<Experiment> experiments, List<Problem> warnings, int warningCount) {
  public Experiments {
    experiments = List.copyOf(experiments);
    warnings = List.copyOf(warnings);
  }
}
