package io.busbar.runtime.call;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.kernel.ReduceOp;
import org.jspecify.annotations.Nullable;

/**
 * A collective as one rank calls it. With n ranks; "in place" means that input and output are the
 * same memory, block by block where one of them is a block of the other. Otherwise they must not
 * overlap. Nothing is checked before the call is prepared, since only then n is known.
 *
 * @param op what is done
 * @param input what the rank gives; null where it gives nothing
 * @param output where its result goes; null where it gets none
 * @param reduce of reductions; otherwise {@link ReduceOp#SUM}, which means nothing
 * @param root of rooted operations; otherwise 0
 * @param route how it is done, the same on all ranks
 * @param counts elements of each block where blocks differ; null where they are equal
 */
public record Call(
    CollectiveOp op,
    @Nullable Buf input,
    @Nullable Buf output,
    ReduceOp reduce,
    int root,
    Route route,
    @Nullable Counts counts) {

  /**
   * Elements of blocks that differ.
   *
   * @param sent elements for each rank (all-to-all) or of each rank (all-gather)
   * @param received elements from each rank
   */
  public record Counts(long[] sent, long[] received) {
    /** Copies the lengths. */
    public Counts {
      sent = sent.clone();
      received = received.clone();
    }

    /** {@return a copy of the elements for, or of, each rank} */
    @Override
    public long[] sent() {
      return sent.clone();
    }

    /** {@return a copy of the elements from each rank} */
    @Override
    public long[] received() {
      return received.clone();
    }
  }

  private static Call of(CollectiveOp op, @Nullable Buf input, @Nullable Buf output, int root) {
    return new Call(op, input, output, ReduceOp.SUM, root, Route.AUTO, null);
  }

  private Call reducing(ReduceOp how) {
    return new Call(op, input, output, how, root, route, counts);
  }

  /**
   * The same by a certain route.
   *
   * @param route one that does the operation, the same on all ranks
   * @return another call
   */
  public Call by(Route route) {
    return new Call(op, input, output, reduce, root, route, counts);
  }

  /**
   * Every rank gets the reduction of all inputs, element by element.
   *
   * @param input of the same type and length on all ranks
   * @param output as long as the input, which it may be
   * @param reduce how elements become one
   * @return the call, to be prepared
   */
  public static Call allReduce(Buf input, Buf output, ReduceOp reduce) {
    return of(CollectiveOp.ALL_REDUCE, input, output, 0).reducing(reduce);
  }

  /**
   * Every rank gets all inputs, in rank order.
   *
   * @param input of the same type and length on all ranks; in place: block r of the output
   * @param output n inputs long
   * @return the call, to be prepared
   */
  public static Call allGather(Buf input, Buf output) {
    return of(CollectiveOp.ALL_GATHER, input, output, 0);
  }

  /**
   * As {@link #allGather}, with inputs of different lengths.
   *
   * @param input as long as this rank's count
   * @param output as long as all counts together
   * @param counts elements of each rank's input, the same on all ranks
   * @return the call, to be prepared
   */
  public static Call allGatherV(Buf input, Buf output, long... counts) {
    Call call = of(CollectiveOp.ALL_GATHER, input, output, 0);
    return call.with(new Counts(counts, counts));
  }

  private Call with(Counts blocks) {
    return new Call(op, input, output, reduce, root, route, blocks);
  }

  /**
   * Rank r gets block r of the reduction.
   *
   * @param input n outputs long, of the same type and length on all ranks
   * @param output one block; in place: block r of the input
   * @param reduce how elements become one
   * @return the call, to be prepared
   */
  public static Call reduceScatter(Buf input, Buf output, ReduceOp reduce) {
    return of(CollectiveOp.REDUCE_SCATTER, input, output, 0).reducing(reduce);
  }

  /**
   * Every rank gets what the root has.
   *
   * @param buffer read on the root and written elsewhere; of the same type and length on all ranks
   * @param root 0 to n − 1
   * @return the call, to be prepared
   */
  public static Call broadcast(Buf buffer, int root) {
    return of(CollectiveOp.BROADCAST, buffer, buffer, root);
  }

  /**
   * The root gets the reduction of all inputs.
   *
   * @param input of the same type and length on all ranks
   * @param output on the root, as long as the input, which it may be; ignored elsewhere
   * @param reduce how elements become one
   * @param root 0 to n − 1
   * @return the call, to be prepared
   */
  public static Call reduce(Buf input, @Nullable Buf output, ReduceOp reduce, int root) {
    return of(CollectiveOp.REDUCE, input, output, root).reducing(reduce);
  }

  /**
   * The root gets all inputs, in rank order.
   *
   * @param input of the same type and length on all ranks; in place on the root: its block r
   * @param output on the root, n inputs long; ignored elsewhere
   * @param root 0 to n − 1
   * @return the call, to be prepared
   */
  public static Call gather(Buf input, @Nullable Buf output, int root) {
    return of(CollectiveOp.GATHER, input, output, root);
  }

  /**
   * Rank r gets block r of what the root has.
   *
   * @param input on the root, n outputs long; ignored elsewhere
   * @param output one block; in place on the root: block r of the input
   * @param root 0 to n − 1
   * @return the call, to be prepared
   */
  public static Call scatter(@Nullable Buf input, Buf output, int root) {
    return of(CollectiveOp.SCATTER, input, output, root);
  }

  /**
   * Rank r gets block r of every rank, in rank order.
   *
   * @param input n blocks, of the same type and length on all ranks
   * @param output as long as the input, and apart from it
   * @return the call, to be prepared
   */
  public static Call allToAll(Buf input, Buf output) {
    return of(CollectiveOp.ALL_TO_ALL, input, output, 0);
  }

  /**
   * As {@link #allToAll}, with blocks of different lengths, which lie one after the other.
   *
   * @param input as long as all that is sent
   * @param sent elements for each rank
   * @param output as long as all that is received, and apart from the input
   * @param received elements from each rank, which is what that one sends to this one
   * @return the call, to be prepared
   */
  public static Call allToAllV(Buf input, long[] sent, Buf output, long[] received) {
    return of(CollectiveOp.ALL_TO_ALL, input, output, 0).with(new Counts(sent, received));
  }

  /**
   * Every rank sends to the next one, the last to the first.
   *
   * @param input of the same type and length on all ranks
   * @param output as long as the input, and apart from it
   * @return the call, to be prepared
   */
  public static Call shift(Buf input, Buf output) {
    return of(CollectiveOp.SEND_RECEIVE, input, output, 0);
  }
}
