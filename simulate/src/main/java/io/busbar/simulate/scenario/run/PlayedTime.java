package io.busbar.simulate.scenario.run;

import io.busbar.base.problem.InputException;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.Cluster;
import io.busbar.simulate.scenario.setting.Fidelity;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long rings take that are played among some GPUs of a cluster, one at a time on an idle
 * fabric; played once for each size. Not thread-safe.
 */
public final class PlayedTime {
  private final PlayedSchedule player;
  private final int[] gpus;
  private final Map<String, Double> known = new TreeMap<>();

  /**
   * @param gpus of the communicator, by rank
   * @throws IllegalArgumentException when the cluster's nodes cannot be joined
   */
  public PlayedTime(Cluster cluster, Fidelity fidelity, int[] gpus, Watch watch) {
    this.player = new PlayedSchedule(cluster, fidelity, watch);
    this.gpus = gpus.clone();
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
    return player.play(Algorithm.RING, op, gpus, bytes / gpus.length * gpus.length).seconds();
  }
}
