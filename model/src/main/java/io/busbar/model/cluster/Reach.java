package io.busbar.model.cluster;

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
 * @param outsideBytesPerSecond rate of a rank between domains, oversubscription included
 * @param outsideLatencySeconds small message over the outermost level
 * @param nvls whether the domain's switches can reduce for it
 * @param sharp whether the network's switches can reduce for it
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
    boolean sharp) {

  /** Whether some group of the kind leaves its scale-up domain. */
  public boolean leavesDomain() {
    return outermost != Level.SCALE_UP;
  }
}
