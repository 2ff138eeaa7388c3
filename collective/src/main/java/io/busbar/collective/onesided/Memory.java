package io.busbar.collective.onesided;

import io.busbar.collective.onesided.OneSidedPlan.Range;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one rank by parts of chunks: what each holds, who wrote it last and who read it
 * since. Input and output are one buffer where the plan is in place.
 */
final class Memory {
  private final OneSidedPlan plan;
  private final int rank;
  private final int inputs;
  private final int outputs;
  private final boolean shared;

  /** Where the output begins, in the order of the cells. */
  private final int outputAt;

  private final int inputAt;
  private final int scratchAt;
  private final @Nullable Contribution[] held;

  private final @Nullable Touch[] written;
  private final @Nullable Map<Integer, Touch>[] readers;

  /** What who reads the packets there knows to be done; null where there are none. */
  private final @Nullable Set<Touch>[] packets;

  /**
   * One word after the other of a part is read or written by the same thread: an operation's place
   * {@code lane} stands for them.
   *
   * @param block whose operation it is, among all
   * @param time when, by the block's own clock
   * @param lane which part of the operation's range
   */
  record Touch(int block, int time, int lane) {}

  @SuppressWarnings({"unchecked", "rawtypes"})
  Memory(OneSidedPlan plan, int rank) {
    this.plan = plan;
    this.rank = rank;
    inputs = plan.inputChunks() * plan.cut();
    outputs = plan.outputChunks() * plan.cut();
    shared = plan.inPlace();
    inputAt = shared && inputs < outputs ? rank * inputs : 0;
    outputAt = !shared ? inputs : inputs > outputs ? rank * outputs : 0;
    scratchAt = shared ? Math.max(inputs, outputs) : inputs + outputs;
    int size = scratchAt + plan.ranks().get(rank).scratchChunks() * plan.cut();
    held = new Contribution[size];
    written = new Touch[size];
    readers = new Map[size];
    packets = new Set[size];
    for (int i = 0; i < inputs; i++) {
      held[inputAt + i] = Contribution.of(i, rank);
    }
  }

  /** The cell of a part, or −1 when the buffer has no such part. */
  int cell(Range range, int i) {
    int at = range.first() + i;
    int size =
        switch (range.buffer()) {
          case INPUT -> inputs;
          case OUTPUT -> outputs;
          case SCRATCH -> held.length - scratchAt;
        };
    if (at < 0 || at >= size) {
      return -1;
    }
    return switch (range.buffer()) {
      case INPUT -> inputAt + at;
      case OUTPUT -> outputAt + at;
      case SCRATCH -> scratchAt + at;
    };
  }

  /** The cell of a part of the output. */
  int output(int i) {
    return outputAt + i;
  }

  int outputs() {
    return outputs;
  }

  @Nullable Contribution held(int cell) {
    return held[cell];
  }

  /** What is known of who wrote the packets of a cell, and of whose packets they are made. */
  @Nullable Set<Touch> packets(int cell) {
    return packets[cell];
  }

  /** Who wrote a cell last; null for nobody. */
  @Nullable Touch written(int cell) {
    return written[cell];
  }

  /** The last reading of a cell by each block since it was written. */
  Map<Integer, Touch> readers(int cell) {
    Map<Integer, Touch> known = readers[cell];
    return known == null ? Map.of() : known;
  }

  void read(int cell, Touch touch) {
    Map<Integer, Touch> known = readers[cell];
    if (known == null) {
      known = new HashMap<>();
      readers[cell] = known;
    }
    known.put(touch.block(), touch);
  }

  void write(int cell, @Nullable Contribution what, @Nullable Set<Touch> asPackets, Touch touch) {
    held[cell] = what;
    packets[cell] = asPackets;
    written[cell] = touch;
    readers[cell] = null;
  }

  /** What the output must hold at the end. */
  Contribution wanted(int i) {
    int ranks = plan.ranks().size();
    return switch (plan.op()) {
      case ALL_REDUCE -> everyone(i, ranks);
      case REDUCE_SCATTER -> everyone(rank * outputs + i, ranks);
      case ALL_GATHER -> Contribution.of(i % inputs, i / inputs);
      case ALL_TO_ALL -> {
        int each = outputs / ranks;
        yield Contribution.of(rank * each + i % each, i / each);
      }
      case BROADCAST, REDUCE, GATHER, SCATTER, SEND_RECEIVE ->
          throw new IllegalArgumentException(plan.op() + " is no operation of such plans");
    };
  }

  private static Contribution everyone(int place, int ranks) {
    BitSet all = new BitSet();
    all.set(0, ranks);
    return new Contribution(place, all);
  }
}
