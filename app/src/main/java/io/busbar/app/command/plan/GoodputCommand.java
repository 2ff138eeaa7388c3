package io.busbar.app.command.plan;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.FormatOption;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.plan.goodput.FailureTable;
import io.busbar.plan.goodput.Goodput;
import io.busbar.plan.goodput.GoodputAnswers;
import io.busbar.plan.goodput.GoodputReport;
import io.busbar.plan.goodput.GoodputSimulation;
import io.busbar.plan.goodput.Job;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code busbar goodput}: what failures make of a training time, and what helps. */
@Command(
    name = "goodput",
    description =
        "What failures make of a training time: checkpoints, detection, restarts, spares and slow"
            + " nodes, and what a change of each is worth.",
    footer = {
      "  busbar goodput --cluster h100:16384 --work 48d",
      "  busbar goodput --cluster dgx-h100:128 --work 11.1d --checkpoint 60s --watchdog 30min",
      "  busbar goodput --cluster dgx-h100:2048 --work 48d --spares 16 --repair 2d --runs 1000"
    })
public final class GoodputCommand extends BusbarCommand {
  private static final int MOST_RUNS = 100_000;

  /** More of them are not played: a job that hardly gets on would never end. */
  private static final double MOST_EVENTS = 3e8;

  @Option(
      names = "--cluster",
      required = true,
      paramLabel = "CLUSTER",
      description = {
        "Where it runs: a node with a count, GPUs with a count, or a cluster file.",
        "Example: --cluster dgx-h100:2048"
      })
  private String cluster = "";

  @Option(
      names = "--work",
      required = true,
      paramLabel = "TIME",
      description = {
        "Training time without failures, as 'busbar plan' or 'busbar search' says it.",
        "Example: --work 11.1d"
      })
  private String work = "";

  @Option(
      names = "--checkpoint",
      paramLabel = "TIME",
      description = {
        "How long training waits for a checkpoint (default 30s).",
        "Example: --checkpoint 60s"
      })
  private @Nullable String checkpoint;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      description = {
        "Training between two checkpoints (default: with the least loss).",
        "Example: --interval 30min"
      })
  private @Nullable String interval;

  @Option(
      names = "--watchdog",
      paramLabel = "TIME",
      description = {
        "From a hang to the stop of the job: the time-out of NCCL's watchdog (default 10min).",
        "Example: --watchdog 30min"
      })
  private @Nullable String watchdog;

  @Option(
      names = "--restart",
      paramLabel = "TIME",
      description = {
        "From the stop of the job to its first step (default 10min).",
        "Example: --restart 5min"
      })
  private @Nullable String restart;

  @Option(
      names = "--spares",
      paramLabel = "NODES",
      description = {"Spare nodes (default: as many as are needed).", "Example: --spares 16"})
  private @Nullable Integer spares;

  @Option(
      names = "--repair",
      paramLabel = "TIME",
      description = {
        "Until a node that left is a spare again, the mean (default 24h).",
        "Example: --repair 2d"
      })
  private @Nullable String repair;

  @Option(
      names = "--gpu-hours",
      paramLabel = "HOURS",
      description = {
        "Your own GPU-hours between interruptions (default: as of Llama 3, 50,676).",
        "Example: --gpu-hours 25000"
      })
  private @Nullable Double gpuHours;

  @Option(
      names = "--slow-nodes",
      paramLabel = "RATE",
      description = {
        "Nodes that turn slow, per node and day (default 0).",
        "Example: --slow-nodes 0.001"
      })
  private double slowNodes;

  @Option(
      names = "--slow-found",
      paramLabel = "TIME",
      description = {
        "Until a slow node is found and leaves (default 1h).",
        "Example: --slow-found 6h"
      })
  private @Nullable String slowFound;

  @Option(
      names = "--slowdown",
      paramLabel = "SHARE",
      description = {
        "What a step takes longer beside a slow node (default 0%%).",
        "Example: --slowdown 20%%"
      })
  private String slowdown = "0%";

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = {
        "Runs to play with drawn failures beside the closed form (default 200; none where a job"
            + " would hardly get on).",
        "Example: --runs 1000"
      })
  private int runs = 200;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = {"Seed of the runs (default 1).", "Example: --seed 7"})
  private long seed = 1;

  @Mixin private FormatOption format = new FormatOption();

  public GoodputCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    Problems problems = new Problems();
    Cluster where = Clusters.parse(cluster, Position.of("--cluster"), problems);
    double seconds = seconds("--work", work, 0, problems);
    Job job = job(where == null ? 1 : where.gpus(), problems);
    if (job.interval() > 0 && job.interval() < 1) {
      problems.add(Position.of("--interval"), "", interval + "", "at least 1 s", "");
    }
    if (seconds == 0 && !problems.any()) {
      problems.add(Position.of("--work"), "", work, "a time above 0", "");
    }
    count("--runs", runs, MOST_RUNS, problems);
    problems.throwIfAny();
    Goodput goodput = Goodput.of(job);
    double events = runs * (seconds / goodput.interval() + seconds / goodput.share() / 60);
    GoodputSimulation.Played played =
        runs == 0 || !(events < MOST_EVENTS)
            ? null
            : GoodputSimulation.play(job, seconds, runs, seed);
    return format.answer(GoodputReport.of(GoodputAnswers.of(job, seconds, played)));
  }

  private Job job(long gpus, Problems problems) {
    Job usual = Job.usual(gpus);
    if (gpuHours != null && gpuHours > 0) {
      double all = FailureTable.standard().gpuHoursBetween("all");
      usual = usual.withRate(all / gpuHours);
    } else if (gpuHours != null) {
      problems.add(Position.of("--gpu-hours"), "", gpuHours + "", "a number above 0", "");
    }
    if (slowNodes < 0) {
      problems.add(Position.of("--slow-nodes"), "", slowNodes + "", "a rate from 0", "");
    }
    int nodes = spares == null ? Job.ENOUGH : spares;
    if (spares != null) {
      count("--spares", spares, Integer.MAX_VALUE, problems);
    }
    return usual
        .withCheckpoint(
            seconds("--checkpoint", checkpoint, usual.checkpoint(), problems),
            seconds("--interval", interval, 0, problems))
        .withRecovery(
            usual.crashNoticed(),
            seconds("--watchdog", watchdog, usual.watchdog(), problems),
            seconds("--restart", restart, usual.restart(), problems))
        .withSpares(nodes, seconds("--repair", repair, usual.repair(), problems))
        .withStragglers(
            Math.max(0, slowNodes),
            seconds("--slow-found", slowFound, usual.slowFound(), problems),
            share("--slowdown", slowdown, problems));
  }

  private static void count(String option, int value, int most, Problems problems) {
    if (value < 0 || value > most) {
      problems.add(Position.of(option), "", value + "", "a number from 0 to " + most, "");
    }
  }

  private static double seconds(
      String option, @Nullable String text, double usual, Problems problems) {
    if (text == null) {
      return usual;
    }
    try {
      return TimeSpan.parse(text).seconds();
    } catch (QuantityFormatException e) {
      problems.add(Position.of(option), "", text, e.expected(), e.hint());
      return usual;
    }
  }

  private static double share(String option, String text, Problems problems) {
    try {
      return Share.parse(text).fraction();
    } catch (QuantityFormatException e) {
      problems.add(Position.of(option), "", text, e.expected(), e.hint());
      return 0;
    }
  }
}
