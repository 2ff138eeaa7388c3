package io.busbar.tune.roce;

/**
 * Queue pairs that NCCL opens on one NIC for a communicator's rings and trees.
 *
 * @param channels channels that leave through this NIC
 * @param peers remote connections of a channel, both directions: 2 for the ring, up to 6 more for
 *     the tree
 * @param perConnection {@code NCCL_IB_QPS_PER_CONNECTION}
 * @param ports physical ports that NCCL has fused into this NIC
 * @param flush whether receives are flushed (GPUs before Hopper), one pair for each of them
 */
public record QueuePairs(int channels, int peers, int perConnection, int ports, boolean flush) {

  /** {@code channels·peers·perConnection·ports}, and half as many connections' flush pairs. */
  public long count() {
    long connections = (long) channels * peers;
    return connections * perConnection * ports + (flush ? connections / 2 : 0);
  }
}
