package io.busbar.formats.htsim;

import java.util.List;

/**
 * A fat tree as htsim's .topo files describe it.
 *
 * @param nodes hosts
 * @param podSize hosts of a pod
 * @param tiers from the leaves up; two or three
 */
public record FatTreeFile(String source, int nodes, int podSize, List<TierOfTree> tiers) {
  public FatTreeFile {
    tiers = List.copyOf(tiers);
  }

  /**
   * One layer of switches.
   *
   * @param downlinkGbps rate of a link downwards, in 10⁹ bits per second
   * @param radixDown ports downwards
   * @param radixUp ports upwards; 0 at the top
   * @param oversubscribed ports down over ports up; 0 when the file does not say
   * @param bundle parallel links between two switches
   * @param queueDownBytes buffer per port downwards; 0 when the file does not say
   * @param queueUpBytes the same upwards
   */
  public record TierOfTree(
      double downlinkGbps,
      int radixDown,
      int radixUp,
      int oversubscribed,
      int bundle,
      long downlinkLatencyNs,
      long switchLatencyNs,
      long queueDownBytes,
      long queueUpBytes) {}
}
