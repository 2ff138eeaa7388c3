package io.busbar.collective.onesided;

import io.busbar.collective.blocks.BlockFault;
import io.busbar.collective.blocks.BlockStep.Buffer;
import io.busbar.collective.onesided.Memory.Touch;
import io.busbar.collective.onesided.OneSidedPlan.Act;
import io.busbar.collective.onesided.OneSidedPlan.Block;
import io.busbar.collective.onesided.OneSidedPlan.Kind;
import io.busbar.collective.onesided.OneSidedPlan.Range;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plays a plan once, each block as far as it can get in turn. Used once. */
final class OneSidedRun {
  private static final int MOST_FAULTS = 100;

  /** Signals times blocks: about a second of joining clocks. */
  private static final long MOST_CLOCKED = 1_000_000_000L;

  private static final int[] NOTHING = {};

  private final OneSidedPlan plan;
  private final List<Memory> memories = new ArrayList<>();
  private final List<Playing> blocks = new ArrayList<>();
  private final Map<Integer, ArrayDeque<int[]>> signals = new HashMap<>();
  private final List<Map<Integer, ArrayDeque<int[]>>> semaphores = new ArrayList<>();
  private final List<Map<Integer, List<Playing>>> barriers = new ArrayList<>();
  private final List<BlockFault> faults = new ArrayList<>();
  private final List<BlockFault> races = new ArrayList<>();
  private final Set<List<Integer>> told = new HashSet<>();
  private final boolean clocked;
  private long moves;
  private long remoteParts;
  private long signalled;

  /** A thread block and how far it is. */
  private final class Playing {
    private final int rank;
    private final int number;
    private final Block block;
    private final Clock clock;
    private int next;
    private boolean met;

    Playing(int rank, int number, Block block, int all) {
      this.rank = rank;
      this.number = number;
      this.block = block;
      clock = new Clock(clocked ? number : 0, clocked ? all : 1);
    }

    String where() {
      return "GPU "
          + rank
          + ", block "
          + block.id()
          + ", operation "
          + next
          + " ("
          + act().name()
          + ")";
    }

    Act act() {
      return block.acts().get(next);
    }
  }

  OneSidedRun(OneSidedPlan plan) {
    this.plan = plan;
    int all = 0;
    long clocks = 0;
    for (OneSidedPlan.Rank rank : plan.ranks()) {
      all += rank.blocks().size();
      clocks += rank.blocks().stream().mapToLong(b -> b.acts().size()).sum();
    }
    clocked = clocks * all <= MOST_CLOCKED;
    for (int rank = 0; rank < plan.ranks().size(); rank++) {
      memories.add(new Memory(plan, rank));
      barriers.add(new HashMap<>());
      Map<Integer, ArrayDeque<int[]>> own = new HashMap<>();
      List<Integer> starts = plan.ranks().get(rank).semaphores();
      for (int s = 0; s < starts.size(); s++) {
        ArrayDeque<int[]> queue = new ArrayDeque<>();
        for (int i = 0; i < starts.get(s); i++) {
          queue.add(NOTHING);
        }
        own.put(s, queue);
      }
      semaphores.add(own);
      for (Block block : plan.ranks().get(rank).blocks()) {
        blocks.add(new Playing(rank, blocks.size(), block, all));
      }
    }
  }

  OneSidedProof proof() {
    boolean moved = true;
    while (moved && faults.size() < MOST_FAULTS) {
      moved = false;
      for (Playing block : blocks) {
        while (block.next < block.block.acts().size() && did(block, block.act())) {
          block.next++;
          moved = true;
        }
      }
    }
    stuck();
    if (faults.isEmpty()) {
      ends();
      left();
    }
    faults.addAll(races);
    return new OneSidedProof(faults, moves, remoteParts, signalled, clocked);
  }

  private boolean did(Playing block, Act act) {
    return switch (act.kind()) {
      case MOVE -> moved(block, act);
      case SYNC -> {
        block.clock.sync();
        yield true;
      }
      case SIGNAL -> {
        int[] clock = act.weak() ? NOTHING : block.clock.released(act.queued());
        act.counters().forEach(c -> signals.computeIfAbsent(c, k -> new ArrayDeque<>()).add(clock));
        signalled += act.counters().size();
        yield true;
      }
      case WAIT -> taken(block, act, signals);
      case RELEASE -> {
        int[] clock = block.clock.released(false);
        for (int semaphore : act.counters()) {
          semaphores.get(block.rank).computeIfAbsent(semaphore, k -> new ArrayDeque<>()).add(clock);
        }
        yield true;
      }
      case ACQUIRE -> taken(block, act, semaphores.get(block.rank));
      case BARRIER -> met(block, act);
    };
  }

