package io.busbar.simulate.packet;

/**
 * Buffers of switches. A switch has one pool: {@code poolBytes}, or as many bytes as all its ports
 * carry in {@code poolPs}. An Ethernet queue may take {@code alpha} times what is free of the pool
 * beyond its reserve (dynamic threshold, Choudhury and Hahne 1998).
 *
 * @param poolBytes pool of each switch; 0 to size it by {@code poolPs}
 * @param poolPs time in which all ports together fill the pool, picoseconds
 * @param reserveBytes of each ingress port and class, never shared
 * @param alpha factor of the dynamic threshold
 * @param resumeBytes a pause ends this far below the threshold (XON offset)
 * @param headroomBytes for each ingress port and lossless class, after the pause was sent; negative
 *     for 2·latency·rate + 3 frames + 3,840 bytes of the peer's response
 * @param creditBytes input buffer of each port and lane with credits; 0 for 2·latency·rate + 8
 *     frames
 */
public record BufferSettings(
    long poolBytes,
    long poolPs,
    int reserveBytes,
    double alpha,
    int resumeBytes,
    int headroomBytes,
    int creditBytes) {

  /**
   * 160 MB for 128 ports of 400 Gb/s (Spectrum-4 class), α = 1, and the reserve and offset of
   * SONiC's 400G profile, rounded.
   */
  public static final BufferSettings ETHERNET =
      new BufferSettings(0, 25_000_000, 18_796, 1, 3_556, -1, 0);

  /** Buffers of lanes only. */
  public static final BufferSettings INFINIBAND =
      new BufferSettings(Long.MAX_VALUE / 4, 0, 0, 1, 0, 0, 0);

  public BufferSettings withPool(long bytes) {
    return new BufferSettings(
        bytes, poolPs, reserveBytes, alpha, resumeBytes, headroomBytes, creditBytes);
  }

  public BufferSettings withReserve(int bytes) {
    return new BufferSettings(
        poolBytes, poolPs, bytes, alpha, resumeBytes, headroomBytes, creditBytes);
  }

  public BufferSettings withAlpha(double factor) {
    return new BufferSettings(
        poolBytes, poolPs, reserveBytes, factor, resumeBytes, headroomBytes, creditBytes);
  }

  public BufferSettings withHeadroom(int bytes) {
    return new BufferSettings(
        poolBytes, poolPs, reserveBytes, alpha, resumeBytes, bytes, creditBytes);
  }
}
