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
import java.lang.foreign.ValueLayout;
import java.time.Duration;

/**
 * A process that is one rank: {@code java -cp … Ranks.java shm|tcp}. Who it is and where ranks meet
 * is in the environment, so the same file is started by a script, torchrun, srun or mpirun.
 */
class Ranks {
  private static final int BINS = 1_000;
  private static final int SAMPLES = 200_000;

  public static void main(String[] args) {
    Duration patience = Duration.ofSeconds(30);
    Bootstrap bootstrap = Bootstrap.fromEnvironment(System.getenv(), patience);
    ProcessGroup group = ProcessGroup.of(bootstrap).withTimeout(patience);
    try (Comm comm =
        switch (args[0]) {
          case "shm" -> group.overShm(ShmOptions.DEFAULT);
          case "tcp" -> group.overTcp(TcpOptions.loopback());
          default -> throw new IllegalArgumentException(args[0] + "; expected shm or tcp");
        }) {
      if (comm.rank() == 0) {
        System.out.println(comm.describe());
      }
      histogram(comm);
      processes(comm);
    }
  }

  /** Every rank counts its part of the samples; all get the sum. */
  private static void histogram(Comm comm) {
    // Over shared memory all ranks see this buffer, so nothing is copied on the way.
    Buf counts = comm.allocate(DType.INT64, BINS);
    Operation sum = comm.prepare(Call.allReduce(counts, counts, ReduceOp.SUM));
    for (int round = 1; round <= 3; round++) {
      counts.memory().fill((byte) 0);
      for (int sample = comm.rank(); sample < SAMPLES; sample += comm.size()) {
        int bin = (int) ((long) sample * sample * round % BINS);
        long so = counts.memory().getAtIndex(ValueLayout.JAVA_LONG, bin);
        counts.memory().setAtIndex(ValueLayout.JAVA_LONG, bin, so + 1);
      }
      sum.run(); // prepared once, run as often as needed
      long all = 0;
      for (int bin = 0; bin < BINS; bin++) {
        all += counts.memory().getAtIndex(ValueLayout.JAVA_LONG, bin);
      }
      check(comm, all == SAMPLES, "counted " + all + " samples of " + SAMPLES);
    }
  }

  /** Rank 0 gets the process id of each; the last rank tells all which it has. */
  private static void processes(Comm comm) {
    long own = ProcessHandle.current().pid();
    long[] all = new long[comm.rank() == 0 ? comm.size() : 0];
    comm.prepare(Call.gather(Buf.of(own), comm.rank() == 0 ? Buf.of(all) : null, 0)).run();
    long[] last = {own};
    comm.broadcast(Buf.of(last), comm.size() - 1);
    if (comm.rank() == 0) {
      check(comm, all[comm.size() - 1] == last[0], "the last rank is another process");
      System.out.println(SAMPLES + " samples counted by " + all.length + " processes");
    }
  }

  private static void check(Comm comm, boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException("rank " + comm.rank() + ": " + otherwise);
    }
  }
}
