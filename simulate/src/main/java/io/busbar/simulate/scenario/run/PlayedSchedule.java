package io.busbar.simulate.scenario.run;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Schedule;
import io.busbar.model.cluster.Cluster;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.scenario.answer.Outcome;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.scenario.setting.OwnNetwork;
import io.busbar.simulate.scenario.setting.RunFaults;
import io.busbar.simulate.scenario.setting.Scenario;
import io.busbar.simulate.scenario.setting.Site;
import io.busbar.simulate.scenario.setting.Task;
import io.busbar.simulate.scenario.setting.TransportOptions;
import io.busbar.simulate.scenario.setting.Words;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Plays schedules alone on the first GPUs of a cluster and its own network: those of our
 * algorithms, and any other that was made elsewhere. One engine; not thread-safe.
 */
public final class PlayedSchedule {
  private static final int SLOT = 1 << 20;

  private final Site site;
  private final Fidelity fidelity;
  private final Watch watch;

  /**
   * What came of a schedule.
   *
   * @param seconds until the last rank was done
   * @param boundSeconds the least time of the operation on this fabric, whatever the algorithm
   * @param boundBy what sets it
   * @param busBytesPerSecond what nccl-tests calls busbw
   */
  public record Played(
      double seconds,
      double boundSeconds,
      String boundBy,
      double busBytesPerSecond,
      long messages) {}

  /**
   * @param fidelity not the closed form
   * @throws IllegalArgumentException when the cluster's nodes cannot be joined
   */
  public PlayedSchedule(Cluster cluster, Fidelity fidelity, Watch watch) {
    if (fidelity == Fidelity.CLOSED) {
      throw new IllegalArgumentException("a schedule is not played by a formula");
    }
    this.site = Site.of(cluster);
    this.fidelity = fidelity;
    this.watch = watch;
  }

  /**
   * Plays a schedule; its ranks are the first GPUs.
   *
   * @param slots messages that a connection must hold, at least
   * @param bytes as {@link CollectiveOp} defines them
   * @throws InputException when it takes too long, or does not come to its end
   * @throws IllegalArgumentException when it does not fit the size
   */
  public Played play(Schedule schedule, int slots, long bytes) {
    int[] gpus = first(schedule.ranks());
    Scenario scenario = scenario(schedule.op(), null, gpus.length, bytes, 1);
    return play(scenario, new Collective(scenario, schedule, slots, gpus), schedule.op(), gpus);
  }

  /**
   * Plays one of our algorithms, with a channel for each rail.
   *
   * @throws InputException when it takes too long, or does not come to its end
   * @throws IllegalArgumentException when it does not fit the size or the cluster
   */
  public Played play(Algorithm algorithm, CollectiveOp op, int ranks, long bytes) {
    return play(algorithm, op, first(ranks), bytes);
  }

  /**
   * The same on some GPUs of the cluster.
   *
   * @param gpus of the communicator, by rank
   */
  Played play(Algorithm algorithm, CollectiveOp op, int[] gpus, long bytes) {
    int rails = (int) Arrays.stream(gpus).map(gpu -> gpu % site.domain()).distinct().count();
    Scenario scenario = scenario(op, algorithm, gpus.length, bytes, rails * site.nics());
    return play(scenario, new Collective(scenario, op, algorithm, gpus), op, gpus);
  }

  private static int[] first(int ranks) {
    return IntStream.range(0, ranks).toArray();
  }

  private Played play(Scenario scenario, Collective collective, CollectiveOp op, int[] gpus) {
    Problems problems = new Problems();
    Effort.check(scenario, problems);
    problems.throwIfAny();
    LeastTime least = LeastTime.of(scenario, op, gpus, collective.reducesInNetwork());
    Engine engine = new Engine(scenario, watch);
    Outcome outcome = Playing.alone(collective.on(engine.network()), engine, least.seconds());
    if (!outcome.complete()) {
      String expected = "a collective that comes to its end";
      throw new InputException(
          new Problem(Position.of("--fidelity"), "", Words.of(fidelity), expected, ""));
    }
    double seconds = SimTime.seconds(outcome.lastPs());
    double busbw = seconds <= 0 ? 0 : op.busFactor(scenario.ranks()) * scenario.bytes() / seconds;
    return new Played(seconds, least.seconds(), least.by(), busbw, outcome.messages());
  }

  private Scenario scenario(
      CollectiveOp op, @Nullable Algorithm algorithm, int ranks, long bytes, int channels) {
    return new Scenario(
        site,
        new Task(op.ncclTestsName(), op, null),
        ranks,
        bytes,
        fidelity,
        algorithm,
        channels,
        SLOT,
        OwnNetwork.routing(site),
        OwnNetwork.congestion(site),
        PacketSettings.roce().wire().mtuBytes(),
        0,
        TransportOptions.PLAIN,
        RunFaults.NONE,
        1,
        OwnNetwork.NOTHING,
        true);
  }
}
