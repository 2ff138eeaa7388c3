package io.busbar.model.fabric;

/** The layers of a fabric's vertices, from the nodes upwards. */
public enum Tier {
  /** NIC ports of the nodes. */
  PORT,
  LEAF,
  SPINE,
  CORE
}
