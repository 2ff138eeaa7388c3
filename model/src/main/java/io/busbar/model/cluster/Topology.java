package io.busbar.model.cluster;

/** How NIC ports are spread over leaf switches. */
public enum Topology {
  /**
   * NIC r of every node goes to leaf r of its leaf group, so that equal NICs are one switch apart.
   */
  RAIL_OPTIMISED,
  /** All NICs of a node go to the same leaf. */
  PLAIN
}
