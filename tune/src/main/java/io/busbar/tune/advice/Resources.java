package io.busbar.tune.advice;

import io.busbar.tune.roce.ChannelBuffers;
import io.busbar.tune.roce.QueuePairs;
import java.util.List;

/**
 * What NCCL takes for the largest communicator, by formula.
 *
 * @param channels ring and tree channels
 * @param channelsPerNic of them through one NIC
 * @param queuePairsPerNic rings and trees, both directions; 0 where NCCL opens none itself
 * @param channelBufferBytes GPU memory of rings and trees
 * @param slotLimitBytesPerS most that one channel carries over the network with a round trip of 20
 *     us; 0 without a network
 */
public record Resources(
    int channels,
    int channelsPerNic,
    long queuePairsPerNic,
    long channelBufferBytes,
    double slotLimitBytesPerS) {
  private static final int RING = 1;

  /** One parent and two children. */
  private static final int TREE = 3;

  private static final double ROUND_TRIP_SECONDS = 20e-6;

  static Resources of(Site site, List<Advice> set) {
    int perConnection =
        set.stream()
            .filter(a -> a.name().equals("NCCL_IB_QPS_PER_CONNECTION"))
            .mapToInt(a -> Integer.parseInt(a.value()))
            .findFirst()
            .orElse(1);
    boolean flush =
        switch (site.cluster().node().gpu().generation()) {
          case VOLTA, AMPERE, ADA -> true;
          default -> false;
        };
    QueuePairs pairs =
        new QueuePairs(site.channelsPerNic(), 2 * (RING + TREE), perConnection, 1, flush);
    ChannelBuffers buffers =
        new ChannelBuffers(site.channels(), RING + TREE, ChannelBuffers.SIMPLE_BYTES);
    return new Resources(
        site.channels(),
        site.network() ? site.channelsPerNic() : 0,
        site.verbs() ? pairs.count() : 0,
        buffers.bytes(),
        site.network() ? buffers.bytesPerSecond(ROUND_TRIP_SECONDS) : 0);
  }
}
