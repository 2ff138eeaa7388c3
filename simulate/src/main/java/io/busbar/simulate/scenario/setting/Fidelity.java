package io.busbar.simulate.scenario.setting;

/** How closely the network is looked at. */
public enum Fidelity {
  /** The algorithm's formula: bytes over its busiest link, and latency. No collisions. */
  CLOSED,
  /** Messages that wait for each other at the ends only. */
  MESSAGE,
  /** Messages that share links max-min fairly. */
  FLOW,
  /** Every packet: queues, pauses, marks, losses. */
  PACKET
}
