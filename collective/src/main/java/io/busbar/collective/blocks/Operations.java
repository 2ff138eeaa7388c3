package io.busbar.collective.blocks;

import io.busbar.collective.blocks.BlockStep.Kind;
import io.busbar.collective.blocks.BlockStep.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All steps of an algorithm in one row, GPU by GPU and block by block, with what each waits for and
 * which messages it takes and sends. Steps that only wait are gone: the next step of their block
 * waits instead. Steps over several chunks are cut into single ones where {@code single} says so.
 */
final class Operations {
  static final int NONE = -1;
  private static final int MOST_FAULTS = 100;

  final BlockAlgorithm algorithm;
  private final boolean single;
  private final List<BlockFault> faults = new ArrayList<>();
  private final List<BlockStep> steps = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();
  private int[] ints = new int[1024];
  private int size;

  /** Operations that the i-th waits for, beside the one before it in its block. */
  private final List<int[]> waits = new ArrayList<>();

  private static final int ROW = 8;
  private static final int RANK = 0;
  private static final int BLOCK = 1;
  private static final int STEP = 2;
  private static final int PART = 3;
  private static final int IN = 4;
  private static final int OUT = 5;
  private static final int WRITTEN = 6;

  private int[] sender = new int[256];
  private int[] receiver = new int[256];
  private int messages;

  private Operations(BlockAlgorithm algorithm, boolean single) {
    this.algorithm = algorithm;
    this.single = single;
  }

  /**
   * @param single whether steps over several chunks are cut into steps over one
   * @throws BlockFaults when waits or messages do not fit together
   */
  static Operations of(BlockAlgorithm algorithm, boolean single) {
    Operations all = new Operations(algorithm, single);
    all.addAll();
    all.match();
    if (!all.faults.isEmpty()) {
      throw new BlockFaults(all.faults);
    }
    return all;
  }

  int size() {
    return size;
  }

  int messages() {
    return messages;
  }

  int rank(int op) {
    return ints[op * ROW + RANK];
  }

  /** Index of the block among those of its GPU. */
  int block(int op) {
    return ints[op * ROW + BLOCK];
  }

  /** Index among the operations of its block. */
  int index(int op) {
    return ints[op * ROW + STEP];
  }

  /** Which chunk of its step it is; 0 when steps are whole. */
  int part(int op) {
    return ints[op * ROW + PART];
  }

  /** The message that it takes, or −1. */
  int takes(int op) {
    return ints[op * ROW + IN];
  }

  /** The message that it sends, or −1. */
  int sends(int op) {
    return ints[op * ROW + OUT];
  }

  int sender(int message) {
    return sender[message];
  }

  int receiver(int message) {
    return receiver[message];
  }

  BlockStep step(int op) {
    return steps.get(op);
  }

  Block blockOf(int op) {
    return blocks.get(op);
  }

  Kind kind(int op) {
    return steps.get(op).kind();
  }

  int count(int op) {
    return single ? 1 : steps.get(op).count();
  }

  Place source(int op) {
    Place place = steps.get(op).source();
    return new Place(place.buffer(), place.chunk() + part(op));
  }

  Place target(int op) {
    Place place = steps.get(op).target();
    return new Place(place.buffer(), place.chunk() + part(op));
  }

  int[] waits(int op) {
    return waits.get(op);
  }

  /** Such as {@code GPU 3, block 2, step 14 (rrc)}. */
  String where(int op) {
    return where(rank(op), blockOf(op), ints[op * ROW + WRITTEN]);
  }

  private static String where(int rank, Block block, int step) {
    return "GPU " + rank + ", block " + block.id() + ", step " + step;
  }

  private void addAll() {
    for (int rank = 0; rank < algorithm.ranks(); rank++) {
      List<Block> own = algorithm.gpus().get(rank).blocks();
      int first = size;
      Map<Integer, Integer> byId = new HashMap<>();
      for (int b = 0; b < own.size(); b++) {
        byId.put(own.get(b).id(), b);
      }
      // After step s of block b all operations up to this one are done.
      List<int[]> last = new ArrayList<>();
      for (int b = 0; b < own.size(); b++) {
        last.add(add(rank, b, own.get(b)));
      }
      resolve(rank, own, byId, last, first);
    }
  }

  private int[] add(int rank, int blockIndex, Block block) {
    int[] last = new int[block.steps().size()];
    int index = 0;
    for (int s = 0; s < last.length; s++) {
      BlockStep step = block.steps().get(s);
      for (int part = 0; part < parts(step); part++) {
        put(rank, blockIndex, index++, part, s);
        steps.add(step);
        blocks.add(block);
      }
      last[s] = index == 0 ? NONE : size - 1;
    }
    return last;
  }

