package io.busbar.app.imported;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.blocks.BlockStep.Buffer;
import io.busbar.collective.onesided.OneSidedPlan.Act;
import io.busbar.collective.onesided.OneSidedPlan.Kind;
import io.busbar.collective.onesided.OneSidedPlan.Range;
import io.busbar.formats.mscclpp.PlanBlock;
import io.busbar.formats.mscclpp.PlanChunk;
import io.busbar.formats.mscclpp.PlanGpu;
import io.busbar.formats.mscclpp.PlanOp;
import java.util.ArrayList;
import java.util.List;

/** What the operations of one thread block do. Used once. */
final class MscclppActs {
  private final PlanGpu gpu;
  private final PlanBlock block;
  private final MscclppChannels channels;
  private final int cut;
  private final String source;
  private final Problems problems;
  private final List<Act> acts = new ArrayList<>();

  MscclppActs(
      PlanGpu gpu,
      PlanBlock block,
      MscclppChannels channels,
      int cut,
      String source,
      Problems problems) {
    this.gpu = gpu;
    this.block = block;
    this.channels = channels;
    this.cut = cut;
    this.source = source;
    this.problems = problems;
  }

  List<Act> all() {
    block.ops().forEach(this::add);
    return acts;
  }

  private void add(PlanOp op) {
    switch (op.name()) {
      case "nop" -> sync(op, Kind.SYNC, List.of());
      case "barrier" -> sync(op, Kind.BARRIER, List.of(op.barrier()));
      case "signal", "rlxsignal" -> signal(op);
      case "wait", "rlxwait" ->
          sync(op, Kind.WAIT, counters(op, channels.waited(gpu.id(), op.channelType())));
      case "sem_acquire" -> sync(op, Kind.ACQUIRE, op.semaphores());
      case "sem_release" -> sync(op, Kind.RELEASE, op.semaphores());
      case "pipeline" -> op.loop().forEach(this::add);
      case "put", "get", "copy", "gstore" -> pairs(op, false, false);
      case "pws", "pwsf" -> {
        pairs(op, false, false);
        signal(op);
      }
      case "ppkt" -> pairs(op, op.channelType().equals("port"), true);
      case "cpkt" -> pairs(op, false, true);
      case "upkt" -> pairs(op, true, false);
      case "rppkt", "gstorepkt" -> move(op, op.sources(), op.targets(), 0, 0);
      case "re", "res", "rre", "rres", "glres" ->
          move(op, op.sources(), op.targets(), Integer.MAX_VALUE, Integer.MAX_VALUE);
      case "respkt", "repkt", "recpkt", "recspkt" -> move(op, op.sources(), op.targets(), 1, 1);
      default -> {
        // flush: a signal on its channel follows the writes anyhow
      }
    }
  }

  private void sync(PlanOp op, Kind kind, List<Integer> counters) {
    acts.add(
        new Act(
            kind,
            op.name(),
            List.of(),
            List.of(),
            counters,
            op.barrierBlocks(),
            false,
            false,
            op.line()));
  }

  private void signal(PlanOp op) {
    List<Integer> counters = counters(op, channels.signalled(gpu.id(), op.channelType()));
    boolean weak = op.name().startsWith("rlx") && op.channelType().equals("memory");
    boolean queued = op.channelType().equals("port");
    acts.add(
        new Act(
            Kind.SIGNAL, op.name(), List.of(), List.of(), counters, 0, weak, queued, op.line()));
  }

  private List<Integer> counters(PlanOp op, int[] all) {
    List<Integer> used = block.channels(op.channelType());
    List<Integer> counters = new ArrayList<>();
    for (int channel : op.channels()) {
      int end = channel < used.size() ? used.get(channel) : -1;
      if (end < 0 || end >= all.length) {
        problem(op, "channel_ids", channel, "a channel of the thread block and of its GPU");
      } else {
        counters.add(all[end]);
      }
    }
    return counters;
  }

  /** The i-th source goes to the i-th target; one source goes to all. */
  private void pairs(PlanOp op, boolean packetsIn, boolean packetsOut) {
    int in = packetsIn ? 0 : Integer.MAX_VALUE;
    int out = packetsOut ? 0 : Integer.MAX_VALUE;
    if (op.sources().size() != op.targets().size()) {
      move(op, op.sources(), op.targets(), in, out);
      return;
    }
    for (int i = 0; i < op.sources().size(); i++) {
      List<PlanChunk> from = List.of(op.sources().get(i));
      move(op, from, List.of(op.targets().get(i)), in, out);
    }
  }

  /**
   * @param in the first source that is packets
   * @param out the first target that is
   */
  private void move(PlanOp op, List<PlanChunk> from, List<PlanChunk> to, int in, int out) {
    List<Range> reads = new ArrayList<>();
    List<Range> writes = new ArrayList<>();
    for (int i = 0; i < from.size(); i++) {
      reads.add(range(op, from.get(i), i >= in));
    }
    for (int i = 0; i < to.size(); i++) {
      writes.add(range(op, to.get(i), i >= out));
    }
    acts.add(new Act(Kind.MOVE, op.name(), reads, writes, List.of(), 0, false, false, op.line()));
  }

  private Range range(PlanOp op, PlanChunk chunk, boolean packets) {
    int count = chunk.size() * cut / op.parts();
    int first = chunk.index() * cut + op.part() * count;
    return switch (chunk.where()) {
      case OWN -> new Range(List.of(gpu.id()), buffer(chunk.buffer()), first, count, packets);
      case REMOTE -> {
        List<Integer> used = block.remotes(op.channelType());
        int id = chunk.id() < used.size() ? used.get(chunk.id()) : -1;
        if (id < 0 || id >= gpu.remotes().size()) {
          problem(op, "buffer_id", chunk.id(), "a remote buffer of the thread block");
          yield new Range(List.of(), Buffer.SCRATCH, first, count, packets);
        }
        PlanGpu.Remote remote = gpu.remotes().get(id);
        yield new Range(List.of(remote.rank()), buffer(remote.buffer()), first, count, packets);
      }
      case SWITCH -> {
        List<Integer> used = block.channels("switch");
        int id = chunk.id() < used.size() ? used.get(chunk.id()) : -1;
        if (id < 0 || id >= gpu.switches().size()) {
          problem(op, "switch_channel_id", chunk.id(), "a switch of the thread block");
          yield new Range(List.of(), Buffer.SCRATCH, first, count, packets);
        }
        PlanGpu.Switch under = gpu.switches().get(id);
        yield new Range(under.ranks(), buffer(under.buffer()), first, count, packets);
      }
    };
  }

  private void problem(PlanOp op, String key, int read, String expected) {
    problems.add(new Position(source, op.line(), 0), key, "" + read, expected, "");
  }

  private static Buffer buffer(char letter) {
    return switch (letter) {
      case 'i' -> Buffer.INPUT;
      case 'o' -> Buffer.OUTPUT;
      default -> Buffer.SCRATCH;
    };
  }
}
