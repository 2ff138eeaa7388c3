package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;
import io.busbar.tune.lint.rule.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Interfaces of Gloo and of TensorPipe: exact names between commas, as many on every rank. NCCL's
 * signs for prefix, exact and exclusion mean nothing to them.
 */
public final class GlooInterface extends Rule {
  private static final String GLOO = "GLOO_SOCKET_IFNAME";
  private static final Set<String> NAMES = Set.of(GLOO, "TP_SOCKET_IFNAME");

  /** Beginnings of names of interfaces; none is an interface by itself. */
  private static final Set<String> PREFIXES =
      Set.of("eth", "en", "eno", "ens", "enp", "ib", "ibp", "ibs", "bond", "rdma", "net");

  public GlooInterface() {
    super("gloo-interface");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    if (!NAMES.contains(setting.name())) {
      return;
    }
    String value = setting.value().strip();
    List<String> names = names(value);
    if (value.startsWith("^")) {
      out.on(this, Severity.CRITICAL, setting).variant("excluded").add();
    } else if (value.startsWith("=")) {
      out.on(this, Severity.CRITICAL, setting).valueBecomes(value.substring(1)).add();
    } else if (!String.join(",", names).equals(value)) {
      out.on(this, Severity.CRITICAL, setting)
          .variant("blank")
          .valueBecomes(String.join(",", names))
          .add();
    } else if (names.contains("lo")) {
      Facts cluster = context.cluster();
      boolean fails = cluster != null && cluster.nodes() > 1;
      out.on(this, fails ? Severity.CRITICAL : Severity.WARNING, setting).variant("loopback").add();
    } else if (names.stream().anyMatch(PREFIXES::contains)) {
      out.on(this, Severity.WARNING, setting).variant("prefix").add();
    }
  }

  @Override
  public void across(List<Context> observed, Hits out) {
    Map<Integer, Setting> byCount = new TreeMap<>();
    for (Context context : observed) {
      for (Settings settings : context.scopes()) {
        settings.get(GLOO).ifPresent(s -> byCount.putIfAbsent(names(s.value()).size(), s));
      }
    }
    if (byCount.size() > 1) {
      String counts =
          byCount.keySet().stream().map(String::valueOf).collect(Collectors.joining(" and "));
      out.on(this, Severity.CRITICAL, List.copyOf(byCount.values()).getLast())
          .variant("counts")
          .with("counts", counts)
          .add();
    }
  }

  private static List<String> names(String value) {
    return Arrays.stream(value.split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
