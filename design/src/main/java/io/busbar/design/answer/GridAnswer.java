package io.busbar.design.answer;

import io.busbar.design.input.Assumption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A torus, mesh or HyperX whose routers are in the chips.
 *
 * @param topology by its word
 * @param sizes chips by dimension
 * @param chips all of them
 * @param linkBytesPerS of a link, one direction
 * @param portsPerChip most links of a chip
 * @param links between chips
 * @param electricalLinks inside blocks; null where all links are alike
 * @param optics through optical circuit switches; null without blocks
 * @param bisectionLinks that the narrowest cut into halves takes away
 * @param bisectionBytesPerS the same, one direction
 * @param diameterLinks most links on a shortest path
 * @param meanLinks on a shortest path, on average over all pairs
 * @param allReduceBusbwBytesPerS most that an all-reduce of all chips reaches
 * @param allToAllBytesPerS most that each chip sends when all send to all
 * @param cablesUsd low, likely and high; null where it is not known which are optical
 * @param prices figures of the assumptions that were used
 * @param assumptions what was filled in
 */
public record GridAnswer(
    String topology,
    List<Integer> sizes,
    long chips,
    double linkBytesPerS,
    int portsPerChip,
    long links,
    @Nullable Long electricalLinks,
    @Nullable Optics optics,
    long bisectionLinks,
    double bisectionBytesPerS,
    int diameterLinks,
    double meanLinks,
    double allReduceBusbwBytesPerS,
    double allToAllBytesPerS,
    @Nullable Money cablesUsd,
    List<Assumption> prices,
    List<String> assumptions) {
  /**
   * Optical circuit switches.
   *
   * @param side of an electrical block
   * @param blocks how many
   * @param links between chips that they carry
   * @param fibres from blocks to switches, two for each link
   * @param switches how many
   * @param portsPerSwitch in use at most
   */
  public record Optics(
      int side, long blocks, long links, long fibres, long switches, int portsPerSwitch) {}

  /** US dollars. */
  public record Money(double low, double likely, double high) {}
}
