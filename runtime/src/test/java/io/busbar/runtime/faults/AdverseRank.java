package io.busbar.runtime.faults;

import io.busbar.runtime.aggregate.AggregatorOptions;
import io.busbar.runtime.aggregate.AggregatorServer;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A rank as a process on a host that something is wrong with. It joins, adds up numbers and looks
 * whether they are right, until its input says that it is enough. What it lives through it says
 * line by line: that it is in, that it threw and what, that it is over.
 */
final class AdverseRank {
  static final String TOKEN = "of this trial";
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private AdverseRank() {}

  /**
   * Rank, ranks, folder or port of the meeting, transport, folder of shared memory, port of the
   * aggregator, milliseconds of silence after which a rank counts as frozen; or nothing, to be the
   * aggregator.
   */
  public static void main(String[] args) {
    try {
      if (args.length == 0) {
        aggregate();
      } else {
        rank(args);
      }
      System.out.println("over");
    } catch (Throwable thrown) {
      String name = thrown.getClass().getSimpleName();
      System.out.println("threw " + name + " " + String.valueOf(thrown.getMessage()).strip());
      thrown.printStackTrace(System.err);
    }
    System.exit(0);
  }

  private static void aggregate() throws IOException {
    try (AggregatorServer server = AggregatorServer.open(AggregatorOptions.loopback(TOKEN))) {
      System.out.println("port " + server.address().getPort());
      System.in.read();
    }
  }

  private static void rank(String... args) throws IOException {
    try (Bootstrap met = meet(Integer.parseInt(args[0]), Integer.parseInt(args[1]), args[2]);
        Comm comm = join(met, args)) {
      System.out.println("in");
      work(comm);
    }
  }

  private static Bootstrap meet(int rank, int ranks, String where) {
    if (where.matches("\\d+")) {
      InetSocketAddress root =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(where));
      return Bootstrap.root(rank, ranks, root, TOKEN, DEADLINE);
    }
    return Bootstrap.folder(rank, ranks, Path.of(where), DEADLINE);
  }

  private static Comm join(Bootstrap met, String... args) {
    ProcessGroup group = ProcessGroup.of(met).withTimeout(DEADLINE);
    Duration frozen = Duration.ofMillis(Long.parseLong(args[6]));
    ShmOptions shm = new ShmOptions(Path.of(args[4]), 8 << 20, frozen);
    TcpOptions tcp = TcpOptions.loopback().withFrozenAfter(frozen);
    return switch (args[3]) {
      case "tcp" -> group.overTcp(tcp);
      case "shm" -> group.overShm(shm);
      case "aggregated" -> {
        InetSocketAddress middle =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[5]));
        yield group.withAggregators(Aggregators.of(List.of(middle), TOKEN)).overTcp(tcp);
      }
      default -> group.overBoth(shm, tcp.withHost("h" + met.rank() / 2));
    };
  }

  /** Lengths that go by the board, by links and by shared memory, each page for the first time. */
  private static void work(Comm comm) throws IOException {
    long[] enough = {0};
    Operation agree = comm.prepare(Call.allReduce(Buf.of(enough), Buf.of(enough), ReduceOp.MAX));
    Buf shared = room(comm, 1 << 17);
    for (int turn = 0; enough[0] == 0; turn++) {
      check(comm, shared.slice(0, Math.min(shared.count(), 1L << turn % 18)), turn);
      check(comm, Buf.of(new long[1 << turn % 16]), turn);
      enough[0] = System.in.available() > 0 ? 1 : 0;
      agree.run();
    }
  }

  /** As much as there is for this rank; all take as much as the one that has the least. */
  private static Buf room(Comm comm, long most) {
    long[] least = {most};
    Buf buffer = null;
    while (buffer == null && least[0] > 0) {
      try {
        buffer = comm.allocate(DType.INT64, least[0]);
      } catch (IllegalStateException e) {
        least[0] /= 2;
      }
    }
    comm.allReduce(Buf.of(least), ReduceOp.MIN);
    Buf some = buffer == null ? Buf.of(new long[1]) : buffer;
    return some.slice(0, Math.max(1, Math.min(some.count(), least[0])));
  }

  private static void check(Comm comm, Buf buffer, int turn) {
    MemorySegment memory = buffer.memory();
    int n = comm.size();
    for (long i = 0; i < buffer.count(); i++) {
      memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 8 * i, comm.rank() + i + turn);
    }
    comm.allReduce(buffer, ReduceOp.SUM);
    for (long i = 0; i < buffer.count(); i++) {
      long value = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 8 * i);
      if (value != n * (n - 1) / 2 + n * (i + turn)) {
        throw new IllegalStateException("WRONG: element " + i + " is " + value);
      }
    }
  }
}
