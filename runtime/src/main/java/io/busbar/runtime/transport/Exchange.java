package io.busbar.runtime.transport;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tells every rank of a group what each of them says: a short text each, in rank order. All ranks
 * call it, in the same order. Spark's {@code BarrierTaskContext.allGather} is one.
 */
@FunctionalInterface
public interface Exchange {
  /** Begins a text that says why a rank does not take part. No other text begins so. */
  String REFUSAL = "!";

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
   * Tells the others, in place of the next text, why this rank does not take part.
   *
   * @param reason a sentence without the rank
   */
  default void refuse(String reason) {
    exchange(REFUSAL + reason);
  }

  /** {@return how long ranks wait for each other; null when that is not known} */
  default @Nullable Duration deadline() {
    return null;
  }

  /**
   * {@return what only those know that meet here, for the secret of their group; empty when there
   * is nothing, as in a folder}
   */
  default byte[] key() {
    return new byte[0];
  }

  /**
   * The texts of all ranks, when all of them take part.
   *
   * @param own this rank's text
   * @return what each rank said, by rank
   * @throws IllegalStateException when a rank says why it does not; it is named
   */
  default String[] texts(String own) {
    String[] all = exchange(own);
    for (int rank = 0; rank < all.length; rank++) {
      if (all[rank].startsWith(REFUSAL)) {
        throw new IllegalStateException("rank " + rank + " " + all[rank].substring(1));
      }
    }
    return all;
  }

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
        String[] all = whole.texts(own);
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

      @Override
      public void refuse(String reason) {
        whole.refuse(reason);
      }

      @Override
      public @Nullable Duration deadline() {
        return whole.deadline();
      }

      @Override
      public byte[] key() {
        return whole.key();
      }
    };
  }
}
