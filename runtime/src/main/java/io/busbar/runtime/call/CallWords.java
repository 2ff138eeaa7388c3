package io.busbar.runtime.call;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Contract;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.kernel.ReduceOp;
import java.util.Locale;

/**
 * What a rank says about its call before data is used, in numbers that can be compared and sent.
 *
 * @param what operation, type and reduction, a byte each, then the route
 * @param count elements as {@link CollectiveOp} counts bytes
 * @param root of rooted operations; otherwise 0
 * @param blocks a hash of the blocks where they differ; otherwise 0
 */
public record CallWords(long what, long count, long root, long blocks) {
  private static final int TYPE = 8;
  private static final int REDUCE = 16;
  private static final int ROUTE = 24;
  private static final int BYTE = 0xff;

  /** Operation, type, reduction and route in one number; a reduction only where there is one. */
  public static long what(CollectiveOp op, DType type, ReduceOp reduce, Route route) {
    int how = reduces(op) ? reduce.ordinal() : 0;
    return op.ordinal()
        | (long) type.ordinal() << TYPE
        | (long) how << REDUCE
        | (long) route.number() << ROUTE;
  }

  /** Whether an operation reduces elements. */
  public static boolean reduces(CollectiveOp op) {
    return switch (op) {
      case ALL_REDUCE, REDUCE_SCATTER, REDUCE -> true;
      default -> false;
    };
  }

  /** Whether the numbers can be those of a call in a group; what came from afar may be anything. */
  public boolean possible(int ranks) {
    return what >= 0
        && (what & BYTE) < CollectiveOp.values().length
        && (what >> TYPE & BYTE) < DType.values().length
        && (what >> REDUCE & BYTE) < ReduceOp.values().length
        && count >= 0
        && root >= 0
        && root < ranks;
  }

  public CollectiveOp op() {
    return CollectiveOp.values()[(int) (what & BYTE)];
  }

  public DType type() {
    return DType.values()[(int) (what >> TYPE & BYTE)];
  }

  public ReduceOp reduce() {
    return ReduceOp.values()[(int) (what >> REDUCE & BYTE)];
  }

  /** Such as {@code all_reduce of 10 x float, sum, by auto}. */
  public String text() {
    CollectiveOp op = op();
    String how = reduces(op) ? ", " + name(reduce()) : "";
    String rooted = Contract.rooted(op) ? ", root " + root : "";
    String parts = blocks == 0 || blocks == 1 ? "" : " in blocks #" + Long.toHexString(blocks);
    String route = ", by " + Route.id((int) (what >> ROUTE));
    return name(op)
        + " of "
        + count
        + " x "
        + type().ncclTestsName()
        + parts
        + how
        + rooted
        + route;
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
