package io.busbar.diagnose.runbook;

import io.busbar.base.explain.Ledger;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.diagnose.planned.PlannedStep;
import io.busbar.diagnose.runbook.Runbook.Expected;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.choice.Candidate;
import io.busbar.nccl.choice.Choice;
import io.busbar.nccl.time.Band;
import io.busbar.nccl.time.Launch;
import io.busbar.nccl.time.NcclCurve;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What collectives take on the cluster, by the time model, at a few sizes that tell much. */
final class Predictions {
  private static final List<Long> SIZES =
      List.of(8L, 32L << 10, 1L << 20, 64L << 20, 1L << 30, 4L << 30);
  private static final List<Long> GROUP_SIZES = List.of(1L << 20, 64L << 20, 1L << 30);

  private final Cluster cluster;
  private final @Nullable PlannedStep plan;
  private final NcclVersion version = NcclVersion.newest();
  private final NcclTime time;

  Predictions(Cluster cluster, @Nullable PlannedStep plan) {
    this.cluster = cluster;
    this.plan = plan;
    NcclSetup setup = NcclSetup.of(version, cluster.node().gpu()).with(Launch.PROCESSES);
    this.time = NcclTime.of(cluster, setup);
  }

  NcclVersion version() {
    return version;
  }

  static GroupShape whole(Cluster cluster) {
    int domain = Math.min(cluster.gpus(), cluster.gpusPerDomain());
    return NcclTime.shape(cluster, cluster.gpus(), domain);
  }

  List<Expected> of(String kind) {
    int domain = Math.min(cluster.gpus(), cluster.gpusPerDomain());
    List<Expected> rows = new ArrayList<>();
    switch (kind) {
      case "domain" ->
          add(
              "one domain",
              CollectiveOp.ALL_REDUCE,
              NcclTime.shape(cluster, domain, domain),
              SIZES,
              rows);
      case "two" -> {
        int ranks = Math.min(cluster.gpus(), 2 * domain);
        GroupShape two = NcclTime.shape(cluster, ranks, domain);
        add("two domains", CollectiveOp.ALL_REDUCE, two, SIZES, rows);
      }
      case "all" -> {
        add("all", CollectiveOp.ALL_REDUCE, whole(cluster), SIZES, rows);
        add("all", CollectiveOp.ALL_TO_ALL, whole(cluster), GROUP_SIZES, rows);
      }
      case "groups" -> groups(rows);
      default -> {}
    }
    return rows;
  }

  private void groups(List<Expected> rows) {
    if (plan == null) {
      return;
    }
    for (Map.Entry<String, GroupShape> group : plan.groups().entrySet()) {
      String name = group.getKey().replaceFirst("^the (.*) group$", "$1");
      for (CollectiveOp op : operations(name)) {
        add(name, op, group.getValue(), GROUP_SIZES, rows);
      }
    }
  }

  /** What a group of this name runs most: experts exchange, shards gather and scatter. */
  private static List<CollectiveOp> operations(String name) {
    return switch (name) {
      case "SHARD" -> List.of(CollectiveOp.ALL_GATHER, CollectiveOp.REDUCE_SCATTER);
      case "EP" -> List.of(CollectiveOp.ALL_TO_ALL);
      default -> List.of(CollectiveOp.ALL_REDUCE);
    };
  }

  private void add(
      String group, CollectiveOp op, GroupShape shape, List<Long> sizes, List<Expected> rows) {
    if (shape.ranks() < 2) {
      return;
    }
    NcclCurve curve = time.prepare(op, shape);
    for (long size : sizes) {
      double seconds = curve.seconds(size, Ledger.OFF);
      Band band = curve.band(size);
      @Nullable Choice choice = curve.choice(size);
      @Nullable Candidate chosen = choice == null ? null : choice.chosen();
      double busBytes = size * op.busFactor(shape.ranks());
      rows.add(
          new Expected(
              group,
              op.ncclTestsName(),
              shape.ranks(),
              shape.ranksPerDomain(),
              size,
              seconds * 1e6,
              band.p90Seconds() * 1e6,
              busBytes / seconds,
              busBytes / band.p90Seconds(),
              chosen == null ? "" : chosen.algorithm().ncclName(),
              chosen == null ? "" : chosen.protocol().ncclName()));
    }
  }
}
