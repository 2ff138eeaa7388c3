package io.busbar.plan.goodput;

import io.busbar.formats.constants.Constants;
import java.util.List;

/**
 * A job as failures see it. Times in seconds.
 *
 * @param gpus how many it runs on
 * @param failures kinds of interruptions
 * @param checkpoint how long training waits for a checkpoint
 * @param interval training between two checkpoints; 0 for the one with the least loss
 * @param crashNoticed from the end of a process to the stop of the job
 * @param watchdog from a hang to the stop of the job
 * @param restart from the stop to the first step
 * @param repair until a node that left is a spare again, the mean
 * @param spares nodes that wait; negative for as many as are needed
 * @param slowNodesPerDay nodes of a day that turn slow, per node
 * @param slowFound until a slow node is found and leaves
 * @param slowdown what the step takes longer beside a slow node, relative
 */
public record Job(
    long gpus,
    List<FailureTable.Component> failures,
    double checkpoint,
    double interval,
    double crashNoticed,
    double watchdog,
    double restart,
    double repair,
    int spares,
    double slowNodesPerDay,
    double slowFound,
    double slowdown) {
  /** As many spares as are needed. */
  public static final int ENOUGH = -1;

  static final int GPUS_PER_NODE = 8;
  private static final double HOUR = 3600;
  private static final Constants USUAL = Constants.load(Job.class, "/goodput/constants.yaml");

  public Job {
    failures = List.copyOf(failures);
  }

  /** With the failures of the published run and the usual times of recovery; no stragglers. */
  public static Job usual(long gpus) {
    return new Job(
        gpus,
        FailureTable.standard().components(),
        USUAL.value("checkpoint_stall_s"),
        0,
        USUAL.value("crash_noticed_s"),
        USUAL.value("watchdog_s"),
        USUAL.value("restart_s"),
        USUAL.value("repair_s"),
        ENOUGH,
        0,
        HOUR,
        0);
  }

  /** Mean time between interruptions of the whole job. */
  public double meanTimeBetweenFailures() {
    double perHour = 0;
    for (FailureTable.Component component : failures) {
      perHour += gpus / component.gpuHours();
    }
    return HOUR / perHour;
  }

  /** Part of the interruptions of which a node leaves. */
  double replacedShare() {
    double replaced = 0;
    for (FailureTable.Component component : failures) {
      replaced += component.replace() ? gpus / component.gpuHours() / HOUR : 0;
    }
    return replaced * meanTimeBetweenFailures();
  }

  /** Mean time from a failure to the stop of the job. */
  double detection() {
    double sum = 0;
    for (FailureTable.Component component : failures) {
      double noticed = component.hang() ? watchdog : crashNoticed;
      sum += gpus / component.gpuHours() / HOUR * noticed;
    }
    return sum * meanTimeBetweenFailures();
  }

  /** The same with another checkpoint. */
  public Job withCheckpoint(double stall, double every) {
    return new Job(
        gpus,
        failures,
        stall,
        every,
        crashNoticed,
        watchdog,
        restart,
        repair,
        spares,
        slowNodesPerDay,
        slowFound,
        slowdown);
  }

  /** The same with other times of recovery. */
  public Job withRecovery(double noticedCrash, double timeOut, double start) {
    return new Job(
        gpus,
        failures,
        checkpoint,
        interval,
        noticedCrash,
        timeOut,
        start,
        repair,
        spares,
        slowNodesPerDay,
        slowFound,
        slowdown);
  }

  /** The same with other spares. */
  public Job withSpares(int nodes, double repaired) {
    return new Job(
        gpus,
        failures,
        checkpoint,
        interval,
        crashNoticed,
        watchdog,
        restart,
        repaired,
        nodes,
        slowNodesPerDay,
        slowFound,
        slowdown);
  }

  /** The same with other slow nodes. */
  public Job withStragglers(double perDay, double found, double longer) {
    return new Job(
        gpus,
        failures,
        checkpoint,
        interval,
        crashNoticed,
        watchdog,
        restart,
        repair,
        spares,
        perDay,
        found,
        longer);
  }

  /** The same with all failures so many times as frequent. */
  public Job withRate(double times) {
    List<FailureTable.Component> other =
        failures.stream()
            .map(c ->
                new FailureTable.Component(
                    c.name(), c.gpuHours() / times, c.hang(), c.replace(), c.note()))
            .toList();
    return new Job(
        gpus,
        other,
        checkpoint,
        interval,
        crashNoticed,
        watchdog,
        restart,
        repair,
        spares,
        slowNodesPerDay,
        slowFound,
        slowdown);
  }
}
