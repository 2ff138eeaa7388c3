package io.busbar.collective.blocks;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.blocks.BlockStep.Kind;
import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.StepBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The schedule of an algorithm that was written as thread blocks. A GPU is a lane of one channel;
 * its blocks are streams of it, those that share a peer together in one, since there is one queue
 * between two ranks. Where two blocks are ordered by a wait, so are their streams. Immutable and
 * thread-safe.
 */
public final class BlockSchedule implements Schedule {
  private static final int FLAGS = 0;
  private static final int FROM = 1;
  private static final int TO = 2;
  private static final int SOURCE = 3;
  private static final int TARGET = 4;
  private static final int COUNT = 5;
  private static final int STREAM = 6;
  private static final int OPERATION = 7;
  private static final int WAITS = 8;

  private final BlockAlgorithm algorithm;
  private final Operations all;
  private final Order order;
  private final Positions positions;
  private final Streams streams;
  private final int span;
  private final int[][][] programs;

  private BlockSchedule(Operations all, Order order) {
    this.algorithm = all.algorithm;
    this.all = all;
    this.order = order;
    List<Integer> sorted = order.sorted();
    positions = new Positions(all, sorted);
    streams = new Streams(all);
    programs = new int[algorithm.ranks()][][];
    int widest = 1;
    int[] length = new int[algorithm.ranks()];
    for (int op : sorted) {
      length[all.rank(op)]++;
      widest = Math.max(widest, all.count(op));
    }
    span = widest;
    fill(sorted, length);
  }

  /**
   * Makes the schedule.
   *
   * @throws BlockFaults when the blocks do not fit together
   */
  public static BlockSchedule of(BlockAlgorithm algorithm) {
    Operations all = Operations.of(algorithm, Positions.mustCut(algorithm));
    return new BlockSchedule(all, Order.free(all));
  }

  /**
   * The same with steps in an order for connections of few slots, as those of processors have.
   *
   * @param slots that a connection has; at least as many messages wait there
   * @throws BlockFaults also when it needs more slots
   */
  public static BlockSchedule tight(BlockAlgorithm algorithm, int slots) {
    Operations all = Operations.of(algorithm, Positions.mustCut(algorithm));
    return new BlockSchedule(all, Order.tight(all, slots));
  }

  /** Most messages that wait in the queue between two ranks. */
  public int slots() {
    return order.slots();
  }

  private void fill(List<Integer> sorted, int[] length) {
    int[] filled = new int[algorithm.ranks()];
    int[] place = new int[all.size()];
    for (int rank = 0; rank < programs.length; rank++) {
      int[] kept = positions.keptAside(rank);
      programs[rank] = new int[length[rank] + kept.length][];
      for (int chunk : kept) {
        int[] row = row(Step.COPY, chunk, positions.aside(chunk), 1, 0, Operations.NONE, 0);
        programs[rank][filled[rank]++] = row;
      }
    }
    int[] done = new int[Math.multiplyExact(algorithm.ranks(), streams.most())];
    for (int rank = 0; rank < programs.length; rank++) {
      done[rank * streams.most()] = filled[rank];
    }
    for (int op : sorted) {
      int rank = all.rank(op);
      int stream = streams.of(op);
      int aside = positions.keptAside(rank).length;
      int[] waits = waits(op, stream, place, aside);
      int source = all.kind(op).reads() ? positions.of(all, op, all.source(op)) : 0;
      int target = all.kind(op).writes() ? positions.of(all, op, all.target(op)) : source;
      if (!all.kind(op).reads()) {
        source = target;
      }
      int[] row = row(flags(all.kind(op)), source, target, all.count(op), stream, op, waits.length);
      row[FROM] = all.kind(op).receives() ? all.blockOf(op).receiveFrom() : -1;
      row[TO] = all.kind(op).sends() ? all.blockOf(op).sendTo() : -1;
      System.arraycopy(waits, 0, row, WAITS, waits.length);
      place[op] = ++done[rank * streams.most() + stream];
      programs[rank][filled[rank]++] = row;
    }
  }

  /** Pairs of a stream and the steps of it that must be done. */
  private int[] waits(int op, int stream, int[] place, int aside) {
    int[] pairs = new int[2 * (all.waits(op).length + 1)];
    int n = 0;
    for (int other : all.waits(op)) {
      if (streams.of(other) != stream) {
        pairs[n++] = streams.of(other);
        pairs[n++] = place[other];
      }
    }
    if (aside > 0 && stream != 0) {
      pairs[n++] = 0;
      pairs[n++] = aside;
    }
    return Arrays.copyOf(pairs, n);
  }

