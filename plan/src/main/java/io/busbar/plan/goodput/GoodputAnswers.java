package io.busbar.plan.goodput;

import io.busbar.plan.goodput.GoodputAnswer.Part;
import io.busbar.plan.goodput.GoodputAnswer.Prediction;
import io.busbar.plan.goodput.GoodputAnswer.Worth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes the answer of a job: each change is the closed form with and without it. Stateless. */
public final class GoodputAnswers {
  private static final double FAST_WATCHDOG = 120;

  private GoodputAnswers() {}

  /**
   * The answer.
   *
   * @param work seconds without failures
   * @param played runs with drawn failures; null when none were asked for
   */
  public static GoodputAnswer of(Job job, double work, GoodputSimulation.@Nullable Played played) {
    Goodput goodput = Goodput.of(job);
    double train = goodput.time(work);
    List<Part> parts = new ArrayList<>();
    double exposed = train * goodput.share() > 0 ? failures(job, goodput, train) : 0;
    for (FailureTable.Component c : job.failures()) {
      double between = c.gpuHours() / job.gpus() * 3600;
      parts.add(
          new Part(
              c.name(),
              between,
              exposed * job.meanTimeBetweenFailures() / between,
              c.hang(),
              c.replace()));
    }
    return new GoodputAnswer(
        job.gpus(), work, train, goodput, played, parts, worth(job, work), published(job));
  }

  /** Failures until the work is done: those that are noticed cost detection each. */
  private static double failures(Job job, Goodput g, double train) {
    double standing = g.detectionShare() + g.waitingShare();
    return train * (1 - standing) / job.meanTimeBetweenFailures();
  }

  private static List<Worth> worth(Job job, double work) {
    Goodput now = Goodput.of(job);
    List<Worth> all = new ArrayList<>();
    if (job.watchdog() > FAST_WATCHDOG) {
      Job other = job.withRecovery(job.crashNoticed(), FAST_WATCHDOG, job.restart());
      add("hangs noticed after 2 min instead of " + minutes(job.watchdog()), other, all, work, now);
    }
    add(
        "restarts in half the time, " + minutes(job.restart() / 2),
        job.withRecovery(job.crashNoticed(), job.watchdog(), job.restart() / 2),
        all,
        work,
        now);
    add(
        "checkpoints in half the time",
        job.withCheckpoint(job.checkpoint() / 2, job.interval()),
        all,
        work,
        now);
    if (job.interval() > 0) {
      add(
          "a checkpoint every "
              + minutes(Goodput.of(job.withCheckpoint(job.checkpoint(), 0)).interval()),
          job.withCheckpoint(job.checkpoint(), 0),
          all,
          work,
          now);
    }
    if (job.spares() >= 0) {
      add("one spare node more", job.withSpares(job.spares() + 1, job.repair()), all, work, now);
      add(
          "repairs in half the time",
          job.withSpares(job.spares(), job.repair() / 2),
          all,
          work,
          now);
    }
    if (job.slowNodesPerDay() > 0) {
      Job other = job.withStragglers(job.slowNodesPerDay(), job.slowFound() / 2, job.slowdown());
      add("slow nodes found in half the time", other, all, work, now);
    }
    all.sort(Comparator.comparingDouble(Worth::savedS).reversed());
    // No action of its own, so it comes after those.
    add("half as many failures", job.withRate(0.5), all, work, now);
    return all;
  }

  private static void add(String change, Job other, List<Worth> all, double work, Goodput now) {
    Goodput with = Goodput.of(other);
    all.add(new Worth(change, with.share(), with.time(work), now.time(work) - with.time(work)));
  }

  static String minutes(double seconds) {
    return seconds < 120
        ? String.format(Locale.ROOT, "%.0f s", seconds)
        : String.format(Locale.ROOT, "%.0f min", seconds / 60);
  }

  /** The rate that the job was given, on systems that it was not fitted on. */
  private static List<Prediction> published(Job job) {
    FailureTable table = FailureTable.standard();
    FailureTable used =
        new FailureTable(
            table.system(), table.gpuHours(), table.source(), job.failures(), table.published());
    List<Prediction> all = new ArrayList<>();
    for (FailureTable.Published p : used.published()) {
      double predicted = used.gpuHoursBetween(p.kind());
      all.add(
          new Prediction(
              p.system(),
              p.kind(),
              p.gpuHours(),
              predicted,
              predicted / p.gpuHours(),
              p.quality().name().toLowerCase(Locale.ROOT),
              p.source()));
    }
    return all;
  }
}
