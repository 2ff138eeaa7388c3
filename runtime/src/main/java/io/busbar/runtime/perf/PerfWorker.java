package io.busbar.runtime.perf;

import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.tuning.Tuning;
import java.nio.file.Path;

/** A process that is one rank of a measurement; {@link PerfGroup} starts it. */
final class PerfWorker {
  private PerfWorker() {}

  /**
   * @param args rank, number of ranks, folder to meet in, work, transport
   */
  public static void main(String[] args) {
    PerfWork<?> work = PerfWork.decoded(args[3]);
    PerfGroup.Transport transport = PerfGroup.Transport.valueOf(args[4]);
    int rank = Integer.parseInt(args[0]);
    int ranks = Integer.parseInt(args[1]);
    try (Comm comm = PerfGroup.join(rank, ranks, Path.of(args[2]), transport, Tuning.NONE)) {
      work.run(comm, PerfGroup.sockets(transport));
    }
  }
}
