package io.busbar.runtime.execute;

import io.busbar.collective.schedule.Contract;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.StepBuffer;
import java.util.Arrays;

/**
 * A lane of a schedule as flat ints, made once: per step {@code flags, from, to, parts}, per part
 * {@code length, read place, read at, write place, write at}. It decides where positions live: what
 * was not written yet is read from the caller's input, what is wanted goes to the caller's output,
 * the rest is scratch. Immutable.
 */
final class Program {
  static final int HEAD = 4;
  static final int PART = 5;
  static final int INPUT = 0;
  static final int OUTPUT = 1;
  static final int SCRATCH = 2;

  /** Peers of a step that has none. */
  static final int NOBODY = -1;

  private final Contract contract;
  private final int rank;
  private final int chunks;
  private final boolean[] written;
  private final int[] scratchOf;
  private int[] code = new int[256];
  private int size;
  private int scratch;

  private Program(Schedule schedule, int rank) {
    this.contract = schedule.contract();
    this.rank = rank;
    this.chunks = schedule.chunks();
    int positions = chunks * schedule.regions();
    written = new boolean[positions];
    scratchOf = new int[positions];
    Arrays.fill(scratchOf, -1);
  }

  static Program of(Schedule schedule, int rank, int channel) {
    Program program = new Program(schedule, rank);
    program.keepWhatNobodyWrites(schedule.program(rank, channel));
    RankProgram cursor = schedule.program(rank, channel);
    StepBuffer step = new StepBuffer();
    while (cursor.next(step)) {
      program.add(step);
    }
    program.code = Arrays.copyOf(program.code, program.size);
    return program;
  }

  /** The steps. */
  int[] code() {
    return code;
  }

  /** Positions that need room besides input and output. */
  int scratch() {
    return scratch;
  }

  /** Wanted data that a rank holds from the start and no step touches moves to the output. */
  private void keepWhatNobodyWrites(RankProgram cursor) {
    boolean[] touched = new boolean[written.length];
    StepBuffer step = new StepBuffer();
    while (cursor.next(step)) {
      for (int i = 0; step.has(Step.COPY) && i < step.count(); i++) {
        touched[step.targetAt(i, chunks)] = true;
      }
    }
    for (int position = 0; position < touched.length; position++) {
      boolean wanted = contract.outputBlock(rank, position) != Contract.NOTHING;
      boolean held = contract.inputBlock(rank, position) != Contract.NOTHING;
      if (wanted && held && !touched[position]) {
        put(Step.COPY, NOBODY, NOBODY, 1);
        put(position, INPUT, position, OUTPUT, position);
      }
    }
  }

  private void add(StepBuffer step) {
    if (step.has(Step.REDUCE) && !step.has(Step.RECEIVE)) {
      bringToPlace(step);
    }
    put(step.flags(), step.receiveFrom(), step.sendTo(), step.count());
    for (int i = 0; i < step.count(); i++) {
      int source = step.sourceAt(i, chunks);
      int target = step.targetAt(i, chunks);
      boolean reads = !step.has(Step.RECEIVE) || step.has(Step.REDUCE);
      int from = reads ? readPlace(source) : INPUT;
      int fromAt = from == SCRATCH ? scratchOf[source] : source;
      int to = step.has(Step.COPY) ? writePlace(target) : OUTPUT;
      int toAt = to == SCRATCH ? scratchOf[target] : target;
      put(source, from, fromAt, to, toAt);
    }
  }

  /** What is added to lies where the sum goes: a first use of the input is copied there. */
  private void bringToPlace(StepBuffer step) {
    for (int i = 0; i < step.count(); i++) {
      int target = step.targetAt(i, chunks);
      if (!written[target]) {
        int to = writePlace(target);
        put(Step.COPY, NOBODY, NOBODY, 1);
        put(target, INPUT, target, to, to == SCRATCH ? scratchOf[target] : target);
      }
    }
  }

  private int readPlace(int position) {
    if (!written[position]) {
      return INPUT;
    }
    return scratchOf[position] < 0 ? OUTPUT : SCRATCH;
  }

  private int writePlace(int position) {
    written[position] = true;
    if (contract.outputBlock(rank, position) != Contract.NOTHING) {
      return OUTPUT;
    }
    if (scratchOf[position] < 0) {
      scratchOf[position] = scratch++;
    }
    return SCRATCH;
  }

  private void put(int... values) {
    if (size + values.length > code.length) {
      code = Arrays.copyOf(code, 2 * code.length);
    }
    System.arraycopy(values, 0, code, size, values.length);
    size += values.length;
  }
}
