package io.busbar.design.site;

/**
 * Cables of one tier.
 *
 * @param tier {@code node-leaf}, {@code leaf-spine}, {@code spine-core} or {@code group-group}
 * @param count how many
 * @param longestM the longest, estimated, metres
 * @param reachM reach of the class that covers it, metres
 * @param medium {@code copper}, {@code multimode fibre} or {@code single-mode fibre}
 * @param optic modules of the catalogue at the lower and the upper end, one where they are alike;
 *     empty when the catalogue has none
 */
public record CableRun(
    String tier, long count, double longestM, double reachM, String medium, String optic) {

  /** Whether it has transceivers at its ends. */
  public boolean optical() {
    return !medium.equals(Reach.COPPER);
  }
}
