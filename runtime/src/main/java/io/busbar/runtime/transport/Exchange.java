package io.busbar.runtime.transport;

/**
 * Tells every rank of a group what each of them says: a short text each, in rank order. All ranks
 * call it, in the same order. Spark's {@code BarrierTaskContext.allGather} is one.
 */
@FunctionalInterface
public interface Exchange {
  /**
   * Waits for all ranks.
   *
   * @param own this rank's text, at most a few hundred bytes
   * @return what each rank said, by rank
   */
  String[] exchange(String own);

  /** Throws when the others will not come any more; called from waits between exchanges. */
  default void check() {}

  /**
   * The same among some of the ranks, when all of them take part.
   *
   * @param members ranks, in the order in which their texts are wanted
   * @return an exchange that asks this one
   */
  default Exchange among(int[] members) {
    Exchange whole = this;
    return new Exchange() {
      @Override
      public String[] exchange(String own) {
        String[] all = whole.exchange(own);
        String[] some = new String[members.length];
        for (int i = 0; i < members.length; i++) {
          some[i] = all[members[i]];
        }
        return some;
      }

      @Override
      public void check() {
        whole.check();
      }
    };
  }
}
