package io.busbar.simulate.step;

import io.busbar.collective.api.CollectiveOp;

/** How long a collective among replicas takes. */
@FunctionalInterface
public interface ExchangeSeconds {
  /**
   * @param bytes as {@link CollectiveOp} defines them
   * @param expert whether it is among the replicas of experts
   */
  double of(CollectiveOp op, double bytes, boolean expert);
}
