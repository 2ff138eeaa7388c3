import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.comm.LocalGroup;
import io.busbar.runtime.comm.Pending;
import io.busbar.runtime.kernel.ReduceOp;

/** Four ranks as threads: a blocking sum, one in the background, and a part of the group. */
class Sums {
  public static void main(String[] args) {
    LocalGroup.run(
        4,
        comm -> {
          float[] gradient = {comm.rank(), 1, 2};
          comm.allReduce(Buf.of(gradient), ReduceOp.SUM);

          double[] losses = {comm.rank() + 0.5};
          Pending average = comm.allReduceAsync(Buf.of(losses), ReduceOp.AVG);
          average.await();

          try (var row = comm.split(comm.rank() / 2, comm.rank())) {
            int[] highest = {comm.rank()};
            row.allReduce(Buf.of(highest), ReduceOp.MAX);
            comm.barrier();
            if (comm.rank() == 0) {
              System.out.println(comm.describe());
            }
            if (gradient[0] != 6 || losses[0] != 2 || highest[0] != comm.rank() / 2 * 2 + 1) {
              throw new IllegalStateException("rank " + comm.rank() + " has wrong sums");
            }
          }
        });
  }
}
