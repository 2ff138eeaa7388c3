package io.busbar.simulate.packet;

/**
 * Queue pairs.
 *
 * @param queuePairs of a connection; messages go to them in turn, those of more than 1 MiB in equal
 *     parts to all
 * @param ackEvery packets per acknowledgement; the last of a message is always acknowledged
 * @param recovery what is sent again after a loss
 * @param timeoutPs time without progress after which the oldest packet is sent again
 * @param retries timeouts in a row before a queue pair gives up
 * @param windowBytes bytes that may be unacknowledged; 0 for any number
 * @param reorderPackets with selective recovery a packet counts as lost when one this far behind it
 *     has come; 0 where each queue pair has one way
 */
public record TransportSettings(
    int queuePairs,
    int ackEvery,
    Recovery recovery,
    long timeoutPs,
    int retries,
    long windowBytes,
    int reorderPackets) {

  /** What is sent again after a loss. */
  public enum Recovery {
    /** Everything from the lost packet on; the receiver keeps nothing out of order. */
    GO_BACK_N,
    /** The lost packets only; the receiver places packets as they come. */
    SELECTIVE
  }

  /** Exponent of the local ACK timeout that NCCL sets: NCCL_IB_TIMEOUT, 20 since 2.23. */
  public static final int TIMEOUT_EXPONENT = 20;

  /** Retries that NCCL sets: NCCL_IB_RETRY_CNT. */
  public static final int RETRIES = 7;

  private static final int ENDLESS_EXPONENT = 32;

  /** One queue pair, go-back-N, and NCCL's timeout of 4.3 s and its 7 retries. */
  public static final TransportSettings ROCE =
      new TransportSettings(1, 16, Recovery.GO_BACK_N, timeoutPs(TIMEOUT_EXPONENT), RETRIES, 0, 0);

  /**
   * 4.096 us · 2^exponent; endless for 0 and from 32 on. Source: InfiniBand Architecture
   * Specification, volume 1, local ACK timeout.
   */
  public static long timeoutPs(int exponent) {
    return exponent <= 0 || exponent >= ENDLESS_EXPONENT
        ? Long.MAX_VALUE / 4
        : 4_096_000L << exponent;
  }

  public TransportSettings {
    if (queuePairs < 1 || ackEvery < 1 || timeoutPs < 1 || retries < 0 || windowBytes < 0) {
      throw new IllegalArgumentException(
          "queue pairs, packets per acknowledgement and times are positive");
    }
  }

  public TransportSettings withQueuePairs(int count) {
    return new TransportSettings(
        count, ackEvery, recovery, timeoutPs, retries, windowBytes, reorderPackets);
  }

  public TransportSettings withAckEvery(int packets) {
    return new TransportSettings(
        queuePairs, packets, recovery, timeoutPs, retries, windowBytes, reorderPackets);
  }

  public TransportSettings with(Recovery other) {
    return new TransportSettings(
        queuePairs, ackEvery, other, timeoutPs, retries, windowBytes, reorderPackets);
  }

  public TransportSettings withTimeout(long ps, int times) {
    return new TransportSettings(
        queuePairs, ackEvery, recovery, ps, times, windowBytes, reorderPackets);
  }

  public TransportSettings withWindow(long bytes) {
    return new TransportSettings(
        queuePairs, ackEvery, recovery, timeoutPs, retries, bytes, reorderPackets);
  }

  public TransportSettings withReorder(int packets) {
    return new TransportSettings(
        queuePairs, ackEvery, recovery, timeoutPs, retries, windowBytes, packets);
  }
}
