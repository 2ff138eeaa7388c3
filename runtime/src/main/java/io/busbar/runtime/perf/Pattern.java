package io.busbar.runtime.perf;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.Bfloat16;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Known inputs and what must come out. Values repeat every seven elements and are small enough for
 * every type to hold every sum of some hundred ranks exactly, so results are compared bit by bit.
 */
final class Pattern {
  private static final int PERIOD = 7;
  private static final int PERIODS = 1024;

  private final PerfQuestion question;
  private final int ranks;

  Pattern(PerfQuestion question, int ranks) {
    this.question = question;
    this.ranks = ranks;
  }

  private long value(int rank, long i) {
    if (question.reduce() == ReduceOp.PROD) {
      return (rank + i) % PERIOD == 0 ? -1 : 1;
    }
    return (rank + i) % PERIOD % 3;
  }

  /** Writes what a rank gives. */
  void fill(Buf input, int rank) {
    boolean oneBlock =
        question.op() == CollectiveOp.ALL_GATHER || question.op() == CollectiveOp.GATHER;
    long start = oneBlock ? rank * input.count() : 0;
    MemorySegment block = MemorySegment.ofArray(new byte[blockBytes()]);
    for (int i = 0; i < PERIOD * PERIODS; i++) {
      set(block, i, value(rank, start + i));
    }
    for (long at = 0; at < input.bytes(); at += block.byteSize()) {
      long bytes = Math.min(block.byteSize(), input.bytes() - at);
      MemorySegment.copy(block, 0, input.memory(), at, bytes);
    }
  }

  private int blockBytes() {
    return PERIOD * PERIODS * question.type().bytes();
  }

  /**
   * Counts elements of a rank's output that are not what they should be.
   *
   * @param count elements as the operation counts them
   */
  long wrong(Buf output, int rank, long count) {
    long block = count / ranks;
    return switch (question.op()) {
      case ALL_REDUCE -> wrong(output, 0, -1, 0);
      case REDUCE -> rank == question.root() ? wrong(output, 0, -1, 0) : 0;
      case REDUCE_SCATTER -> wrong(output, 0, -1, rank * block);
      case BROADCAST -> wrong(output, 0, question.root(), 0);
      case SCATTER -> wrong(output, 0, question.root(), rank * block);
      case SEND_RECEIVE -> wrong(output, 0, (rank + ranks - 1) % ranks, 0);
      case ALL_GATHER -> gathered(output, block);
      case GATHER -> rank == question.root() ? gathered(output, block) : 0;
      case ALL_TO_ALL -> {
        long sum = 0;
        for (int peer = 0; peer < ranks; peer++) {
          sum += wrong(output.slice(peer * block, block), 0, peer, rank * block);
        }
        yield sum;
      }
    };
  }

  private long gathered(Buf output, long block) {
    long sum = 0;
    for (int peer = 0; peer < ranks; peer++) {
      sum += wrong(output.slice(peer * block, block), 0, peer, peer * block);
    }
    return sum;
  }

  /**
   * Compares elements with those of one rank, or of all reduced.
   *
   * @param by a rank, or −1 for all
   * @param start index of the first element in the pattern
   */
  private long wrong(Buf output, long from, int by, long start) {
    DType type = output.type();
    MemorySegment block = MemorySegment.ofArray(new byte[blockBytes()]);
    for (int i = 0; i < PERIOD * PERIODS; i++) {
      if (by < 0) {
        reduced(block, i, start + i);
      } else {
        set(block, i, value(by, start + i));
      }
    }
    long wrong = 0;
    for (long at = from; at < output.bytes(); at += block.byteSize()) {
      long bytes = Math.min(block.byteSize(), output.bytes() - at);
      MemorySegment part = output.memory().asSlice(at, bytes);
      if (part.mismatch(block.asSlice(0, bytes)) >= 0) {
        for (long e = 0; e < bytes; e += type.bytes()) {
          MemorySegment element = part.asSlice(e, type.bytes());
          wrong += element.mismatch(block.asSlice(e, type.bytes())) >= 0 ? 1 : 0;
        }
      }
    }
    return wrong;
  }

  private void reduced(MemorySegment block, int at, long i) {
    long result = value(0, i);
    for (int rank = 1; rank < ranks; rank++) {
      long value = value(rank, i);
      result =
          switch (question.reduce()) {
            case SUM, AVG -> result + value;
            case PROD -> result * value;
            case MIN -> Math.min(result, value);
            case MAX -> Math.max(result, value);
          };
    }
    boolean whole =
        switch (question.type()) {
          case INT64, INT32, INT16, INT8 -> true;
          case FLOAT32, FLOAT64, FLOAT16, BFLOAT16 -> false;
        };
    if (question.reduce() != ReduceOp.AVG) {
      set(block, at, result);
    } else if (whole) {
      set(block, at, result / ranks);
    } else {
      setQuotient(block, at, result);
    }
  }

  private void setQuotient(MemorySegment block, int i, long sum) {
    long at = (long) i * question.type().bytes();
    float quotient = (float) sum / ranks;
    switch (question.type()) {
      case FLOAT64 -> block.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, (double) sum / ranks);
      case FLOAT16 ->
          block.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16(quotient));
      case BFLOAT16 -> block.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Bfloat16.of(quotient));
      default -> block.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, quotient);
    }
  }

  private void set(MemorySegment memory, int i, long value) {
    long at = (long) i * question.type().bytes();
    switch (question.type()) {
      case FLOAT32 -> memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, value);
      case FLOAT64 -> memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
      case INT64 -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
      case INT32 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
      case INT16 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
      case INT8 -> memory.set(ValueLayout.JAVA_BYTE, at, (byte) value);
      case FLOAT16 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16(value));
      case BFLOAT16 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Bfloat16.of(value));
    }
  }
}
