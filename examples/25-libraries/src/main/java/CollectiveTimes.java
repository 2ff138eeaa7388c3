import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.verify.Verifier;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.comm.LocalGroup;
import io.busbar.runtime.kernel.ReduceOp;

/** Proves a schedule, asks how long NCCL takes for the collective, and runs it on threads. */
class CollectiveTimes {
  public static void main(String[] args) {
    var request =
        ScheduleRequest.of(CollectiveOp.ALL_REDUCE, Algorithm.RING, Locality.uniform(2, 8));
    System.out.println(
        "ring of 16 ranks proved: " + Verifier.verify(Schedules.of(request)).proved());

    Problems problems = new Problems();
    Cluster cluster = Clusters.parse("dgx-h100:2", Position.of("cluster"), problems);
    problems.throwIfAny();
    var time = NcclTime.of(cluster, NcclSetup.of(NcclVersion.newest(), cluster.node().gpu()));
    double seconds =
        time.prepare(CollectiveOp.ALL_REDUCE, NcclTime.shape(cluster, 16, 8)).seconds(1L << 30, Ledger.OFF);
    System.out.printf("1 GiB over 16 GPUs of two DGX H100: %.2f ms%n", 1e3 * seconds);

    LocalGroup.run(
        4,
        comm -> {
          float[] values = {comm.rank(), 1};
          comm.allReduce(Buf.of(values), ReduceOp.SUM);
          if (comm.rank() == 0) {
            System.out.println("four threads have the sums " + values[0] + " and " + values[1]);
          }
        });
  }
}
