package io.busbar.simulate.bound;

/** The parts of a fabric at whose edges bytes are counted, from small to large. */
public enum Part {
  /** One endpoint. */
  ENDPOINT,
  /** Endpoints joined without a switch of the network: a scale-up domain. */
  DOMAIN,
  /** What hangs together when spines and cores are away: a leaf, or the leaves of some nodes. */
  LEAVES,
  /** What hangs together when cores are away. */
  POD
}
