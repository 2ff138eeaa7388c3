package io.busbar.simulate.path;

/** How a connection's path is chosen where several links lead on equally well. */
public enum Routing {
  /** By a hash of source, destination and channel: one way per connection (ECMP). */
  HASH,
  /**
   * By the destination, so that the destinations below a switch use its links upwards in turn
   * (D-mod-k, what InfiniBand's fat-tree routing does).
   */
  DESTINATION,
  /** Over all equally good links in equal parts: packet spray and ideal adaptive routing. */
  SPREAD
}
