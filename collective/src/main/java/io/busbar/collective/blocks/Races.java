package io.busbar.collective.blocks;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.blocks.BlockStep.Buffer;
import io.busbar.collective.blocks.BlockStep.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Looks for blocks of a GPU that touch the same chunk without an order between them: what comes
 * first must be before the other in its block, by a wait, or by a chain of messages. The result of
 * such an algorithm depends on luck, although a single run may be right.
 */
final class Races {
  private static final long MOST_CLOCKS = 1L << 27;
  private static final int MOST_FAULTS = 20;
  private static final int NONE = -1;

  private final Operations all;
  private final List<Integer> order;
  private final int[] first;
  private final Order.Edges edges = new Order.Edges();
  private final List<BlockFault> faults = new ArrayList<>();

  private Races(Operations all, List<Integer> order) {
    this.all = all;
    this.order = order;
    first = Order.edges(all, edges).index(all.size());
  }

  /**
   * What it finds, at most twenty.
   *
   * @param order all operations, each after those it waits for
   */
  static List<BlockFault> of(Operations all, List<Integer> order) {
    Races races = new Races(all, order);
    for (int rank = 0; rank < all.algorithm.ranks(); rank++) {
      races.look(rank);
    }
    return races.faults;
  }

  /** Whether it is too large to be looked at. */
  static boolean tooLarge(Operations all) {
    int widest = all.algorithm.gpus().stream().mapToInt(gpu -> gpu.blocks().size()).max().orElse(0);
    return (long) all.size() * widest > MOST_CLOCKS;
  }

  private void look(int rank) {
    int blocks = all.algorithm.gpus().get(rank).blocks().size();
    // How many operations of each of this GPU's blocks come before an operation, wherever that is.
    int[] clock = new int[Math.multiplyExact(all.size(), blocks)];
    for (int op : order) {
      if (all.rank(op) == rank) {
        clock[op * blocks + all.block(op)] = all.index(op) + 1;
      }
      for (int i = first[op]; i < first[op + 1]; i++) {
        int next = edges.successor(i);
        for (int b = 0; b < blocks; b++) {
          clock[next * blocks + b] = Math.max(clock[next * blocks + b], clock[op * blocks + b]);
        }
      }
    }
    Memory memory = new Memory(all.algorithm, rank);
    int[] wrote = new int[memory.size()];
    int[][] read = new int[memory.size()][];
    Arrays.fill(wrote, NONE);
    for (int op : order) {
      if (all.rank(op) == rank && faults.size() < MOST_FAULTS) {
        touch(op, memory, wrote, read, clock, blocks);
      }
    }
  }

  private void touch(int op, Memory memory, int[] wrote, int[][] read, int[] clock, int blocks) {
    boolean adds = all.kind(op) == BlockStep.Kind.REDUCE;
    for (int i = 0; i < all.count(op); i++) {
      if (all.kind(op).reads()) {
        reads(op, memory.cell(all.source(op), i), wrote, read, clock, blocks);
      }
      if (adds) {
        reads(op, memory.cell(all.target(op), i), wrote, read, clock, blocks);
      }
    }
    for (int i = 0; i < all.count(op) && all.kind(op).writes(); i++) {
      int cell = memory.cell(all.target(op), i);
      ordered(wrote[cell], op, clock, blocks, all.target(op), i, "writes", "writes");
      if (read[cell] != null) {
        for (int reader : read[cell]) {
          ordered(reader, op, clock, blocks, all.target(op), i, "reads", "writes");
        }
      }
      wrote[cell] = op;
      read[cell] = null;
    }
  }

  private void reads(int op, int cell, int[] wrote, int[][] read, int[] clock, int blocks) {
    ordered(wrote[cell], op, clock, blocks, all.source(op), 0, "writes", "reads");
    if (read[cell] == null) {
      read[cell] = new int[blocks];
      Arrays.fill(read[cell], NONE);
    }
    read[cell][all.block(op)] = op;
  }

  private void ordered(
      int before, int op, int[] clock, int blocks, Place at, int i, String did, String does) {
    if (before == NONE || clock[op * blocks + all.block(before)] > all.index(before)) {
      return;
    }
    if (faults.size() < MOST_FAULTS) {
      Place place = new Place(at.buffer(), at.chunk() + i);
      String text = does + " " + place + ", which " + all.where(before) + " " + did;
      faults.add(
          new BlockFault(
              all.step(op).line(), all.where(op), text + "; nothing says which is first"));
    }
  }

  /** The memory of a GPU, chunk by chunk; in place input and output share theirs. */
  static final class Memory {
    private final int input;
    private final int output;
    private final int scratch;
    private final int size;

    Memory(BlockAlgorithm algorithm, int rank) {
      int chunks = algorithm.chunks();
      int parts = chunks / algorithm.ranks();
      int own = rank * parts;
      boolean shared = algorithm.inPlace();
      boolean gathers = algorithm.op() == CollectiveOp.ALL_GATHER;
      boolean scatters = algorithm.op() == CollectiveOp.REDUCE_SCATTER;
      input = shared && gathers ? own : 0;
      output = shared ? (scatters ? own : 0) : chunks;
      scratch = 2 * chunks;
      size = scratch + algorithm.gpus().get(rank).scratchChunks();
    }

    int size() {
      return size;
    }

    int cell(Place place, int i) {
      int start =
          place.buffer() == Buffer.INPUT
              ? input
              : place.buffer() == Buffer.OUTPUT ? output : scratch;
      return start + place.chunk() + i;
    }
  }
}
