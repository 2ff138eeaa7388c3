package io.busbar.app.hosts;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.model.cluster.Cluster;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.execute.Choice;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.tuning.StartValues;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.path.Routing;
import io.busbar.simulate.play.Play;
import io.busbar.simulate.play.PlayOptions;
import io.busbar.simulate.play.PlayResult;
import io.busbar.simulate.play.Player;
import java.util.Arrays;

/**
 * How long Busbar's own runtime takes on a cluster of processors: the schedules that it executes,
 * in the pieces in which it sends them, played on the cluster's fabric with shared links.
 */
public final class RuntimeTime {
  private final Fabric fabric;
  private final Locality locality;
  private final PlayOptions options;
  private final int slotBytes;
  private final int slots;

  /**
   * @param ranks the first ones of the cluster
   * @param slots of the links between ranks
   */
  public RuntimeTime(Cluster cluster, int ranks, SlotSize slots) {
    this.fabric = Fabrics.of(cluster);
    this.slotBytes = slots.bytes();
    this.slots = slots.count();
    int[] host = new int[ranks];
    int[] place = new int[ranks];
    Arrays.setAll(host, rank -> rank / cluster.node().gpus());
    Arrays.setAll(place, rank -> rank % cluster.node().gpus());
    this.locality = new Locality(host, place);
    double reducing = cluster.reduceSecondsPerByte() * SimTime.PS_PER_SECOND;
    this.options = PlayOptions.IDEAL.reducing(reducing);
  }

  /** The schedule that the runtime takes without a table. */
  public Route way(CollectiveOp op, long bytes) {
    return StartValues.links(op, bytes, locality);
  }

  /**
   * Seconds of a collective.
   *
   * @param way one with an algorithm
   * @param bytes as {@link CollectiveOp} counts them; cut down to equal blocks
   * @throws IllegalArgumentException when the algorithm does not suit the hosts
   */
  public double seconds(CollectiveOp op, Route way, long bytes) {
    int ranks = locality.ranks();
    long whole =
        switch (op) {
          case ALL_GATHER, REDUCE_SCATTER, GATHER, SCATTER, ALL_TO_ALL ->
              Math.max(1, bytes / ranks) * ranks;
          default -> bytes;
        };
    Schedule schedule = Choice.schedule(op, way, whole, 0, locality);
    int chunk = way.chunkBytes() == 0 ? slotBytes : Math.min(slotBytes, way.chunkBytes());
    Chunking chunking = Chunking.of(schedule, whole, chunk, slots);
    Play play = Play.of(schedule, chunking, options);
    PlayResult result = new Player(play, new FlowNetwork(fabric, Routing.HASH, 1)).play();
    return SimTime.seconds(result.timePs());
  }
}
