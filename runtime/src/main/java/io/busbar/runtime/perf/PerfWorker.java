package io.busbar.runtime.perf;

import io.busbar.runtime.comm.Comm;
import java.nio.file.Path;

/** A process that is one rank of a measurement; {@link PerfGroup} starts it. */
final class PerfWorker {
  private PerfWorker() {}

  /**
   * @param args rank, number of ranks, folder to meet in, question, transport
   */
  public static void main(String[] args) {
    PerfQuestion question = PerfQuestion.decoded(args[3]);
    PerfGroup.Transport transport = PerfGroup.Transport.valueOf(args[4]);
    int rank = Integer.parseInt(args[0]);
    try (Comm comm = PerfGroup.join(rank, Integer.parseInt(args[1]), Path.of(args[2]), transport)) {
      PerfRun.run(comm, question, PerfGroup.sockets(transport));
    }
  }
}
