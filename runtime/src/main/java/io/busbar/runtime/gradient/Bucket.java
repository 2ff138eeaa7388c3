package io.busbar.runtime.gradient;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Gradients of one type that are averaged together, in a buffer that all ranks see. */
final class Bucket {
  private final List<Buf> gradients;
  private final Buf flat;
  private final Operation average;
  private int missing;

  Bucket(Comm comm, List<Buf> gradients) {
    this.gradients = List.copyOf(gradients);
    long count = gradients.stream().mapToLong(Buf::count).sum();
    flat = comm.allocate(gradients.getFirst().type(), count);
    average = comm.prepare(Call.allReduce(flat, flat, ReduceOp.AVG));
  }

  void begin() {
    missing = gradients.size();
  }

  void arrived() {
    missing--;
  }

  boolean complete() {
    return missing == 0;
  }

  void start() {
    long at = 0;
    for (Buf gradient : gradients) {
      MemorySegment.copy(gradient.memory(), 0, flat.memory(), at, gradient.bytes());
      at += gradient.bytes();
    }
    average.start();
  }

  void await() {
    average.await();
  }

  long nanos() {
    return average.backgroundNanos();
  }

  void write() {
    long at = 0;
    for (Buf gradient : gradients) {
      MemorySegment.copy(flat.memory(), at, gradient.memory(), 0, gradient.bytes());
      at += gradient.bytes();
    }
  }
}
