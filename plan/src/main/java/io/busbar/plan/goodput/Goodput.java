package io.busbar.plan.goodput;

/**
 * Share of time in which a job trains, in closed form. Failures are a Poisson process while the job
 * computes, writes or starts (mean M between them); none counts while it stands.
 *
 * <p>With work τ and stall δ between checkpoints and a restart R that failures may interrupt, a
 * segment takes {@code X = M·e^(R/M)·(e^((τ+δ)/M) − 1)} (Daly 2006, a higher order estimate of the
 * optimum checkpoint interval, equation of the complete model), has X/M failures and stands D for
 * each: {@code τ / (X·(1 + D/M))} is what is left. τ is Daly's estimate when it is not given:
 * {@code √(2δM)·(1 + √(δ/2M)/3 + δ/18M) − δ} below δ = 2M, whose first term is Young's (1974).
 *
 * <p>With k spares the job waits while k + 1 nodes are in repair: Erlang's loss formula B(k + 1,
 * a), a = nodes that leave in the time of a repair, in the share of time in which they can. Slow
 * nodes are Poisson as well: for {@code 1 − e^(−n)} of the time, n expected at once, one of them is
 * there and the step takes 1 + s as long. Limits: failures are independent, repairs do not queue,
 * checkpoints are never lost.
 *
 * @param meanTimeBetweenFailures M, seconds
 * @param interval τ, seconds
 * @param detection D, seconds
 * @param checkpointShare of the time that checkpoints take: δ/(τ+δ)
 * @param lostShare of the time that is computed again after failures
 * @param detectionShare of the time that the job stands unnoticed
 * @param restartShare of the time that restarts take
 * @param waitingShare of the time that the job waits for a node
 * @param slowShare of the time that slow nodes take
 * @param share what is left
 */
public record Goodput(
    double meanTimeBetweenFailures,
    double interval,
    double detection,
    double checkpointShare,
    double lostShare,
    double detectionShare,
    double restartShare,
    double waitingShare,
    double slowShare,
    double share) {
  private static final double DAY = 86400;

  /** Free checkpoints are still no more frequent than steps. */
  private static final double SHORTEST = 1;

  /** Of a job. */
  public static Goodput of(Job job) {
    double m = job.meanTimeBetweenFailures();
    double delta = job.checkpoint();
    double tau = job.interval() > 0 ? job.interval() : bestInterval(delta, m);
    double d = job.detection();
    double segment = m * Math.exp(job.restart() / m) * Math.expm1((tau + delta) / m);
    double whole = segment * (1 + d / m);
    double running = tau / whole;
    double waiting = waiting(job, segment / whole);
    double slow = slowdown(job);
    double share = running * (1 - waiting) / slow;
    double failures = segment / m;
    double restart = failures * m * -Math.expm1(-job.restart() / m) / whole;
    double checkpoint = delta / whole;
    double detection = failures * d / whole;
    double lost = Math.max(0, 1 - running - checkpoint - detection - restart);
    double rest = 1 - waiting;
    return new Goodput(
        m,
        tau,
        d,
        checkpoint * rest,
        lost * rest,
        detection * rest,
        restart * rest,
        waiting,
        running * rest * (1 - 1 / slow),
        share);
  }

  /** Daly's estimate of the interval with the least loss. */
  static double bestInterval(double delta, double m) {
    if (delta >= 2 * m) {
      return m;
    }
    double x = delta / (2 * m);
    return Math.max(delta, Math.sqrt(2 * delta * m) * (1 + Math.sqrt(x) / 3 + x / 9) - delta);
  }

  /** Share of time that the job waits for a node of the pool. */
  private static double waiting(Job job, double exposed) {
    if (job.spares() < 0) {
      return 0;
    }
    double leaves = job.replacedShare() * exposed / job.meanTimeBetweenFailures();
    return erlangLoss(job.spares() + 1, leaves * job.repair());
  }

  /** B(n, a) by its recursion from B(0, a) = 1: B(n) = a·B(n−1) / (n + a·B(n−1)). */
  static double erlangLoss(int servers, double offered) {
    double blocked = 1;
    for (int n = 1; n <= servers; n++) {
      blocked = offered * blocked / (n + offered * blocked);
    }
    return blocked;
  }

  private static double slowdown(Job job) {
    double nodes = Math.ceil((double) job.gpus() / Job.GPUS_PER_NODE);
    double expected = nodes * job.slowNodesPerDay() / DAY * job.slowFound();
    double beside = -Math.expm1(-expected);
    return 1 / (1 - beside * job.slowdown() / (1 + job.slowdown()));
  }

  /** Time for work that takes so long without failures. */
  public double time(double work) {
    return work / share;
  }
}