  private int parts(BlockStep step) {
    return step.kind() == Kind.NOTHING ? 0 : single ? step.count() : 1;
  }

  private void put(int rank, int block, int index, int part, int written) {
    if ((size + 1) * ROW > ints.length) {
      ints = Arrays.copyOf(ints, 2 * ints.length);
    }
    int at = size++ * ROW;
    ints[at + RANK] = rank;
    ints[at + BLOCK] = block;
    ints[at + STEP] = index;
    ints[at + PART] = part;
    ints[at + WRITTEN] = written;
    ints[at + IN] = NONE;
    ints[at + OUT] = NONE;
  }

  private void resolve(
      int rank, List<Block> own, Map<Integer, Integer> byId, List<int[]> last, int first) {
    int op = first;
    for (int b = 0; b < own.size(); b++) {
      Block block = own.get(b);
      List<Integer> pending = new ArrayList<>();
      for (int s = 0; s < block.steps().size(); s++) {
        BlockStep step = block.steps().get(s);
        if (step.waitBlock() >= 0) {
          Integer other = byId.get(step.waitBlock());
          if (other == null || step.waitStep() < 0 || step.waitStep() >= last.get(other).length) {
            String what = "waits for step " + step.waitStep() + " of block " + step.waitBlock();
            fault(step.line(), where(rank, block, s), what + ", which is not there");
          } else if (last.get(other)[step.waitStep()] != NONE && other != b) {
            pending.add(last.get(other)[step.waitStep()]);
          }
        }
        for (int parts = parts(step); parts > 0; parts--, op++) {
          waits.add(pending.stream().mapToInt(Integer::intValue).toArray());
          pending.clear();
        }
      }
    }
  }

  /** The n-th message that leaves on a connection is the n-th that is taken there. */
  private void match() {
    Map<List<Integer>, List<Integer>> out = new HashMap<>();
    Map<List<Integer>, List<Integer>> in = new HashMap<>();
    Map<List<Integer>, Integer> owner = new HashMap<>();
    for (int op = 0; op < size; op++) {
      Block block = blockOf(op);
      if (kind(op).sends()) {
        List<Integer> key = List.of(rank(op), block.sendTo(), block.channel());
        own(op, key, true, owner);
        out.computeIfAbsent(key, k -> new ArrayList<>()).add(op);
      }
      if (kind(op).receives()) {
        List<Integer> key = List.of(block.receiveFrom(), rank(op), block.channel());
        own(op, key, false, owner);
        in.computeIfAbsent(key, k -> new ArrayList<>()).add(op);
      }
    }
    out.forEach((key, sends) -> join(key, sends, in.getOrDefault(key, List.of())));
    in.forEach((key, receives) -> {
      int sent = out.getOrDefault(key, List.of()).size();
      for (int i = sent; i < receives.size(); i++) {
        int op = receives.get(i);
        String from = " from GPU " + key.get(0) + " on channel " + key.get(2);
        fault(step(op).line(), where(op), "takes message " + i + from + ", which sends " + sent);
      }
    });
  }

  private void own(int op, List<Integer> key, boolean sends, Map<List<Integer>, Integer> owner) {
    List<Integer> end = List.of(key.get(0), key.get(1), key.get(2), sends ? 1 : 0);
    Integer before = owner.putIfAbsent(end, block(op));
    if (before != null && before != block(op)) {
      String does = sends ? "sends to GPU " + key.get(1) : "receives from GPU " + key.get(0);
      Block first = algorithm.gpus().get(rank(op)).blocks().get(before);
      String text = does + " on channel " + key.get(2) + ", which is block " + first.id() + "'s";
      fault(step(op).line(), where(op), text);
    }
  }

  private void join(List<Integer> key, List<Integer> sends, List<Integer> receives) {
    for (int i = 0; i < sends.size(); i++) {
      int from = sends.get(i);
      if (i >= receives.size()) {
        String to = "GPU " + key.get(1) + " on channel " + key.get(2);
        fault(
            step(from).line(),
            where(from),
            "sends message " + i + " to " + to + ", which takes " + receives.size());
        continue;
      }
      int to = receives.get(i);
      if (count(from) != count(to)) {
        String text = "takes " + count(to) + " chunks of a message of " + count(from);
        fault(step(to).line(), where(to), text + " from " + where(from));
      }
      if (messages == sender.length) {
        sender = Arrays.copyOf(sender, 2 * messages);
        receiver = Arrays.copyOf(receiver, 2 * messages);
      }
      sender[messages] = from;
      receiver[messages] = to;
      ints[from * ROW + OUT] = messages;
      ints[to * ROW + IN] = messages++;
    }
  }

  private void fault(int line, String where, String text) {
    if (faults.size() < MOST_FAULTS) {
      faults.add(new BlockFault(line, where, text));
    }
  }
}
