package io.busbar.nccl.graph;

/**
 * What the search found for one pattern; the figures of a log line {@code Pattern 4, crossNic 0,
 * nChannels 8, bw 24.0/24.0, type NVL/PIX, sameChannels 1}.
 *
 * @param pattern what was laid over the node
 * @param channels how many at once, before NCCL doubles them for its own use
 * @param intraGigabytesPerSecond rate of a channel inside the node, 10^9 bytes per second
 * @param interGigabytesPerSecond rate of a channel to the network, 10^9 bytes per second
 * @param intraType worst path inside the node
 * @param interType worst path from GPU to NIC
 * @param interLatencyUs latency that the NIC declares (topology file), usually 0
 * @param sameChannels whether all channels use the GPUs in the same order
 */
public record SearchGraph(
    Pattern pattern,
    int channels,
    double intraGigabytesPerSecond,
    double interGigabytesPerSecond,
    PathType intraType,
    PathType interType,
    double interLatencyUs,
    boolean sameChannels) {

  public SearchGraph {
    if (channels < 0
        || !(intraGigabytesPerSecond >= 0)
        || !(interGigabytesPerSecond >= 0)
        || !(interLatencyUs >= 0)) {
      throw new IllegalArgumentException("figures of a graph are not negative");
    }
  }

  /** A pattern that the search did not find, or did not look for. */
  public static SearchGraph none(Pattern pattern) {
    return new SearchGraph(pattern, 0, 0, 0, PathType.LOC, PathType.PIX, 0, true);
  }

  public boolean found() {
    return channels > 0;
  }
}
