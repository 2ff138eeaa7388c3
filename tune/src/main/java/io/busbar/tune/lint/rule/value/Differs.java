package io.busbar.tune.lint.rule.value;

import io.busbar.base.report.Severity;
import io.busbar.formats.env.SourceKind;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import io.busbar.tune.lint.rule.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Values that differ between the processes of a job. */
public final class Differs extends Rule {
  private static final Set<String> SAME_EVERYWHERE =
      Set.of(
          "NCCL_ALGO",
          "NCCL_PROTO",
          "NCCL_BUFFSIZE",
          "NCCL_LL_BUFFSIZE",
          "NCCL_LL128_BUFFSIZE",
          "NCCL_SOCKET_MAGIC",
          "NCCL_NTHREADS",
          "NCCL_LL128_NTHREADS",
          "NCCL_MIN_NCHANNELS",
          "NCCL_MAX_NCHANNELS",
          "NCCL_MIN_CTAS",
          "NCCL_MAX_CTAS",
          "NCCL_NVLS_ENABLE",
          "NCCL_COLLNET_ENABLE",
          "NCCL_P2P_NET_CHUNKSIZE",
          "NCCL_NET",
          "NCCL_NET_PLUGIN",
          "NCCL_IB_DISABLE",
          "NCCL_IB_TC",
          "NCCL_IB_SL",
          "NCCL_CROSS_NIC",
          "NCCL_MNNVL_ENABLE",
          "NCCL_IB_SPLIT_DATA_ON_QPS",
          "NCCL_IB_QPS_PER_CONNECTION",
          "NCCL_THREAD_THRESHOLDS");
  private static final Set<String> WORTH_A_LOOK =
      Set.of(
          "NCCL_IB_HCA",
          "NCCL_SOCKET_IFNAME",
          "NCCL_IB_GID_INDEX",
          "NCCL_TOPO_FILE",
          "NCCL_IB_TIMEOUT",
          "NCCL_IB_RETRY_CNT",
          "NCCL_NET_GDR_LEVEL",
          "NCCL_P2P_LEVEL");
  private static final String UNSET = "not set";

  public Differs() {
    super("differs");
  }

  @Override
  public void across(List<Context> observed, Hits out) {
    Map<String, Map<String, List<Setting>>> byName = new TreeMap<>();
    int processes = 0;
    for (Context context : observed) {
      // A listing is whole; of a log there may be a part, and it names only what was read.
      boolean whole = context.source().kind() == SourceKind.LISTING;
      for (Settings settings : context.scopes()) {
        processes += whole ? 1 : 0;
        for (Setting setting : settings.effective().values()) {
          if (setting.known()) {
            byName
                .computeIfAbsent(setting.name(), name -> new TreeMap<>())
                .computeIfAbsent(setting.value(), value -> new ArrayList<>())
                .add(setting);
          }
        }
      }
    }
    for (var entry : byName.entrySet()) {
      boolean must = SAME_EVERYWHERE.contains(entry.getKey());
      if (must || WORTH_A_LOOK.contains(entry.getKey())) {
        compare(entry.getValue(), processes, must, out);
      }
    }
  }

  private void compare(Map<String, List<Setting>> byValue, int processes, boolean must, Hits out) {
    int having = byValue.values().stream().mapToInt(List::size).sum();
    boolean missing = must && having < processes;
    if (byValue.size() + (missing ? 1 : 0) < 2) {
      return;
    }
    List<String> values = new ArrayList<>();
    List<Setting> rarest = List.of();
    for (var entry : byValue.entrySet()) {
      values.add(entry.getKey() + " (" + entry.getValue().size() + ")");
      if (rarest.isEmpty() || entry.getValue().size() < rarest.size()) {
        rarest = entry.getValue();
      }
    }
    if (missing) {
      values.add(UNSET + " (" + (processes - having) + ")");
    }
    out.on(this, must ? Severity.WARNING : Severity.INFO, rarest.getFirst())
        .variant(must ? "" : "look")
        .with("values", String.join(", ", values))
        .add();
  }
}