  private static boolean taken(Playing block, Act act, Map<Integer, ArrayDeque<int[]>> from) {
    for (int counter : act.counters()) {
      ArrayDeque<int[]> queue = from.get(counter);
      if (queue == null || queue.isEmpty()) {
        return false;
      }
    }
    for (int counter : act.counters()) {
      ArrayDeque<int[]> queue = from.get(counter);
      int[] clock = queue == null ? null : queue.poll();
      if (clock != null && clock.length > 0) {
        block.clock.learn(clock);
      }
    }
    return true;
  }

  private boolean met(Playing block, Act act) {
    if (block.met) {
      block.met = false;
      return true;
    }
    int number = act.counters().getFirst();
    List<Playing> waiting =
        barriers.get(block.rank).computeIfAbsent(number, k -> new ArrayList<>());
    if (!waiting.contains(block)) {
      waiting.add(block);
    }
    if (waiting.size() < act.blocks()) {
      return false;
    }
    for (Playing one : waiting) {
      one.clock.sync();
    }
    List<int[]> clocks = waiting.stream().map(one -> one.clock.released(false)).toList();
    for (Playing one : waiting) {
      clocks.forEach(one.clock::learn);
      one.clock.sync();
      one.met = one != block;
    }
    waiting.clear();
    return true;
  }

  private boolean moved(Playing block, Act act) {
    if (!fits(block, act)) {
      return true;
    }
    int count = act.writes().getFirst().count();
    for (Range range : act.reads()) {
      for (int i = 0; range.packets() && i < count; i++) {
        for (int rank : range.ranks()) {
          Memory memory = memories.get(rank);
          if (memory.packets(memory.cell(range, i)) == null) {
            return false;
          }
        }
      }
    }
    block.clock.tick();
    moves++;
    List<@Nullable Contribution> results = new ArrayList<>();
    List<Set<Touch>> lanes = new ArrayList<>();
    boolean wrong = false;
    for (int i = 0; i < count; i++) {
      Set<Touch> lane = new HashSet<>();
      Contribution sum = sum(block, act, i, lane, wrong);
      wrong |= sum == null;
      results.add(sum);
      lanes.add(lane);
    }
    for (Range range : act.writes()) {
      for (int i = 0; i < count; i++) {
        write(block, range, i, results.get(i), lanes.get(i));
      }
    }
    return true;
  }

  /**
   * @param lane what its thread learns from packets is added
   */
  private @Nullable Contribution sum(Playing block, Act act, int i, Set<Touch> lane, boolean told) {
    Contribution sum = null;
    for (Range range : act.reads()) {
      for (int rank : range.ranks()) {
        Contribution one = read(block, range, rank, i, lane);
        String wrong = null;
        if (one == null) {
          wrong = "reads " + name(block, range, rank, i) + ", which nobody has written";
        } else if (sum != null) {
          wrong = sum.conflict(one, plan.cut());
        }
        if (one == null || wrong != null) {
          if (!told) {
            fault(act.line(), block.where(), String.valueOf(wrong));
          }
          return null;
        }
        sum = sum == null ? one : sum.plus(one);
      }
    }
    return sum;
  }

  private @Nullable Contribution read(
      Playing block, Range range, int rank, int i, Set<Touch> lane) {
    Memory memory = memories.get(rank);
    int cell = memory.cell(range, i);
    remoteParts += rank == block.rank ? 0 : 1;
    Set<Touch> packets = range.packets() ? memory.packets(cell) : null;
    Touch writer = memory.written(cell);
    if (packets != null) {
      lane.addAll(packets);
    } else if (!ordered(block, writer, lane)) {
      race(block, "reads " + name(block, range, rank, i) + ", which ", writer, " writes");
    }
    memory.read(cell, new Touch(block.number, block.clock.time(), i));
    return memory.held(cell);
  }

  private void write(
      Playing block, Range range, int i, @Nullable Contribution what, Set<Touch> lane) {
    Touch touch = new Touch(block.number, block.clock.time(), i);
    Set<Touch> packets = null;
    if (range.packets()) {
      packets = new HashSet<>(lane);
      packets.add(touch);
    }
    for (int rank : range.ranks()) {
      Memory memory = memories.get(rank);
      int cell = memory.cell(range, i);
      remoteParts += rank == block.rank ? 0 : 1;
      String text = "writes " + name(block, range, rank, i) + ", which ";
      if (!ordered(block, memory.written(cell), lane)) {
        race(block, text, memory.written(cell), " writes");
      }
      for (Touch reader : memory.readers(cell).values()) {
        if (!ordered(block, reader, lane)) {
          race(block, text, reader, " reads");
        }
      }
      memory.write(cell, what, packets, touch);
    }
  }

