package io.busbar.runtime.comm;

import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.error.PeerFailedException;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A rank as a process: {@code rank ranks folder what transport}, where a number is the port of an
 * aggregator. Exit code 0 when all went as it should.
 */
final class ProcessRank {
  private ProcessRank() {}

  public static void main(String[] args) throws Exception {
    int rank = Integer.parseInt(args[0]);
    int ranks = Integer.parseInt(args[1]);
    Path folder = Path.of(args[2]);
    Duration frozen = Duration.ofSeconds(args[3].equals("freeze") ? 1 : 20);
    Bootstrap bootstrap =
        Bootstrap.folder(rank, ranks, folder.resolve("meet"), Duration.ofSeconds(40));
    ProcessGroup group = ProcessGroup.of(bootstrap);
    if (args[4].matches("\\d+")) {
      int port = Integer.parseInt(args[4]);
      InetSocketAddress aggregator = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      group = group.withAggregators(Aggregators.of(List.of(aggregator), "known"));
    }
    try (Comm comm =
        !args[4].equals("shm")
            ? group.overTcp(TcpOptions.loopback().withFrozenAfter(frozen))
            : group.overShm(ShmOptions.DEFAULT.withFrozenAfter(frozen))) {
      sum(comm);
      loseOne(comm, folder, args[3].equals("die"));
    }
  }

  private static void sum(Comm comm) {
    Buf seen = comm.allocate(DType.FLOAT32, 100_000);
    for (Buf buffer : new Buf[] {seen, Buf.of(new float[100_000]), Buf.of(new float[10])}) {
      for (int run = 1; run < 4; run++) {
        for (int i = 0; i < buffer.count(); i++) {
          Numbers.set(buffer, i, comm.rank() + i % 7 * run);
        }
        comm.allReduce(buffer, ReduceOp.SUM);
        for (int i = 0; i < buffer.count(); i++) {
          int n = comm.size();
          if (Numbers.get(buffer, i) != n * (n - 1) / 2 + n * (i % 7 * run)) {
            throw new IllegalStateException("element " + i + " is wrong");
          }
        }
      }
    }
  }

  /** The last rank dies, or tells its process id and goes on until it is stopped from outside. */
  private static void loseOne(Comm comm, Path folder, boolean dies) throws Exception {
    comm.barrier();
    boolean last = comm.rank() == comm.size() - 1;
    if (last) {
      if (dies) {
        Runtime.getRuntime().halt(9);
      }
      Path unfinished = folder.resolve("pid.unfinished");
      Files.writeString(unfinished, Long.toString(ProcessHandle.current().pid()));
      Files.move(unfinished, folder.resolve("pid"));
    }
    Buf buffer = Buf.of(new float[100_000]);
    try {
      while (true) {
        comm.allReduce(buffer, ReduceOp.SUM);
      }
    } catch (PeerFailedException e) {
      Files.writeString(folder.resolve("told-" + comm.rank()), e.getMessage());
      if (e.failedRank() != comm.size() - 1) {
        throw e;
      }
      try (Comm smaller = comm.shrink()) {
        if (smaller.size() != comm.size() - 1 || smaller.rank() != comm.rank()) {
          throw new IllegalStateException(smaller.rank() + " of " + smaller.size(), e);
        }
        sum(smaller);
      }
    }
  }
}
