package io.busbar.collective.api;

import io.busbar.base.explain.Ledger;

/** Time of one operation on one communicator over the size. Immutable and thread-safe. */
public interface CollectiveCurve {
  /**
   * @param bytes size as {@link CollectiveOp} defines it; 0 gives 0
   * @param ledger where the reasons go; {@link Ledger#OFF} in searches
   * @return seconds
   */
  double seconds(double bytes, Ledger ledger);
}