  /** Whether a touch of a cell is done before what a lane of an operation does now. */
  private boolean ordered(Playing block, @Nullable Touch touch, Set<Touch> lane) {
    return !clocked
        || touch == null
        || block.clock.after(touch.block(), touch.time())
        || lane.contains(touch);
  }

  private void race(Playing block, String what, @Nullable Touch touch, String does) {
    int other = touch == null ? block.number : touch.block();
    if (races.size() < MOST_FAULTS && told.add(List.of(block.number, block.next, other))) {
      Playing with = blocks.get(other);
      String who =
          other == block.number ? "itself" : "block " + with.block.id() + " of GPU " + with.rank;
      String order =
          other == block.number
              ? ", and its threads do not meet between"
              : ", without an order between them";
      races.add(new BlockFault(block.act().line(), block.where(), what + who + does + order));
    }
  }

  private boolean fits(Playing block, Act act) {
    List<Range> all = new ArrayList<>(act.reads());
    all.addAll(act.writes());
    for (Range range : all) {
      for (int rank : range.ranks()) {
        if (rank < 0 || rank >= plan.ranks().size()) {
          fault(
              act.line(), block.where(), "is about GPU " + rank + ", which is none of the plan's");
          return false;
        }
        boolean inside =
            range.count() == 0
                || memories.get(rank).cell(range, 0) >= 0
                    && memories.get(rank).cell(range, range.count() - 1) >= 0;
        if (!inside) {
          String text = "is about " + name(block, range, rank, 0) + " and on, beyond the buffer";
          fault(act.line(), block.where(), text);
          return false;
        }
      }
      if (range.count() != all.getFirst().count()) {
        fault(act.line(), block.where(), "has ranges of different sizes");
        return false;
      }
    }
    return !act.writes().isEmpty() && !act.reads().isEmpty();
  }

  private String name(Playing block, Range range, int rank, int i) {
    char letter = range.buffer().letter();
    String whose = rank == block.rank ? "" : " of GPU " + rank;
    return letter + "[" + (range.first() + i) / plan.cut() + "]" + whose;
  }

  private void stuck() {
    for (Playing block : blocks) {
      if (block.next < block.block.acts().size() && faults.size() < MOST_FAULTS) {
        Act act = block.act();
        String what = act.kind() == Kind.MOVE ? "packets" : "what never comes";
        fault(act.line(), block.where(), "waits for ever for " + what);
      }
    }
  }

  private void ends() {
    for (int rank = 0; rank < memories.size(); rank++) {
      Memory memory = memories.get(rank);
      for (int i = 0; i < memory.outputs(); i++) {
        Contribution has = memory.held(memory.output(i));
        Contribution wanted = memory.wanted(i);
        if (!wanted.equals(has)) {
          String held = has == null ? "nothing" : has.text(plan.cut());
          String place = Buffer.OUTPUT.letter() + "[" + i / plan.cut() + "]";
          fault(
              0, "GPU " + rank, place + " ends with " + held + ", not " + wanted.text(plan.cut()));
          break;
        }
      }
    }
  }

  /** What is left would be taken by the next call. */
  private void left() {
    signals.forEach((counter, queue) -> {
      if (!queue.isEmpty()) {
        fault(0, "channels", queue.size() + " signals of one are never waited for");
      }
    });
    for (int rank = 0; rank < semaphores.size(); rank++) {
      List<Integer> starts = plan.ranks().get(rank).semaphores();
      for (Map.Entry<Integer, ArrayDeque<int[]>> one : semaphores.get(rank).entrySet()) {
        int start = one.getKey() < starts.size() ? starts.get(one.getKey()) : 0;
        if (one.getValue().size() != start) {
          String text =
              "semaphore "
                  + one.getKey()
                  + " ends at "
                  + one.getValue().size()
                  + ", not at "
                  + start;
          fault(0, "GPU " + rank, text);
        }
      }
    }
  }

  private void fault(int line, String where, String text) {
    if (faults.size() < MOST_FAULTS) {
      faults.add(new BlockFault(line, where, text));
    }
  }
}
