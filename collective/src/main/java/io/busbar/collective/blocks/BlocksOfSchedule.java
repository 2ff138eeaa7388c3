package io.busbar.collective.blocks;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.blocks.BlockStep.Buffer;
import io.busbar.collective.blocks.BlockStep.Kind;
import io.busbar.collective.blocks.BlockStep.Place;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.StepBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes a schedule as thread blocks. A lane becomes a block for each pair of peers between which
 * it only passes on, and a block for each other end of a connection; waits between them are what
 * the chunks they share ask for. A channel's part of a chunk becomes a chunk of its own.
 */
public final class BlocksOfSchedule {
  private static final int NOBODY = -1;

  private final Schedule schedule;
  private final int channels;
  private final int firstScratch;

  private BlocksOfSchedule(Schedule schedule) {
    this.schedule = schedule;
    channels = schedule.channels();
    firstScratch = schedule.op() == CollectiveOp.ALL_TO_ALL ? 2 : 1;
  }

  /** Why a schedule cannot be written so, as a sentence; null when it can. */
  public static @Nullable String refusal(Schedule schedule) {
    if (schedule.agents() > schedule.ranks()) {
      return "switches that add up or copy have no thread blocks";
    }
    return switch (schedule.op()) {
      case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, BROADCAST, REDUCE -> null;
      case GATHER, SCATTER, SEND_RECEIVE ->
          schedule.op().ncclTestsName() + " is no collective of MSCCL";
    };
  }

  /**
   * The thread blocks of a schedule.
   *
   * @throws IllegalArgumentException with the text of {@link #refusal}
   */
  public static BlockAlgorithm of(String name, Schedule schedule) {
    String refusal = refusal(schedule);
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
    BlocksOfSchedule writer = new BlocksOfSchedule(schedule);
    List<BlockAlgorithm.Gpu> gpus = new ArrayList<>();
    for (int rank = 0; rank < schedule.ranks(); rank++) {
      gpus.add(writer.gpu(rank));
    }
    int chunks = schedule.chunks() * schedule.channels();
    boolean inPlace = schedule.op() != CollectiveOp.ALL_TO_ALL;
    return new BlockAlgorithm(name, schedule.op(), schedule.root(), chunks, inPlace, gpus);
  }

  private BlockAlgorithm.Gpu gpu(int rank) {
    int scratch = (schedule.regions() - firstScratch) * schedule.chunks() * channels;
    Gpu gpu = new Gpu(Math.max(0, scratch));
    for (int channel = 0; channel < channels; channel++) {
      Map<Integer, Integer> partners = partners(rank, channel);
      RankProgram program = schedule.program(rank, channel);
      for (StepBuffer step = new StepBuffer(); program.next(step); ) {
        step(gpu, channel, step, partners);
      }
    }
    return new BlockAlgorithm.Gpu(gpu.scratch, gpu.blocks());
  }

  /** Of each peer that a lane receives from, the only one it passes that on to, and the reverse. */
  private Map<Integer, Integer> partners(int rank, int channel) {
    Map<Integer, Integer> to = new HashMap<>();
    Map<Integer, Integer> from = new HashMap<>();
    RankProgram program = schedule.program(rank, channel);
    for (StepBuffer step = new StepBuffer(); program.next(step); ) {
      if (step.has(Step.RECEIVE) && step.has(Step.SEND)) {
        to.merge(step.receiveFrom(), step.sendTo(), (a, b) -> a.equals(b) ? a : NOBODY);
        from.merge(step.sendTo(), step.receiveFrom(), (a, b) -> a.equals(b) ? a : NOBODY);
      }
    }
    to.values().removeIf(peer -> peer == NOBODY || from.getOrDefault(peer, NOBODY) == NOBODY);
    return to;
  }

  private void step(Gpu gpu, int channel, StepBuffer step, Map<Integer, Integer> partners) {
    for (int i = 0; i < step.count(); i++) {
      Place source = place(step.sourceAt(i, schedule.chunks()), channel);
      Place target = place(step.targetAt(i, schedule.chunks()), channel);
      single(gpu, channel, step, source, target, partners);
    }
  }

