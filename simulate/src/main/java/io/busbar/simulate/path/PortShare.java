package io.busbar.simulate.path;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.NodeKind;

/**
 * The part of a link that simulated traffic may use, when traffic that is not simulated uses it
 * too.
 */
@FunctionalInterface
public interface PortShare {
  /** All of every link. */
  PortShare ALL = port -> 1;

  /** Above 0, at most 1. */
  double of(int port);

  /**
   * One of {@code copies} groups of rails stands for all: each carries the same traffic on NICs and
   * leaves of its own, and its part of scale-up links. Links between spines and cores are shared
   * too, except by destination, where each rail has its own. Who plays it takes 1/copies of the
   * channels and of the bytes. An estimate: rails meet on scale-up links at different times.
   */
  static PortShare ofRails(Fabric fabric, Routing routing, int copies) {
    return port -> {
      NodeKind here = fabric.kind(fabric.owner(port));
      NodeKind there = fabric.kind(fabric.owner(fabric.peer(port)));
      boolean leaf = here == NodeKind.LEAF || there == NodeKind.LEAF;
      boolean core = here == NodeKind.CORE || there == NodeKind.CORE;
      return leaf || (core && routing == Routing.DESTINATION) ? 1 : 1.0 / copies;
    };
  }
}
