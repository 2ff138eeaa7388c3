package io.busbar.app.exported;

import io.busbar.collective.blocks.BlockStep;
import io.busbar.collective.blocks.BlockStep.Place;
import io.busbar.formats.mscclpp.PlanChunk;
import io.busbar.formats.mscclpp.PlanOp;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a thread block as they are written, with the meetings of its threads that they
 * need: after a wait, and between operations of which one writes what the other touches.
 */
final class MscclppOps {
  private final List<PlanOp> ops = new ArrayList<>();
  private final Set<List<Integer>> read = new HashSet<>();
  private final Set<List<Integer>> written = new HashSet<>();
  private final Shared shared;
  private boolean moved;
  private boolean learned;

  /**
   * Where input and output are in one buffer.
   *
   * @param inPlace whether they are
   * @param input first chunk of the input in it
   * @param output first chunk of the output
   */
  record Shared(boolean inPlace, int input, int output) {}

  MscclppOps(Shared shared) {
    this.shared = shared;
  }

  /**
   * An end of a connection.
   *
   * @param type {@code memory} or {@code port}
   * @param channel among those of the thread block
   */
  record End(String type, int channel) {
    boolean near() {
      return type.equals("memory");
    }
  }

  List<PlanOp> all() {
    return ops;
  }

  static PlanOp nop() {
    return PlanOp.sync("nop", "", List.of(), List.of());
  }

  static PlanOp semaphores(String name, List<Integer> semaphores) {
    return PlanOp.sync(name, "", List.of(), semaphores);
  }

  /** The receiver says that its call has begun; the sender waits for that. */
  void begin(@Nullable End from, @Nullable End to) {
    if (from != null) {
      ops.add(sync(from.near() ? "rlxsignal" : "signal", from));
    }
    if (to != null) {
      ops.add(sync(to.near() ? "rlxwait" : "wait", to));
      learned = true;
    }
  }

  void acquire(int semaphore) {
    ops.add(semaphores("sem_acquire", List.of(semaphore)));
    learned = true;
  }

  void release(List<Integer> numbers) {
    meet(moved);
    ops.add(semaphores("sem_release", numbers));
  }

  /**
   * @param slot where in the own scratch buffer the message is that the step receives
   * @param target where in the receiver's the one goes that it sends
   */
  void step(BlockStep step, @Nullable End from, @Nullable End to, int slot, int target) {
    int n = step.count();
    if (step.kind().receives() && from != null) {
      ops.add(sync("wait", from));
      learned = true;
    }
    PlanChunk message = PlanChunk.own('s', Math.max(slot, 0), n);
    PlanChunk remote = PlanChunk.remote(0, Math.max(target, 0), n);
    PlanChunk source = own(step.source(), n);
    PlanChunk kept = own(step.target(), n);
    boolean near = to == null || to.near();
    switch (step.kind()) {
      case SEND -> put(source, remote, to);
      case RECEIVE -> data("copy", "", List.of(message), List.of(kept));
      case RECEIVE_COPY_SEND -> {
        data("copy", "", List.of(message), List.of(kept));
        put(message, remote, to);
      }
      case RECEIVE_REDUCE_COPY -> data("re", "", List.of(source, message), List.of(kept));
      case RECEIVE_REDUCE_SEND, RECEIVE_REDUCE_COPY_SEND -> {
        PlanChunk sum = step.kind() == BlockStep.Kind.RECEIVE_REDUCE_SEND ? message : kept;
        if (near) {
          data("res", "memory", List.of(source, message), List.of(sum, remote));
          signal(to);
        } else {
          data("re", "", List.of(source, message), List.of(sum));
          put(sum, remote, to);
        }
      }
      case COPY -> data("copy", "", List.of(source), List.of(kept));
      case REDUCE -> data("re", "", List.of(kept, source), List.of(kept));
      case NOTHING -> {
        // the wait is all
      }
    }
  }

  private void put(PlanChunk source, PlanChunk remote, @Nullable End to) {
    if (to == null) {
      throw new IllegalStateException("a block that sends to nobody");
    }
    if (to.near()) {
      data("put", "memory", List.of(source), List.of(remote));
      signal(to);
    } else {
      order(List.of(source), List.of());
      ops.add(PlanOp.data("pwsf", "port", List.of(to.channel()), List.of(source), List.of(remote)));
      moved = true;
    }
  }

  private void signal(@Nullable End to) {
    meet(true);
    if (to != null) {
      ops.add(sync("signal", to));
    }
  }

  private void data(String name, String type, List<PlanChunk> from, List<PlanChunk> to) {
    order(from, to);
    ops.add(PlanOp.data(name, type, List.of(), from, to));
    moved = true;
  }

  /** Lets the threads meet where the chunks of an operation ask for it. */
  private void order(List<PlanChunk> from, List<PlanChunk> to) {
    Set<List<Integer>> reads = cells(from);
    Set<List<Integer>> writes = cells(to);
    boolean clash =
        reads.stream().anyMatch(written::contains)
            || writes.stream().anyMatch(c -> written.contains(c) || read.contains(c));
    meet(learned || clash);
    read.addAll(reads);
    written.addAll(writes);
  }

  private void meet(boolean needed) {
    if (needed) {
      ops.add(nop());
      read.clear();
      written.clear();
      moved = false;
      learned = false;
    }
  }

  private Set<List<Integer>> cells(List<PlanChunk> chunks) {
    Set<List<Integer>> cells = new HashSet<>();
    for (PlanChunk chunk : chunks) {
      for (int i = 0; chunk.where() == PlanChunk.Where.OWN && i < chunk.size(); i++) {
        int at = chunk.index() + i;
        boolean output = chunk.buffer() == 'o';
        cells.add(
            !shared.inPlace || chunk.buffer() == 's'
                ? List.of((int) chunk.buffer(), at)
                : List.of((int) 'i', at + (output ? shared.output : shared.input)));
      }
    }
    return cells;
  }

  private static PlanChunk own(Place place, int count) {
    return PlanChunk.own(place.buffer().letter(), Math.max(place.chunk(), 0), count);
  }

  private static PlanOp sync(String name, End end) {
    return PlanOp.sync(name, end.type(), List.of(end.channel()), List.of());
  }
}
