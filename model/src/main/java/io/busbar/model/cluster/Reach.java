package io.busbar.model.cluster;

import io.busbar.base.border.Border;
import io.busbar.base.grid.GridGroup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a communicator of a layout reaches and what its ranks get there. It describes the worst
 * of all groups of its kind. Rates are bytes per second of one rank in one direction while all
 * groups of the kind communicate at once; every rank drives its own share of the NICs of its node.
 *
 * @param ranks ranks of one communicator; 2 for the pipeline's neighbours
 * @param ranksPerDomain fewest ranks that share a scale-up domain in any domain it touches
 * @param domains most scale-up domains that one communicator touches
 * @param outermost farthest level that any of its groups crosses
 * @param insideBytesPerSecond rate of a rank inside its domain
 * @param insideLatencySeconds small message inside the domain
 * @param outsideBytesPerSecond rate of a rank between domains, where borders do not take some of it
 * @param outsideLatencySeconds small message over the outermost level
 * @param nvls whether the domain's switches can reduce for it
 * @param sharp whether the network's switches can reduce for it
 * @param borders oversubscribed borders that some of its groups cross
 * @param grid the lines of its ranks in a domain whose scale-up links are a grid; null elsewhere
 */
public record Reach(
    int ranks,
    int ranksPerDomain,
    int domains,
    Level outermost,
    double insideBytesPerSecond,
    double insideLatencySeconds,
    double outsideBytesPerSecond,
    double outsideLatencySeconds,
    boolean nvls,
    boolean sharp,
    List<Border> borders,
    @Nullable GridGroup grid) {

  public Reach {
    borders = List.copyOf(borders);
  }

  /**
   * What a rank of a ring or a chain gets between domains: with r ranks per domain a ring sends r·B
   * to one other block, for which the border has k·B/p, so min(1, (k/r)/p) of the NIC's rate B; p
   * is the oversubscription towards one other block.
   */
  public double ringBytesPerSecond() {
    double share = 1;
    for (Border border : borders) {
      double inBlock = Math.max(1, (double) border.ranks() / ranksPerDomain);
      share = Math.min(share, inBlock / border.pairOversubscription());
    }
    return outsideBytesPerSecond * share;
  }

  /** Whether some group of the kind leaves its scale-up domain. */
  public boolean leavesDomain() {
    return outermost != Level.SCALE_UP;
  }
}
