package io.busbar.collective.api;

/**
 * Where a communicator's ranks are, as far as its time depends on it. Rates are per rank and
 * direction, after sharing and oversubscription.
 *
 * @param ranks ranks of the communicator
 * @param ranksPerDomain how many of them share a scale-up (NVLink) domain; 1 when none do
 * @param scaleUpBytesPerSecond rate of a rank inside its domain
 * @param scaleUpLatencySeconds one hop inside the domain
 * @param scaleOutBytesPerSecond rate of a rank between domains
 * @param scaleOutLatencySeconds one hop between domains
 * @param scaleUpReduction whether the scale-up switches reduce (NVLS)
 * @param scaleOutReduction whether the network reduces (SHARP)
 */
public record GroupShape(
    int ranks,
    int ranksPerDomain,
    double scaleUpBytesPerSecond,
    double scaleUpLatencySeconds,
    double scaleOutBytesPerSecond,
    double scaleOutLatencySeconds,
    boolean scaleUpReduction,
    boolean scaleOutReduction) {

  /** Domains that the communicator touches. */
  public int domains() {
    return (ranks + ranksPerDomain - 1) / ranksPerDomain;
  }
}
