package io.busbar.formats.simai;

import java.util.List;

/**
 * Nodes and links of a topology file. GPUs (hosts) come first, from 0; then what {@code switches}
 * lists, of which the first {@code nvSwitches} are NVSwitches.
 *
 * @param nodes all of them
 * @param gpusPerServer 0 in files of the older form, which do not say
 * @param nvSwitches how many of the switches are NVSwitches; 0 in files of the older form
 * @param gpuType such as {@code H100}; empty in files of the older form
 */
public record NodeGraphFile(
    String source,
    int nodes,
    int gpusPerServer,
    int nvSwitches,
    String gpuType,
    List<Integer> switches,
    List<Link> links) {

  public NodeGraphFile {
    switches = List.copyOf(switches);
    links = List.copyOf(links);
  }

  /**
   * A cable, alike in both directions.
   *
   * @param lossRate share of packets that are lost
   */
  public record Link(
      int line, int from, int to, double bitsPerSecond, double latencySeconds, double lossRate) {}
}
