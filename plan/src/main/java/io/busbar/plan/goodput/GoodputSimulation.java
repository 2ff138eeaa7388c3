package io.busbar.plan.goodput;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Plays jobs with failures drawn from a seed, event by event: the same process as the closed form
 * of {@link Goodput}, without its averages. Run i of a seed is the same on every machine and
 * thread.
 */
public final class GoodputSimulation {
  private static final double DAY = 86400;
  private static final double HOUR = 3600;

  private final Job job;
  private final double interval;
  private final double mean;
  private final double work;
  private final SplittableRandom random;
  private final PriorityQueue<Double> repaired = new PriorityQueue<>();
  private double now;
  private double slowUntil;
  private double nextSlow;
  private long failures;

  /**
   * What came of many runs.
   *
   * @param runs how many
   * @param share work over time, all runs together
   * @param failures interruptions of a run, the mean
   * @param lowSeconds time that one run of twenty stays below
   * @param middleSeconds that half of them stay below
   * @param highSeconds that nineteen of twenty stay below
   */
  public record Played(
      int runs,
      double share,
      double failures,
      double lowSeconds,
      double middleSeconds,
      double highSeconds) {}

  private GoodputSimulation(Job job, double work, SplittableRandom random) {
    this.job = job;
    this.work = work;
    this.mean = job.meanTimeBetweenFailures();
    this.interval = Goodput.of(job).interval();
    this.random = random;
    this.nextSlow = slowGap();
  }

  /**
   * Plays runs of a job.
   *
   * @param work seconds that a run takes without failures
   * @param seed of all runs
   */
  public static Played play(Job job, double work, int runs, long seed) {
    double[] times = new double[runs];
    double failed = 0;
    double sum = 0;
    SplittableRandom seeds = new SplittableRandom(seed);
    for (int i = 0; i < runs; i++) {
      GoodputSimulation one = new GoodputSimulation(job, work, seeds.split());
      times[i] = one.run();
      failed += one.failures;
      sum += times[i];
    }
    Arrays.sort(times);
    return new Played(
        runs,
        runs * work / sum,
        failed / runs,
        times[(int) (0.05 * (runs - 1))],
        times[(runs - 1) / 2],
        times[(int) Math.ceil(0.95 * (runs - 1))]);
  }

  /** The time of one run. */
  private double run() {
    double done = 0;
    while (done < work) {
      double failure = exponential(mean);
      double writes = interval + job.checkpoint();
      if (failure < writes) {
        now += failure;
        recover();
        continue;
      }
      double slow = slowTime(now, now + interval);
      double progress = interval - slow + slow / (1 + job.slowdown());
      if (done + progress >= work) {
        // The last piece ends where the work does; nobody waits for its checkpoint.
        return now + interval * (work - done) / progress;
      }
      done += progress;
      now += writes;
    }
    return now;
  }

  /** From a failure to the first step, failures on the way included. */
  private void recover() {
    while (true) {
      failures++;
      FailureTable.Component what = drawn();
      now += what.hang() ? job.watchdog() : job.crashNoticed();
      if (what.replace() && job.spares() >= 0) {
        leave();
      }
      double failure = exponential(mean);
      if (failure >= job.restart()) {
        now += job.restart();
        return;
      }
      now += failure;
    }
  }

  /** A node goes to repair; the job waits while more are there than it has spares. */
  private void leave() {
    repaired.add(now + exponential(job.repair()));
    while (!repaired.isEmpty() && repaired.peek() <= now) {
      repaired.poll();
    }
    while (repaired.size() > job.spares()) {
      now = Math.max(now, repaired.poll());
    }
  }

  private FailureTable.Component drawn() {
    double at = random.nextDouble() / mean * HOUR;
    for (FailureTable.Component component : job.failures()) {
      at -= job.gpus() / component.gpuHours();
      if (at < 0) {
        return component;
      }
    }
    return job.failures().getLast();
  }

  /** Part of a stretch of time beside a slow node; asked in order. */
  private double slowTime(double from, double to) {
    double slow = 0;
    double at = from;
    while (nextSlow < from) {
      slowUntil = Math.max(slowUntil, nextSlow + job.slowFound());
      nextSlow += slowGap();
    }
    while (at < to) {
      double end = Math.min(to, nextSlow);
      slow += Math.max(0, Math.min(end, slowUntil) - at);
      at = end;
      if (nextSlow <= to) {
        slowUntil = Math.max(slowUntil, nextSlow + job.slowFound());
        nextSlow += slowGap();
      }
    }
    return slow;
  }

  private double slowGap() {
    double nodes = Math.ceil((double) job.gpus() / Job.GPUS_PER_NODE);
    double perSecond = nodes * job.slowNodesPerDay() / DAY;
    return perSecond == 0 ? Double.POSITIVE_INFINITY : exponential(1 / perSecond);
  }

  private double exponential(double of) {
    return -of * Math.log1p(-random.nextDouble());
  }
}
