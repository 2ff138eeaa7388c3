package io.busbar.simulate.scenario;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.Cluster;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.PacketSettings;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long rings take that are played among some GPUs of a cluster, one at a time on an idle
 * fabric; played once for each size. Not thread-safe.
 */
public final class PlayedTime {
  private static final int SLOT = 1 << 20;

  private final Site site;
  private final Fidelity fidelity;
  private final int[] gpus;
  private final Watch watch;
  private final Map<String, Double> known = new TreeMap<>();

  /**
   * @param gpus of the communicator, by rank
   * @throws IllegalArgumentException when the cluster's nodes cannot be joined
   */
  public PlayedTime(Cluster cluster, Fidelity fidelity, int[] gpus, Watch watch) {
    this.site = Site.of(cluster);
    this.fidelity = fidelity;
    this.gpus = gpus.clone();
    this.watch = watch;
  }

  /**
   * @param bytes as {@link CollectiveOp} defines them
   * @throws InputException when it would take hours, or does not come to its end
   */
  public double seconds(CollectiveOp op, double bytes) {
    long whole = Math.round(bytes);
    String key = op + " " + whole;
    Double before = known.get(key);
    if (before != null) {
      return before;
    }
    double seconds = play(op, whole);
    known.put(key, seconds);
    return seconds;
  }

  private double play(CollectiveOp op, long bytes) {
    int channels = (int) Arrays.stream(gpus).map(gpu -> gpu % site.domain()).distinct().count();
    Scenario scenario =
        new Scenario(
            site,
            new Task(op.ncclTestsName(), op, null),
            gpus.length,
            bytes / gpus.length * gpus.length,
            fidelity,
            Algorithm.RING,
            channels * site.nics(),
            SLOT,
            OwnNetwork.routing(site),
            OwnNetwork.congestion(site),
            PacketSettings.roce().wire().mtuBytes(),
            0,
            TransportOptions.PLAIN,
            Troubles.NONE,
            1,
            OwnNetwork.NOTHING);
    Problems problems = new Problems();
    Effort.check(scenario, problems);
    problems.throwIfAny();
    Collective collective = new Collective(scenario, op, Algorithm.RING, gpus);
    Floor floor = Floor.of(scenario, op, gpus, false);
    Engine engine = new Engine(scenario, watch);
    Outcome outcome = Playing.alone(collective.on(engine.network()), engine, floor.seconds());
    if (!outcome.complete()) {
      String expected = "a collective that comes to its end";
      throw new InputException(
          new Problem(Position.of("--fidelity"), "", Words.of(fidelity), expected, ""));
    }
    return SimTime.seconds(outcome.lastPs());
  }
}
