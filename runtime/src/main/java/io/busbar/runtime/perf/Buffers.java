package io.busbar.runtime.perf;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.comm.Comm;

/**
 * Input and output of a rank's measurements, as large as the largest of them, and calls on them.
 */
final class Buffers {
  private final int ranks;
  private final Buf input;
  private final Buf output;

  private Buffers(Comm comm, DType type, long bytes) {
    ranks = comm.size();
    input = comm.allocate(type, bytes / type.bytes());
    output = comm.allocate(type, bytes / type.bytes());
    input.memory().fill((byte) 0);
    output.memory().fill((byte) 0);
  }

  /**
   * @param bytes of each
   */
  static Buffers of(Comm comm, DType type, long bytes) {
    return new Buffers(comm, type, bytes);
  }

  Buf input() {
    return input;
  }

  Buf output() {
    return output;
  }

  /** What a rank gives to a collective of so many elements. */
  Buf in(CollectiveOp op, long count) {
    boolean one = op == CollectiveOp.ALL_GATHER || op == CollectiveOp.GATHER;
    return input.slice(0, one ? count / ranks : count);
  }

  /** What a rank gets. */
  Buf out(CollectiveOp op, long count) {
    boolean one = op == CollectiveOp.REDUCE_SCATTER || op == CollectiveOp.SCATTER;
    return output.slice(0, one ? count / ranks : count);
  }

  /** The call of a question with so many elements. */
  Call call(PerfQuestion question, long count) {
    Buf in = in(question.op(), count);
    Buf out = out(question.op(), count);
    int root = question.root();
    Call call =
        switch (question.op()) {
          case ALL_REDUCE -> Call.allReduce(in, out, question.reduce());
          case ALL_GATHER -> Call.allGather(in, out);
          case REDUCE_SCATTER -> Call.reduceScatter(in, out, question.reduce());
          case BROADCAST -> Call.broadcast(out, root);
          case REDUCE -> Call.reduce(in, out, question.reduce(), root);
          case GATHER -> Call.gather(in, out, root);
          case SCATTER -> Call.scatter(in, out, root);
          case ALL_TO_ALL -> Call.allToAll(in, out);
          case SEND_RECEIVE -> Call.shift(in, out);
        };
    return call.by(question.route());
  }
}
