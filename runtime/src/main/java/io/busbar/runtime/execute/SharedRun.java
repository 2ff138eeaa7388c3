package io.busbar.runtime.execute;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.kernel.Kernels;
import java.lang.foreign.MemorySegment;

/**
 * A collective over buffers that all ranks see, between two barriers. Every sum is built in rank
 * order, so the bits are the same whoever builds it. All-reduce of S bytes over n ranks reads n·S
 * and writes n·S, the least there is when caches are too small.
 *
 * <pre>
 *   long reductions: rank r adds up slice r of all inputs, block by block, and copies each block
 *                    to the other outputs while it is in the cache
 *   all others:      every rank takes what it needs from the inputs
 * </pre>
 */
final class SharedRun {
  /** Bytes of a block; the sources' and the target's fit a second-level cache. */
  private static final int BLOCK = 64 << 10;

  private static final int LINE = 64;

  private final Kernels kernels;
  private final Bound call;
  private final int rank;
  private final int ranks;
  private final MemorySegment[] inputs;
  private final MemorySegment[] outputs;

  SharedRun(Kernels kernels, Bound call) {
    this.kernels = kernels;
    this.call = call;
    rank = call.rank();
    ranks = call.ranks();
    inputs = new MemorySegment[ranks];
    outputs = new MemorySegment[ranks];
  }

  void input(int of, MemorySegment memory) {
    inputs[of] = memory;
  }

  void output(int of, MemorySegment memory) {
    outputs[of] = memory;
  }

  /** Every rank computes its own output; inputs may be small copies. */
  void pull() {
    long block = call.bytes() / ranks;
    MemorySegment own = call.output();
    switch (call.op()) {
      case ALL_REDUCE -> reduce(own, 0, 0, call.count());
      case REDUCE -> {
        if (rank == call.root()) {
          reduce(own, 0, 0, call.count());
        }
      }
      case REDUCE_SCATTER -> reduce(own, 0, rank * block, call.count() / ranks);
      case ALL_GATHER -> takeAll(own, 0, block);
      case GATHER -> {
        if (rank == call.root()) {
          takeAll(own, 0, block);
        }
      }
      case ALL_TO_ALL -> takeAll(own, rank * block, block);
      case BROADCAST -> take(own, 0, call.root(), 0, call.bytes());
      case SCATTER -> take(own, 0, call.root(), rank * block, block);
      case SEND_RECEIVE -> take(own, 0, (rank + ranks - 1) % ranks, 0, call.bytes());
    }
  }

  private void reduce(MemorySegment into, long intoAt, long from, long count) {
    kernels.reduceAll(call.reduce(), call.type(), into, intoAt, inputs, from, count);
  }

  /** Block r of the output comes from rank r; each rank starts at another one. */
  private void takeAll(MemorySegment own, long from, long block) {
    for (int i = 0; i < ranks; i++) {
      int peer = (rank + i) % ranks;
      take(own, peer * block, peer, from, block);
    }
  }

  private void take(MemorySegment own, long at, int peer, long from, long bytes) {
    boolean there = peer == rank && call.distance() != Memory.APART;
    if (!there || at + call.distance() != from) {
      MemorySegment.copy(inputs[peer], from, own, at, bytes);
    }
  }

  /** Whether {@link #slices} does the call, rather than {@link #pull}. */
  static boolean sliced(CollectiveOp op) {
    return op == CollectiveOp.ALL_REDUCE || op == CollectiveOp.REDUCE;
  }

  /** All-reduce and reduce: each rank adds up its slice for all. */
  void slices() {
    int width = call.type().bytes();
    long perRank = (call.count() + ranks - 1) / ranks;
    long lined = (perRank * width + LINE - 1) / LINE * LINE / width;
    long first = Math.min(call.count(), rank * lined);
    long end = Math.min(call.count(), first + lined);
    boolean all = call.op() == CollectiveOp.ALL_REDUCE;
    int owner = all ? rank : call.root();
    MemorySegment into = outputs[owner];
    int most = BLOCK / width;
    for (long at = first; at < end; at += most) {
      long count = Math.min(most, end - at);
      reduce(into, at * width, at * width, count);
      for (int i = 1; all && i < ranks; i++) {
        MemorySegment peer = outputs[(rank + i) % ranks];
        MemorySegment.copy(into, at * width, peer, at * width, count * width);
      }
    }
  }
}
