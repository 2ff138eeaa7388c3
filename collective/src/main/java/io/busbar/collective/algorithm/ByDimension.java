package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.base.grid.GridAxis;
import io.busbar.base.grid.GridLine;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One dimension of a grid after the other: reduce-scatter along the first, then what is left of it
 * along the second, and so on; all-gather the same way back. Each channel begins with another
 * dimension, and every other round goes the other way round, so that 2·D channels of D dimensions
 * keep all links of a torus busy.
 *
 * <pre>
 *   4 x 4, rank (x, y)      channel 0             channel 1
 *   reduce-scatter          x: 12 of 16 blocks    y: 12 of 16 blocks
 *                           y:  3 of 16 blocks    x:  3 of 16 blocks
 *   all-gather              y, then x             x, then y
 * </pre>
 *
 * <p>A line is a ring, on a mesh in the order 0 2 4 … 5 3 1, whose steps take two links at most;
 * where all are joined, each sends to all others at once. Rounds: the sum of n − 1 over the
 * dimensions, 1 where all are joined; twice that for all-reduce. Each rank sends (N−1)/N of the
 * buffer, twice for all-reduce. Blocks that lie apart in the buffer are messages of their own,
 * which follow each other {@link #WINDOW} at a time. Sources: Jouppi et al., TPU v4, ISCA 2023;
 * Rashidi et al., Themis, ISCA 2022; rings: Patarasuk and Yuan, JPDC 69(2), 2009.
 */
final class ByDimension extends BaseSchedule {
  /** Messages that a lane sends before it takes the first; connections hold more. */
  private static final int WINDOW = 4;

  private final List<GridLine> lines;
  private final int[] sizes;
  private final int[] strides;

  ByDimension(ScheduleRequest request) {
    super(request, request.locality().ranks(), span(request));
    lines = request.grid().stream().map(GridAxis::line).toList();
    sizes = sizes(request);
    strides = strides(sizes);
  }

  private static int[] sizes(ScheduleRequest request) {
    int[] sizes = request.grid().stream().mapToInt(GridAxis::ranks).toArray();
    return sizes.length == 0 ? new int[] {request.locality().ranks()} : sizes;
  }

  private static int[] strides(int[] sizes) {
    int[] strides = new int[sizes.length];
    int stride = 1;
    for (int d = 0; d < sizes.length; d++) {
      strides[d] = stride;
      stride *= sizes[d];
    }
    return strides;
  }

  private static int span(ScheduleRequest request) {
    int[] sizes = sizes(request);
    int[] strides = strides(sizes);
    int most = 1;
    for (int first = 0; first < sizes.length; first++) {
      most = Math.max(most, runs(free(first, 0, sizes.length), sizes, strides).count());
    }
    return most;
  }

  /** The dimensions that a channel crosses after its k-th, ascending. */
  private static List<Integer> free(int first, int k, int dimensions) {
    List<Integer> free = new ArrayList<>();
    for (int j = k + 1; j < dimensions; j++) {
      free.add((first + j) % dimensions);
    }
    free.sort(null);
    return free;
  }

  /**
   * Blocks at all coordinates of some dimensions: runs of evenly spaced ones.
   *
   * @param starts of the runs, from the block at coordinates 0
   */
  private record Runs(List<Integer> starts, int count, int stride) {}

  private static Runs runs(List<Integer> free, int[] sizes, int[] strides) {
    List<int[]> digits = new ArrayList<>();
    for (int d : free) {
      int[] last = digits.isEmpty() ? new int[] {0, 0} : digits.getLast();
      if (last[0] * last[1] == strides[d]) {
        last[1] *= sizes[d];
      } else {
        digits.add(new int[] {strides[d], sizes[d]});
      }
    }
    int[] widest = {1, 1};
    for (int[] digit : digits) {
      widest = digit[1] > widest[1] ? digit : widest;
    }
    List<Integer> starts = List.of(0);
    for (int[] digit : digits) {
      if (digit != widest) {
        List<Integer> more = new ArrayList<>();
        for (int start : starts) {
          for (int i = 0; i < digit[1]; i++) {
            more.add(start + i * digit[0]);
          }
        }
        starts = more;
      }
    }
    return new Runs(starts, widest[1], widest[0]);
  }

  @Override
  public RankProgram program(int agent, int channel) {
    List<Phase> phases = new ArrayList<>();
    int first = channel % sizes.length;
    boolean back = channel / sizes.length % 2 == 1;
    for (int k = 0; k < sizes.length && op != CollectiveOp.ALL_GATHER; k++) {
      phases.add(new Phase(agent, first, k, back, true));
    }
    for (int k = sizes.length - 1; k >= 0 && op != CollectiveOp.REDUCE_SCATTER; k--) {
      phases.add(new Phase(agent, first, k, back, false));
    }
    return new Lane(phases.stream().filter(phase -> phase.size > 1).toList());
  }

  private static final class Lane extends Cursor {
    private final List<Phase> phases;
    private final int[] ends;

    Lane(List<Phase> phases) {
      int[] ends = new int[phases.size()];
      int end = 0;
      for (int i = 0; i < ends.length; i++) {
        end = Math.addExact(end, phases.get(i).length());
        ends[i] = end;
      }
      super(end);
      this.phases = phases;
      this.ends = ends;
    }

    @Override
    boolean fill(int index, StepBuffer into) {
      int phase = 0;
      while (index >= ends[phase]) {
        phase++;
      }
      phases.get(phase).fill(index - (phase == 0 ? 0 : ends[phase - 1]), into);
      return true;
    }
  }

  /** One dimension, crossed by one rank in one channel. */
  private final class Phase {
    private final int dimension;
    private final int size;
    private final int step;
    private final boolean reduces;
    private final int line;
    private final int place;
    private final int base;
    private final Runs runs;

    Phase(int rank, int first, int k, boolean back, boolean reduces) {
      dimension = (first + k) % sizes.length;
      size = sizes[dimension];
      step = back ? -1 : 1;
      this.reduces = reduces;
      int own = coordinate(rank, dimension);
      line = rank - own * strides[dimension];
      place = folded() ? (own % 2 == 0 ? own / 2 : size - 1 - own / 2) : own;
      int kept = 0;
      for (int j = 0; j < k; j++) {
        int d = (first + j) % sizes.length;
        kept += coordinate(rank, d) * strides[d];
      }
      base = kept;
      runs = runs(free(first, k, sizes.length), sizes, strides);
    }

    private int coordinate(int rank, int d) {
      return rank / strides[d] % sizes[d];
    }

    private GridLine joined() {
      return lines.isEmpty() ? GridLine.RING : lines.get(dimension);
    }

    /** On a line without a way round each step skips a rank, there and back. */
    private boolean folded() {
      return joined() == GridLine.MESH;
    }

    /** Where each reaches all others without passing any. */
    private boolean atOnce() {
      return joined() == GridLine.ALL || joined() == GridLine.SWITCH;
    }

    private int rounds() {
      return atOnce() ? 2 * (size - 1) : size;
    }

    int length() {
      return Math.multiplyExact(rounds(), runs.starts().size());
    }

    void fill(int index, StepBuffer into) {
      int all = runs.starts().size();
      int window = index / (rounds() * WINDOW);
      int width = Math.min(WINDOW, all - window * WINDOW);
      int rest = index - window * rounds() * WINDOW;
      int start = runs.starts().get(window * WINDOW + rest % width);
      if (atOnce()) {
        direct(rest / width, start, into);
      } else {
        ring(rest / width, start, into);
      }
      into.span(runs.count(), runs.stride());
    }

    /** Places of the line along the ring; they wrap around. */
    private int coordinateAt(int ringPlace) {
      int at = Math.floorMod(ringPlace, size);
      return !folded() ? at : 2 * at < size ? 2 * at : 2 * (size - 1 - at) + 1;
    }

    private int rankAt(int ringPlace) {
      return line + coordinateAt(ringPlace) * strides[dimension];
    }

    private int block(int ringPlace, int start) {
      return base + coordinateAt(ringPlace) * strides[dimension] + start;
    }

    private void ring(int round, int start, StepBuffer into) {
      int next = rankAt(place + step);
      int previous = rankAt(place - step);
      int block = block(place - step * (reduces ? round + 1 : round), start);
      int how = reduces ? REDUCE : COPY;
      if (round == 0) {
        into.send(next, block);
      } else if (round < size - 1) {
        into.forward(previous, how, next, block);
      } else {
        into.receive(previous, how | COPY, block);
      }
    }

    private void direct(int round, int start, StepBuffer into) {
      boolean sends = round < size - 1;
      int other = sends ? place + step * (round + 1) : place - step * (round - size + 2);
      int block = block(sends == reduces ? other : place, start);
      if (sends) {
        into.send(rankAt(other), block);
      } else {
        into.receive(rankAt(other), reduces ? REDUCE | COPY : COPY, block);
      }
    }
  }
}
