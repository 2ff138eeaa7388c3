package io.busbar.benchmarks;

import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.time.NcclCurve;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Predictions of a collective at a size: NCCL's choice and the achieved time. Every call takes
 * another size, as a sweep does.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CollectivePrediction {
  private static final long LARGEST = 8L << 30;

  @Param({"dgx-h100:1", "dgx-h100:16"})
  private String cluster = "";

  private NcclCurve[] curves = new NcclCurve[0];
  private int op;
  private long bytes;

  @Setup
  public void prepare() {
    Problems problems = new Problems();
    Cluster where =
        Objects.requireNonNull(Clusters.parse(cluster, Position.of("cluster"), problems));
    problems.throwIfAny();
    NcclTime times = NcclTime.of(where, NcclSetup.of(NcclVersion.newest(), where.node().gpu()));
    CollectiveOp[] ops = CollectiveOp.values();
    curves = new NcclCurve[ops.length];
    for (int i = 0; i < ops.length; i++) {
      curves[i] = times.prepare(ops[i], NcclTime.shape(where, where.gpus(), where.gpusPerDomain()));
    }
    bytes = 8;
  }

  @Benchmark
  public double collectiveAndSize() {
    bytes = bytes >= LARGEST ? 8 : bytes * 2;
    op = op + 1 == curves.length ? 0 : op + 1;
    return curves[op].seconds(bytes, Ledger.OFF);
  }
}
