package io.busbar.simulate.network;

/**
 * A part of a network: what starts in it is connected, sent and timed here. Connections are
 * numbered in each part from 0. While parts run, each is used by its own listener only.
 */
public interface NetworkPart extends Carrier {
  /** While a message is being delivered: when its sender handed it over, picoseconds. */
  long handedOverPs();
}
