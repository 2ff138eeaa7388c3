package io.busbar.runtime.perf;

import io.busbar.runtime.comm.Comm;
import java.nio.file.Path;

/** A process that is one rank of a measurement; {@link PerfGroup} starts it. */
final class PerfWorker {
  private PerfWorker() {}

  /**
   * @param args rank, number of ranks, folder to meet in, question
   */
  public static void main(String[] args) {
    PerfQuestion question = PerfQuestion.decoded(args[3]);
    int rank = Integer.parseInt(args[0]);
    try (Comm comm = PerfGroup.join(rank, Integer.parseInt(args[1]), Path.of(args[2]))) {
      PerfRun.run(comm, question);
    }
  }
}
