package io.busbar.app.imported;

import io.busbar.collective.api.CollectiveOp;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Numbers of Chakra's {@code comm_type} and the operations they stand for. Constants. */
public final class ChakraCollectives {
  /** Nothing is sent; here an all-reduce of nothing. */
  static final int BARRIER = 9;

  private static final List<@Nullable CollectiveOp> KINDS =
      Arrays.asList(
          CollectiveOp.ALL_REDUCE,
          CollectiveOp.REDUCE,
          CollectiveOp.ALL_GATHER,
          CollectiveOp.GATHER,
          CollectiveOp.SCATTER,
          CollectiveOp.BROADCAST,
          CollectiveOp.ALL_TO_ALL,
          CollectiveOp.REDUCE_SCATTER,
          CollectiveOp.REDUCE_SCATTER,
          CollectiveOp.ALL_REDUCE);

  private ChakraCollectives() {}

  /** What a number stands for; null for what is not played: gathers, scatters, other numbers. */
  static @Nullable CollectiveOp of(long number) {
    CollectiveOp op = number >= 0 && number < KINDS.size() ? KINDS.get((int) number) : null;
    return op == CollectiveOp.GATHER || op == CollectiveOp.SCATTER ? null : op;
  }

  /** The number of an operation. */
  public static int number(CollectiveOp op) {
    return KINDS.indexOf(op);
  }
}
