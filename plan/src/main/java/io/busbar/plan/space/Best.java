package io.busbar.plan.space;

import java.util.List;

/** The set-up that is best by one measure; the next decides between equals, the number last. */
public enum Best {
  CHEAPEST(true, Objective.COST, Objective.TRAIN_TIME, Objective.GPUS),
  FASTEST(true, Objective.TRAIN_TIME, Objective.COST, Objective.GPUS),
  FEWEST_GPUS(true, Objective.GPUS, Objective.COST, Objective.TRAIN_TIME),
  /** Whatever was asked for. */
  CHEAPEST_OF_ALL(false, Objective.COST, Objective.TRAIN_TIME, Objective.GPUS),
  /** Whatever was asked for. */
  FASTEST_OF_ALL(false, Objective.TRAIN_TIME, Objective.COST, Objective.GPUS);

  private final boolean keeping;
  private final List<Objective> order;

  Best(boolean keeping, Objective... order) {
    this.keeping = keeping;
    this.order = List.of(order);
  }

  /** Whether only set-ups that keep to what was asked for count. */
  boolean keeping() {
    return keeping;
  }

  /** Negative when {@code a} is better. */
  int compare(double[] a, double[] b) {
    for (int i = 0; i < order.size(); i++) {
      int at = order.get(i).ordinal();
      int order = Double.compare(a[at], b[at]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
