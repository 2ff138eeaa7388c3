package io.busbar.app.exported;

import io.busbar.app.exported.MscclppPlan.Connection;
import io.busbar.collective.blocks.Block;
import io.busbar.collective.blocks.BlockStep;
import io.busbar.formats.mscclpp.PlanBlock;
import io.busbar.formats.mscclpp.PlanFile;
import io.busbar.formats.mscclpp.PlanGpu;
import io.busbar.formats.mscclpp.PlanOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the thread blocks of one GPU. Used once. */
final class MscclppGpu {
  private final int rank;
  private final List<Connection> memory;
  private final List<Connection> ports;
  private final Map<Connection, List<Integer>> slots;
  private final List<PlanGpu.Remote> remotes = new ArrayList<>();
  private final MscclppOps.Shared shared;
  private int semaphores;

  /** A step of a block after which a semaphore is released, and the semaphores. */
  private final Map<List<Integer>, List<Integer>> releases = new HashMap<>();

  /** A step of a block before which one is acquired. */
  private final Map<List<Integer>, Integer> acquires = new HashMap<>();

  /**
   * @param memory connections of this GPU by memory, in the order of its channels
   * @param slots where in the receiver's scratch buffer each message of a connection goes
   */
  MscclppGpu(
      int rank,
      List<Connection> memory,
      List<Connection> ports,
      Map<Connection, List<Integer>> slots,
      MscclppOps.Shared shared) {
    this.shared = shared;
    this.rank = rank;
    this.memory = memory;
    this.ports = ports;
    this.slots = slots;
  }

  List<PlanGpu.Remote> remotes() {
    return remotes;
  }

  List<Integer> semaphores() {
    List<Integer> starts = new ArrayList<>();
    for (int i = 0; i < semaphores; i++) {
      starts.add(0);
    }
    return starts;
  }

  List<PlanBlock> blocks(List<Block> blocks) {
    order(blocks);
    List<PlanBlock> written = new ArrayList<>();
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      if (!block.steps().isEmpty()) {
        cut(block, ops(b, block), written);
      }
    }
    return written;
  }

  /**
   * A semaphore for each pair of blocks of which one waits for the other. Waits for steps that an
   * earlier wait has seen done are left out, so the n-th release is for the n-th acquire.
   */
  private void order(List<Block> blocks) {
    Map<Integer, Integer> byId = new HashMap<>();
    for (int b = 0; b < blocks.size(); b++) {
      byId.put(blocks.get(b).id(), b);
    }
    for (int b = 0; b < blocks.size(); b++) {
      Map<Integer, Integer> last = new HashMap<>();
      Map<Integer, Integer> semaphore = new HashMap<>();
      List<BlockStep> steps = blocks.get(b).steps();
      for (int s = 0; s < steps.size(); s++) {
        Integer other = byId.get(steps.get(s).waitBlock());
        int awaited = steps.get(s).waitStep();
        if (other != null && other != b && last.getOrDefault(other, -1) < awaited) {
          last.put(other, awaited);
          int number = semaphore.computeIfAbsent(other, k -> semaphores++);
          releases.computeIfAbsent(List.of(other, awaited), k -> new ArrayList<>()).add(number);
          acquires.put(List.of(b, s), number);
        }
      }
    }
  }

  private List<PlanOp> ops(int b, Block block) {
    MscclppOps ops = new MscclppOps(shared);
    Connection out = new Connection(rank, block.sendTo(), block.channel());
    Connection in = new Connection(block.receiveFrom(), rank, block.channel());
    boolean sends = slots.containsKey(out);
    boolean receives = slots.containsKey(in);
    MscclppOps.End from = receives ? end(in, sends ? out : null) : null;
    MscclppOps.End to = sends ? end(out, receives ? in : null) : null;
    ops.begin(from, to);
    int sent = 0;
    int received = 0;
    for (int s = 0; s < block.steps().size(); s++) {
      BlockStep step = block.steps().get(s);
      Integer acquire = acquires.get(List.of(b, s));
      if (acquire != null) {
        ops.acquire(acquire);
      }
      int slot = step.kind().receives() ? slot(in, received++) : -1;
      int target = step.kind().sends() ? slot(out, sent++) : -1;
      ops.step(step, from, to, slot, target);
      List<Integer> release = releases.get(List.of(b, s));
      if (release != null) {
        ops.release(release);
      }
    }
    return ops.all();
  }

  private int slot(Connection connection, int message) {
    return slots.getOrDefault(connection, List.of()).get(message);
  }

  /** The end of a connection as its block counts channels of a kind, those of sends first. */
  private MscclppOps.End end(Connection connection, @Nullable Connection other) {
    String type = type(connection);
    boolean second = other != null && type(other).equals(type) && connection.to() == rank;
    return new MscclppOps.End(type, second ? 1 : 0);
  }

  private String type(Connection connection) {
    return memory.contains(connection) ? "memory" : "port";
  }

  /** As many thread blocks as the operations of one need. */
  private void cut(Block block, List<PlanOp> ops, List<PlanBlock> written) {
    List<PlanBlock.Use> channels = new ArrayList<>();
    List<PlanBlock.Use> reached = new ArrayList<>();
    Connection out = new Connection(rank, block.sendTo(), block.channel());
    Connection in = new Connection(block.receiveFrom(), rank, block.channel());
    for (Connection connection : List.of(out, in)) {
      if (slots.containsKey(connection)) {
        String type = type(connection);
        int number = (type.equals("memory") ? memory : ports).indexOf(connection);
        channels.add(new PlanBlock.Use(type, List.of(number)));
      }
    }
    if (slots.containsKey(out)) {
      PlanGpu.Remote remote = new PlanGpu.Remote(out.to(), 's', List.of(type(out)));
      if (!remotes.contains(remote)) {
        remotes.add(remote);
      }
      reached.add(new PlanBlock.Use(type(out), List.of(remotes.indexOf(remote))));
    }
    int room = PlanFile.MOST_OPERATIONS - 4;
    for (int at = 0; at < ops.size(); ) {
      boolean whole = ops.size() - at <= PlanFile.MOST_OPERATIONS - 2;
      int end = whole ? ops.size() : at + room;
      List<PlanOp> part = new ArrayList<>();
      if (at > 0) {
        part.add(MscclppOps.semaphores("sem_acquire", List.of(semaphores - 1)));
        part.add(MscclppOps.nop());
      }
      part.addAll(ops.subList(at, end));
      if (!whole) {
        part.add(MscclppOps.nop());
        part.add(MscclppOps.semaphores("sem_release", List.of(semaphores++)));
      }
      written.add(new PlanBlock(written.size(), part, channels, reached));
      at = end;
    }
  }
}
