package io.busbar.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.call.TestTerminal;
import io.busbar.app.step.Times;
import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.DataSize;
import io.busbar.collective.api.AlphaBeta;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;
import io.busbar.model.training.Sharding;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.plan.step.Links;
import io.busbar.plan.step.StepConstants;
import io.busbar.tune.advice.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What commands say that a collective achieves, seconds.
 *
 * @param plan without the start that a training stack adds
 * @param design what an all-reduce of its job takes, and in the same way other operations
 * @param start what plans add
 * @param ideal bytes at line rate
 * @param launch part of the collective's time
 * @param protocol part of it: hops, filling of pipelines, drift
 * @param linksRatio the rest, bytes at the rate of links, over the ideal
 */
record AchievedAnswers(
    String question,
    double collective,
    double tune,
    double plan,
    double design,
    double start,
    double ideal,
    double launch,
    double protocol,
    double linksRatio) {
  private static final String[] CLUSTERS = {
    "dgx-h100:1", "dgx-h100:2", "dgx-h100:16", "dgx-a100:1", "dgx-a100:8", "dgx-b200:4"
  };

  /** A file: 64 nodes of dgx-h100 with 4:1 above leaves. */
  private static final String OVERSUBSCRIBED =
      "src/test/resources/io/busbar/app/dgx-h100-64-four-to-one.yaml";

  private static final CollectiveOp[] OPS = {
    CollectiveOp.ALL_REDUCE, CollectiveOp.ALL_GATHER, CollectiveOp.REDUCE_SCATTER
  };
  private static final long[] SIZES = {1 << 20, 64 << 20, 1 << 30};

  static List<AchievedAnswers> all() {
    List<AchievedAnswers> all = new ArrayList<>();
    for (String cluster : CLUSTERS) {
      for (CollectiveOp op : OPS) {
        for (long bytes : SIZES) {
          all.add(of(cluster, op, bytes));
        }
      }
    }
    for (String cluster : List.of("dgx-h100:64", OVERSUBSCRIBED)) {
      for (CollectiveOp op : List.of(CollectiveOp.ALL_REDUCE, CollectiveOp.ALL_TO_ALL)) {
        for (long bytes : List.of(64L << 20, 1L << 30)) {
          all.add(of(cluster, op, bytes));
        }
      }
    }
    return all;
  }

  private static AchievedAnswers of(String name, CollectiveOp op, long bytes) {
    Cluster cluster =
        Objects.requireNonNull(Clusters.parse(name, Position.of("t"), new Problems()));
    Placement placement = new Placement(cluster, replicas(cluster.gpus()));
    Reach reach = placement.reach(GroupKind.DP);
    GroupShape shape = Links.shape(reach);
    StepConstants constants = StepConstants.standard();
    Links links = new Links(placement, new Times().of(cluster), constants);
    int together = Math.min(shape.ranks(), shape.ranksPerDomain());
    double start = constants.value("collective_start_s") * Math.log(together) / Math.log(2);
    Site site = new Site(cluster, NcclVersion.newest(), Map.of("replicas", shape));
    JsonNode answer = collective(name, op, bytes);
    double collective = answer.at("/rows/0/time_us").asDouble() / 1e6;
    JsonNode parts = answer.at("/explained/against_line_rate");
    double ideal = AlphaBeta.IDEAL.prepare(op, shape.atLineRate()).seconds(bytes, Ledger.OFF);
    return new AchievedAnswers(
        "`" + op.ncclTestsName() + "`, " + DataSize.binary(bytes) + ", " + cluster.name(),
        collective,
        site.time().prepare(op, shape).seconds(bytes, Ledger.OFF),
        links.curve(op, GroupKind.DP).seconds(bytes, Ledger.OFF) - start,
        new Times().of(cluster).prepare(op, shape).seconds(bytes, Ledger.OFF),
        start,
        ideal,
        parts.get("launch_us").asDouble() / 1e6,
        parts.get("protocol_us").asDouble() / 1e6,
        parts.get("links_ratio").asDouble());
  }

  private static JsonNode collective(String cluster, CollectiveOp op, long bytes) {
    TestTerminal terminal = new TestTerminal();
    String size = Long.toString(bytes);
    int code =
        terminal.run(
            "collective",
            op.ncclTestsName(),
            "--cluster",
            cluster,
            "--launch",
            "threads",
            "-b",
            size,
            "-e",
            size,
            "--explain",
            size,
            "--format",
            "json");
    assertThat(code).as(terminal.err()).isZero();
    return JsonMapper.shared().readTree(terminal.out());
  }

  /** All GPUs are replicas. */
  private static Parallelism replicas(int gpus) {
    return new Parallelism(
        1,
        false,
        1,
        PipelineSchedule.ONE_F_ONE_B,
        1,
        1,
        ContextParallel.RING,
        1,
        1,
        gpus,
        Sharding.NONE,
        0,
        Parallelism.DEFAULT_ORDER);
  }

  /** With switches that add up a buffer passes once, instead of nearly twice. */
  double bound() {
    return ideal / 2;
  }

  /** How far the highest is above the lowest. */
  double spread() {
    double[] all = {collective, tune, plan, design};
    return DoubleStream.of(all).max().orElse(0) / DoubleStream.of(all).min().orElse(1) - 1;
  }
}
