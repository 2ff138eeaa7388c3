package io.busbar.collective.blocks;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.blocks.BlockStep.Buffer;
import io.busbar.collective.blocks.BlockStep.Place;
import io.busbar.collective.schedule.Contract;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where the buffers of an algorithm are in the work buffer of a schedule. Region 0 is the input
 * until a position is written and the result afterwards, so that input and output share it: of an
 * algorithm with separate buffers a rank that still reads its input then keeps a copy aside.
 *
 * <pre>
 *   region 0      input and output (of an all-to-all the input only)
 *   region 1      output of an all-to-all
 *   then          scratch, in as many regions as it takes
 *   then          inputs that are kept aside
 * </pre>
 */
final class Positions {
  private final BlockAlgorithm algorithm;
  private final int chunks;
  private final int parts;
  private final int scratch;
  private final int aside;
  private final boolean[] kept;
  private final List<BlockFault> faults = new ArrayList<>();
  private final boolean[][] written;

  /**
   * @param order operations of all GPUs as they are done
   */
  Positions(Operations all, List<Integer> order) {
    algorithm = all.algorithm;
    chunks = algorithm.chunks();
    parts = Math.max(1, chunks / algorithm.ranks());
    scratch = (algorithm.op() == CollectiveOp.ALL_TO_ALL ? 2 : 1) * chunks;
    int most = scratchChunks(algorithm);
    aside = scratch + Math.ceilDiv(most, chunks) * chunks;
    kept = new boolean[algorithm.ranks()];
    written = new boolean[algorithm.ranks()][chunks];
    if (!algorithm.inPlace() && algorithm.op() != CollectiveOp.ALL_TO_ALL) {
      order.forEach(op -> look(all, op));
    }
  }

  private static int scratchChunks(BlockAlgorithm algorithm) {
    return algorithm.gpus().stream().mapToInt(BlockAlgorithm.Gpu::scratchChunks).max().orElse(0);
  }

  /** Whether a step would reach over the end of a region, so that steps must be cut. */
  static boolean mustCut(BlockAlgorithm algorithm) {
    int chunks = algorithm.chunks();
    return algorithm.gpus().stream()
        .flatMap(gpu -> gpu.blocks().stream())
        .flatMap(block -> block.steps().stream())
        .filter(step -> step.count() > 1)
        .anyMatch(step ->
            over(step.kind().reads(), step.source(), step.count(), chunks)
                || over(step.kind().writes(), step.target(), step.count(), chunks));
  }

  private static boolean over(boolean used, Place place, int count, int chunks) {
    return used
        && place.buffer() == Buffer.SCRATCH
        && place.chunk() / chunks != (place.chunk() + count - 1) / chunks;
  }

  private void look(Operations all, int op) {
    int rank = all.rank(op);
    for (int i = 0; i < all.count(op); i++) {
      if (all.kind(op).reads()) {
        touch(all, op, rank, all.source(op), i, false);
      }
      if (all.kind(op) == BlockStep.Kind.REDUCE) {
        touch(all, op, rank, all.target(op), i, false);
      }
    }
    for (int i = 0; i < all.count(op) && all.kind(op).writes(); i++) {
      touch(all, op, rank, all.target(op), i, true);
    }
  }

  private void touch(Operations all, int op, int rank, Place place, int i, boolean writes) {
    if (place.buffer() == Buffer.SCRATCH) {
      return;
    }
    int at = shared(rank, place) + i;
    if (place.buffer() == Buffer.INPUT) {
      kept[rank] |= written[rank][at];
    } else if (writes) {
      written[rank][at] = true;
    } else if (!written[rank][at] && faults.size() < 20) {
      Place read = new Place(Buffer.OUTPUT, place.chunk() + i);
      String text = "reads " + read + " before anything was written there";
      faults.add(new BlockFault(all.step(op).line(), all.where(op), text));
    }
  }

  /** Reads of an output that nobody wrote, and outputs that nobody writes. */
  List<BlockFault> faults() {
    List<BlockFault> found = new ArrayList<>(faults);
    if (algorithm.inPlace() || algorithm.op() == CollectiveOp.ALL_TO_ALL) {
      return found;
    }
    Contract contract =
        new Contract(algorithm.op(), algorithm.ranks(), algorithm.root(), algorithm.chunks());
    for (int rank = 0; rank < kept.length; rank++) {
      for (int p = 0; p < chunks; p++) {
        boolean wanted = contract.outputBlock(rank, p) != Contract.NOTHING;
        if (wanted && !written[rank][p]) {
          String text = "nothing is ever written to " + new Place(Buffer.OUTPUT, output(rank, p));
          found.add(new BlockFault(0, "GPU " + rank, text));
        }
      }
    }
    return found;
  }

  /** Positions of the input that a rank copies before it begins; none if it needs no copy. */
  int[] keptAside(int rank) {
    if (!kept[rank]) {
      return new int[0];
    }
    Contract contract =
        new Contract(algorithm.op(), algorithm.ranks(), algorithm.root(), algorithm.chunks());
    return IntStream.range(0, chunks)
        .filter(p -> contract.inputBlock(rank, p) != Contract.NOTHING)
        .toArray();
  }

  /** Where a position of the input is kept aside. */
  int aside(int position) {
    return aside + position;
  }

  int regions() {
    boolean any = IntStream.range(0, kept.length).anyMatch(rank -> kept[rank]);
    return aside / chunks + (any ? 1 : 0);
  }

  /** The position of a chunk that an operation names. */
  int of(Operations all, int op, Place place) {
    int rank = all.rank(op);
    if (place.buffer() == Buffer.SCRATCH) {
      return scratch + place.chunk();
    }
    if (algorithm.op() == CollectiveOp.ALL_TO_ALL) {
      return place.buffer() == Buffer.INPUT ? place.chunk() : chunks + place.chunk();
    }
    int at = shared(rank, place);
    return place.buffer() == Buffer.INPUT && kept[rank] ? aside(at) : at;
  }

  private int shared(int rank, Place place) {
    boolean input = place.buffer() == Buffer.INPUT;
    boolean part =
        input && algorithm.op() == CollectiveOp.ALL_GATHER
            || !input && algorithm.op() == CollectiveOp.REDUCE_SCATTER;
    return place.chunk() + (part ? rank * parts : 0);
  }

  private int output(int rank, int position) {
    return algorithm.op() == CollectiveOp.REDUCE_SCATTER ? position - rank * parts : position;
  }

  /** The chunk of a position, such as {@code o[3]}. */
  String text(int rank, int position) {
    if (position >= aside) {
      return new Place(Buffer.INPUT, position - aside).toString();
    }
    if (position >= scratch) {
      return new Place(Buffer.SCRATCH, position - scratch).toString();
    }
    if (algorithm.op() == CollectiveOp.ALL_TO_ALL) {
      Buffer buffer = position < chunks ? Buffer.INPUT : Buffer.OUTPUT;
      return new Place(buffer, position % chunks).toString();
    }
    boolean named = algorithm.inPlace() && algorithm.op() != CollectiveOp.ALL_GATHER;
    return new Place(
            named ? Buffer.INPUT : Buffer.OUTPUT, named ? position : output(rank, position))
        .toString();
  }
}
