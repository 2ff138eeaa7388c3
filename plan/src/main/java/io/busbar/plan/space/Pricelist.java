package io.busbar.plan.space;

import io.busbar.model.cluster.Cluster;

/** Says what clusters cost and draw. */
@FunctionalInterface
public interface Pricelist {
  /** Asked once for each cluster of a space, by one thread. */
  ClusterTerms of(Cluster cluster);
}