  private void single(
      Gpu gpu,
      int channel,
      StepBuffer step,
      Place source,
      Place target,
      Map<Integer, Integer> partners) {
    boolean receives = step.has(Step.RECEIVE);
    boolean sends = step.has(Step.SEND);
    boolean adds = step.has(Step.REDUCE);
    boolean keeps = step.has(Step.COPY);
    if (!receives) {
      if (keeps) {
        gpu.add(gpu.local(channel), adds ? Kind.REDUCE : Kind.COPY, source, target);
      }
      if (sends) {
        gpu.add(gpu.sender(channel, step.sendTo(), partners), Kind.SEND, source, source);
      }
      return;
    }
    int from = gpu.receiver(channel, step.receiveFrom(), partners);
    if (!sends) {
      gpu.add(from, adds ? Kind.RECEIVE_REDUCE_COPY : Kind.RECEIVE, source, target);
      return;
    }
    boolean together = partners.getOrDefault(step.receiveFrom(), NOBODY) == step.sendTo();
    Place held = keeps ? target : together && adds ? source : gpu.hold();
    if (together) {
      Kind kind =
          !adds
              ? Kind.RECEIVE_COPY_SEND
              : keeps ? Kind.RECEIVE_REDUCE_COPY_SEND : Kind.RECEIVE_REDUCE_SEND;
      gpu.add(from, kind, source, held);
    } else {
      gpu.add(from, adds ? Kind.RECEIVE_REDUCE_COPY : Kind.RECEIVE, source, held);
      gpu.add(gpu.sender(channel, step.sendTo(), partners), Kind.SEND, held, held);
    }
  }

  private Place place(int position, int channel) {
    int chunk = position * channels + channel;
    int region = schedule.chunks() * channels;
    if (position < schedule.chunks()) {
      Buffer buffer = schedule.op() == CollectiveOp.ALL_GATHER ? Buffer.OUTPUT : Buffer.INPUT;
      return new Place(buffer, chunk);
    }
    return firstScratch == 2 && position < 2 * schedule.chunks()
        ? new Place(Buffer.OUTPUT, chunk - region)
        : new Place(Buffer.SCRATCH, chunk - firstScratch * region);
  }

  /** A block that is being written. */
  private record Open(int sendTo, int receiveFrom, int channel, List<BlockStep> steps) {}

  /** A reader or writer of a chunk. */
  private record Touch(int block, int step) {}

  private static final class Gpu {
    private final List<Open> open = new ArrayList<>();
    private final Map<List<Integer>, Integer> known = new HashMap<>();
    private final Map<Place, Touch> wrote = new HashMap<>();
    private final Map<Place, Map<Integer, Integer>> read = new HashMap<>();
    private final Map<List<Integer>, Integer> waited = new HashMap<>();
    private int scratch;

    Gpu(int scratch) {
      this.scratch = scratch;
    }

    List<Block> blocks() {
      List<Block> blocks = new ArrayList<>();
      for (Open block : open) {
        blocks.add(
            new Block(blocks.size(), block.sendTo, block.receiveFrom, block.channel, block.steps));
      }
      return blocks;
    }

    /** A chunk for what is only passed on. */
    Place hold() {
      return new Place(Buffer.SCRATCH, scratch++);
    }

    int local(int channel) {
      return block(channel, NOBODY, NOBODY);
    }

    int receiver(int channel, int from, Map<Integer, Integer> partners) {
      return block(channel, partners.getOrDefault(from, NOBODY), from);
    }

    int sender(int channel, int to, Map<Integer, Integer> partners) {
      int from = NOBODY;
      for (Map.Entry<Integer, Integer> pair : partners.entrySet()) {
        from = pair.getValue() == to ? pair.getKey() : from;
      }
      return block(channel, to, from);
    }

    private int block(int channel, int sendTo, int receiveFrom) {
      return known.computeIfAbsent(
          List.of(channel, sendTo, receiveFrom),
          key -> {
            open.add(new Open(sendTo, receiveFrom, channel, new ArrayList<>()));
            return open.size() - 1;
          });
    }

    void add(int block, Kind kind, Place source, Place target) {
      Map<Integer, Integer> waits = new TreeMap<>();
      if (kind.reads()) {
        after(wrote.get(source), block, waits);
      }
      if (kind.writes()) {
        after(wrote.get(target), block, waits);
        read.getOrDefault(target, Map.of()).forEach((b, s) -> after(new Touch(b, s), block, waits));
      }
      List<BlockStep> steps = open.get(block).steps;
      int left = waits.size();
      Touch last = new Touch(NOBODY, NOBODY);
      for (Map.Entry<Integer, Integer> wait : waits.entrySet()) {
        last = new Touch(wait.getKey(), wait.getValue());
        waited.put(List.of(block, last.block), last.step);
        if (--left > 0) {
          steps.add(
              new BlockStep(
                  Kind.NOTHING, BlockStep.NOWHERE, BlockStep.NOWHERE, 0, last.block, last.step, 0));
        }
      }
      int at = steps.size();
      steps.add(new BlockStep(kind, source, target, 1, last.block, last.step, 0));
      if (kind.reads()) {
        read.computeIfAbsent(source, k -> new HashMap<>()).put(block, at);
      }
      if (kind.writes()) {
        wrote.put(target, new Touch(block, at));
        read.remove(target);
      }
    }

    private void after(@Nullable Touch touch, int block, Map<Integer, Integer> waits) {
      if (touch != null
          && touch.block != block
          && waited.getOrDefault(List.of(block, touch.block), NOBODY) < touch.step) {
        waits.merge(touch.block, touch.step, Math::max);
      }
    }
  }
}
