package io.busbar.diagnose.planned;

import io.busbar.collective.api.GroupShape;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One step as a plan predicts it.
 *
 * @param name of the plan
 * @param stepSeconds time of a step
 * @param communicationSeconds of communication, hidden or not
 * @param exposedSeconds of communication that the step waits for
 * @param bubbleShare idle share of the pipeline; 0 without one
 * @param tensorParallel ranks of a tensor-parallel group
 * @param dataParallelStride GPUs between neighbours of a data-parallel group, when data parallelism
 *     is the outermost axis; 0 when it is not
 * @param groups communicators by name
 */
public record PlannedStep(
    String name,
    double stepSeconds,
    double communicationSeconds,
    double exposedSeconds,
    double bubbleShare,
    int tensorParallel,
    int dataParallelStride,
    Map<String, GroupShape> groups) {
  public PlannedStep {
    groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
  }

  /** Exposed communication over the step. */
  public double exposedShare() {
    return exposedSeconds / stepSeconds;
  }

  /** Communication, hidden or not, over the step. */
  public double communicationShare() {
    return communicationSeconds / stepSeconds;
  }
}
