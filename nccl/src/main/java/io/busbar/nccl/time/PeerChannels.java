package io.busbar.nccl.time;

/**
 * Thread blocks that NCCL gives a single message inside a domain: it starts with a share of its
 * channels and doubles them while each has more than 32 steps of 512 KiB to send.
 */
final class PeerChannels {
  private static final int CHANNELS = 32;
  private static final double MOST_BYTES = 32 * 512 * 1024.0;

  private PeerChannels() {}

  /** Powers of two that are possible: 1 to 32. */
  static final int KINDS = 6;

  /** Logarithm of the channels of a message between two of so many ranks. */
  static int log2(int ranks, double bytes) {
    int log = 31 - Integer.numberOfLeadingZeros(Math.max(1, CHANNELS / ranks));
    while (log < KINDS - 1 && bytes / (1 << log) > MOST_BYTES) {
      log++;
    }
    return log;
  }
}
