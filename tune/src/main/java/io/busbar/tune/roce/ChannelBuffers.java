package io.busbar.tune.roce;

/**
 * GPU memory that NCCL keeps for a communicator's channels: {@code channels·peers·buffers}, the
 * buffers being those of LL (8 lines × 512 threads × 8 steps × 16 B), LL128 (120 words × 640
 * threads × 8 steps × 8 B) and Simple ({@code NCCL_BUFFSIZE}).
 *
 * @param channels of the communicator
 * @param peers connections of a channel that have buffers here: 1 for the ring, up to 3 for the
 *     tree
 * @param simpleBytes {@code NCCL_BUFFSIZE}
 */
public record ChannelBuffers(int channels, int peers, long simpleBytes) {
  /** Default of {@code NCCL_BUFFSIZE}. */
  public static final long SIMPLE_BYTES = 4L << 20;

  private static final int STEPS = 8;
  private static final long LL_BYTES = 8L * 512 * STEPS * 16;
  private static final long LL128_BYTES = 120L * 640 * STEPS * 8;

  /** Buffers of one connection, all protocols. */
  public long connectionBytes() {
    return LL_BYTES + LL128_BYTES + simpleBytes;
  }

  /** Buffers of all connections. */
  public long bytes() {
    return channels * peers * connectionBytes();
  }

  /**
   * What one channel can carry to a peer at most: a sender waits until the receiver has freed a
   * slot, so that no more than the buffer is on the way, {@code buffer / round trip}.
   *
   * @param roundTripSeconds from sending a slot to hearing that it is free
   */
  public double bytesPerSecond(double roundTripSeconds) {
    return simpleBytes / roundTripSeconds;
  }
}
