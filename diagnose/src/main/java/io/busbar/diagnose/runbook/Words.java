package io.busbar.diagnose.runbook;

import io.busbar.base.quantity.TimeSpan;
import io.busbar.diagnose.planned.PlannedStep;
import io.busbar.model.catalog.GpuKeys;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Level;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.nccl.cost.Channels;
import io.busbar.nccl.cost.ClusterCommunicator;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a cluster for the words in braces, and what holds of it. A verbs test reaches 92 % of
 * the line rate and more: 46 to 48 of 50 GB/s are reported of NDR ports (nccl-tests, issue 290).
 */
final class Words {
  private static final Pattern WORD = Pattern.compile("\\{(\\w+)\\}");
  private static final double VERBS_SHARE = 0.92;

  private final Map<String, String> words = new TreeMap<>();
  private final Set<String> holds = new HashSet<>();

  private Words() {}

  static Words of(Cluster cluster, String name, @Nullable PlannedStep plan) {
    Words w = new Words();
    w.node(cluster, name);
    w.network(cluster);
    if (plan != null) {
      w.plan(plan);
    }
    return w;
  }

  static int hosts(Cluster cluster) {
    return Math.max(1, cluster.gpus() / cluster.node().gpusPerHost());
  }

  private void node(Cluster cluster, String name) {
    NodeType node = cluster.node();
    put("cluster", name);
    put("hosts", hosts(cluster));
    put("ranks", cluster.gpus());
    put("gpus_per_host", node.gpusPerHost());
    put("domain_ranks", Math.min(cluster.gpus(), cluster.gpusPerDomain()));
    put("two_ranks", Math.min(cluster.gpus(), 2 * cluster.gpusPerDomain()));
    if (node.gpu().scaleUpLinks() > 0) {
      holds.add("nvlink");
      put("links", node.gpu().scaleUpLinks());
      Double raw = node.gpu().entry().value(GpuKeys.SCALE_UP_RAW_LINK_RATE);
      if (raw != null) {
        put("raw_link_rate", String.format(Locale.ROOT, "%.3f GB/s", raw / 1e9));
      }
    }
  }

  private void network(Cluster cluster) {
    if (cluster.gpus() <= cluster.gpusPerDomain()) {
      return;
    }
    NodeType node = cluster.node();
    NetworkKind kind = cluster.network().kind();
    holds.add("network");
    switch (kind) {
      case INFINIBAND -> holds.addAll(List.of("verbs", "infiniband"));
      case ROCE -> holds.addAll(List.of("verbs", "roce"));
      case EFA -> holds.add("efa");
      default -> {}
    }
    put("nccl_network", kind == NetworkKind.EFA ? "AWS Libfabric" : "IB");
    int hostsOfNode = Math.max(1, node.gpus() / node.gpusPerHost());
    put("nics_per_host", node.nics() / hostsOfNode);
    double gbps = node.nicBytesPerSecond() * 8 / 1e9;
    put("nic_gbps", String.format(Locale.ROOT, "%.0f Gb/s", gbps));
    put("nic_low_gbps", String.format(Locale.ROOT, "%.0f Gb/s", VERBS_SHARE * gbps));
    put("leaf_latency", TimeSpan.print(cluster.latencySeconds(Level.LEAF)));
    double over = cluster.network().leafOversubscription();
    put(
        "oversubscription",
        over > 1
            ? String.format(Locale.ROOT, "this fabric is oversubscribed %.1f:1 at the leaves", over)
            : "this fabric is not oversubscribed at the leaves");
    NcclTime.of(cluster, NcclSetup.of(NcclVersion.newest(), node.gpu()))
        .communicator(Predictions.whole(cluster))
        .map(ClusterCommunicator::communicator)
        .map(Channels::collective)
        .ifPresent(channels -> put("channels", channels));
  }

  private void plan(PlannedStep plan) {
    holds.add("plan");
    put("step", TimeSpan.print(plan.stepSeconds()));
    put("exposed", percent(plan.exposedShare()));
    put("communication", percent(plan.communicationShare()));
    put("bubble", percent(plan.bubbleShare()));
    if (plan.bubbleShare() > 0) {
      holds.add("stages");
    }
    if (plan.tensorParallel() > 1) {
      put("tp", plan.tensorParallel());
    }
    if (plan.dataParallelStride() > 0) {
      put("dp_stride", plan.dataParallelStride());
    }
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private void put(String word, Object value) {
    words.put(word, value.toString());
  }

  boolean holds(List<String> all) {
    return holds.containsAll(all);
  }

  /** Lines with their words filled in; those with an unknown word are left out. */
  List<String> fill(List<String> lines) {
    return lines.stream().map(this::fill).filter(line -> !line.isEmpty()).toList();
  }

  private String fill(String line) {
    Matcher m = WORD.matcher(line);
    StringBuilder text = new StringBuilder();
    while (m.find()) {
      String value = words.get(m.group(1));
      if (value == null) {
        return "";
      }
      m.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return m.appendTail(text).toString();
  }
}
