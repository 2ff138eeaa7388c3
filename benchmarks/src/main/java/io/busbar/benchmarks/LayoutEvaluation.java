package io.busbar.benchmarks;

import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.training.AttentionKernel;
import io.busbar.model.training.Batch;
import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.Numerics;
import io.busbar.model.training.OverlapRequest;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Precision;
import io.busbar.model.training.Recompute;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Software;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import io.busbar.model.workload.Models;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.plan.memory.MemoryModel;
import io.busbar.plan.step.StepModel;
import java.util.ArrayList;
import java.util.List;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Layouts per second on one core: what a search over layouts stands on. Each call prices the next
 * of a few dozen different layouts, step time and peak memory.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx256m", "-XX:+UseSerialGC"})
@Threads(1)
public class LayoutEvaluation {
  /** Model and cluster; a mixture of experts has more kinds of layers and communicators. */
  @Param({"llama3-70b dgx-h100:128", "deepseek-v3 dgx-h100:256"})
  public String what;

  private StepModel steps;
  private MemoryModel memory;
  private final List<Training> layouts = new ArrayList<>();
  private int next;

  @Setup
  public void makeLayouts() {
    String[] names = what.split(" ");
    Problems problems = new Problems();
    ModelSpec model =
        Objects.requireNonNull(Models.named(names[0], Position.of("model"), problems));
    Cluster cluster =
        Objects.requireNonNull(Clusters.parse(names[1], Position.of("cluster"), problems));
    problems.throwIfAny();
    TimeModel times =
        NcclTime.of(cluster, NcclSetup.of(NcclVersion.newest(), cluster.node().gpu()));
    steps = new StepModel(model, cluster, any -> times);
    memory = new MemoryModel(model, cluster.node().gpu());
    int ep = model.hasExperts() ? 16 : 1;
    for (int tp : new int[] {1, 2, 4, 8}) {
      for (int pp : new int[] {1, 2, 4, 8}) {
        for (int micro : new int[] {1, 2}) {
          layouts.add(layout(cluster.gpus(), tp, pp, ep, micro));
        }
      }
    }
  }

  private static Training layout(int gpus, int tp, int pp, int ep, int micro) {
    Parallelism p =
        new Parallelism(
            tp,
            tp > 1,
            pp,
            PipelineSchedule.ONE_F_ONE_B,
            1,
            1,
            ContextParallel.RING,
            ep,
            1,
            gpus / (tp * pp),
            Sharding.OPTIMIZER,
            0,
            Parallelism.DEFAULT_ORDER);
    Numerics numerics = Numerics.of(Precision.BF16);
    return new Training(
        p,
        new Batch(8192, 4096, micro),
        numerics,
        Recompute.NONE,
        new OverlapRequest(true, true, true, true, false, null).in(p, numerics),
        new Software(Stack.MEGATRON_CORE, AttentionKernel.FLASH_3, true, false, true));
  }

  private Training nextLayout() {
    next = next + 1 == layouts.size() ? 0 : next + 1;
    return layouts.get(next);
  }

  @Benchmark
  public double stepTime() {
    return steps.evaluate(nextLayout(), Ledger.OFF).step();
  }

  @Benchmark
  public double peakMemory() {
    return memory.peakBytes(nextLayout());
  }

  @Benchmark
  public double stepTimeAndPeakMemory() {
    Training layout = nextLayout();
    return steps.evaluate(layout, Ledger.OFF).step() + memory.peakBytes(layout);
  }
}