  private static int[] row(
      int flags, int source, int target, int count, int stream, int op, int waits) {
    int[] row = new int[WAITS + waits];
    row[FLAGS] = flags;
    row[FROM] = -1;
    row[TO] = -1;
    row[SOURCE] = source;
    row[TARGET] = target;
    row[COUNT] = count;
    row[STREAM] = stream;
    row[OPERATION] = op;
    return row;
  }

  private static int flags(Kind kind) {
    return (kind.receives() ? Step.RECEIVE : 0)
        | (kind.adds() ? Step.REDUCE : 0)
        | (kind.writes() ? Step.COPY : 0)
        | (kind.sends() ? Step.SEND : 0);
  }

  /** What it was made of. */
  public BlockAlgorithm algorithm() {
    return algorithm;
  }

  /** Ranks that must keep their input aside, since they read it after the result is written. */
  public int keepAside() {
    int ranks = 0;
    for (int rank = 0; rank < algorithm.ranks(); rank++) {
      ranks += positions.keptAside(rank).length > 0 ? 1 : 0;
    }
    return ranks;
  }

  /** Proves it: see {@link BlockProof}. */
  public BlockProof prove() {
    return BlockProof.of(this, all, order, positions);
  }

  /** The operation of a step of a rank; −1 for one that was added here. */
  int operation(int rank, int step) {
    return programs[rank][step][OPERATION];
  }

  /** What a position holds, in the words of the algorithm. */
  String place(int rank, int position) {
    return positions.text(rank, position);
  }

  @Override
  public CollectiveOp op() {
    return algorithm.op();
  }

  @Override
  public int ranks() {
    return algorithm.ranks();
  }

  @Override
  public int root() {
    return algorithm.root();
  }

  @Override
  public int agents() {
    return algorithm.ranks();
  }

  @Override
  public Agent agent(int index) {
    return new Agent(Agent.Kind.RANK, 0, index, 0, index);
  }

  @Override
  public int channels() {
    return 1;
  }

  @Override
  public int chunks() {
    return algorithm.chunks();
  }

  @Override
  public boolean evenChunks() {
    return true;
  }

  @Override
  public int regions() {
    return positions.regions();
  }

  @Override
  public int span() {
    return span;
  }

  @Override
  public int streams() {
    return streams.most();
  }

  @Override
  public int period() {
    return agents();
  }

  @Override
  public int targets(int agent, int channel, int[] into) {
    return peers(agent, TO, into);
  }

  @Override
  public int sources(int agent, int channel, int[] into) {
    return peers(agent, FROM, into);
  }

  private int peers(int agent, int column, int[] into) {
    int[] found =
        Arrays.stream(programs[agent])
            .mapToInt(row -> row[column])
            .filter(peer -> peer >= 0)
            .distinct()
            .toArray();
    System.arraycopy(found, 0, into, 0, Math.min(found.length, into.length));
    return found.length;
  }

  @Override
  public RankProgram program(int agent, int channel) {
    return new Rows(programs[agent]);
  }

  private static final class Rows implements RankProgram {
    private final int[][] rows;
    private int next;

    Rows(int[][] rows) {
      this.rows = rows;
    }

    @Override
    public void rewind() {
      next = 0;
    }

    @Override
    public boolean next(StepBuffer into) {
      if (next == rows.length) {
        return false;
      }
      int[] row = rows[next++];
      fill(into, row);
      into.into(row[TARGET]).span(row[COUNT], 1).stream(row[STREAM]);
      for (int i = WAITS; i < row.length; i += 2) {
        into.after(row[i], row[i + 1]);
      }
      return true;
    }

    private static void fill(StepBuffer into, int[] row) {
      int how = row[FLAGS] & (Step.REDUCE | Step.COPY);
      boolean receives = (row[FLAGS] & Step.RECEIVE) != 0;
      boolean sends = (row[FLAGS] & Step.SEND) != 0;
      if (receives && sends) {
        into.forward(row[FROM], how, row[TO], row[SOURCE]);
      } else if (receives) {
        into.receive(row[FROM], how, row[SOURCE]);
      } else if (sends) {
        into.send(row[TO], row[SOURCE]);
      } else if ((how & Step.REDUCE) != 0) {
        into.reduce(row[SOURCE], row[TARGET]);
      } else {
        into.copy(row[SOURCE], row[TARGET]);
      }
    }
  }
}
