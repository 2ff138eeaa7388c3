package io.busbar.diagnose.check.transport;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.ncclrun.Connection;
import io.busbar.formats.perftest.Stated;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * GPUDirect RDMA: off everywhere, on one side or one NIC only, or off since this NCCL does not know
 * today's kernel module.
 */
public final class GdrState implements Check {
  private static final String DISABLED = "gdr-disabled";
  private static final String ASYMMETRIC = "gdr-asymmetric";
  private static final String TOO_OLD = "nccl-too-old";

  /** Versions up to this look for nv_peer_mem only, not for nvidia_peermem. */
  private static final int[] KNOWS_PEERMEM = {2, 22, 3};

  @Override
  public List<String> codes() {
    return List.of(DISABLED, ASYMMETRIC, TOO_OLD);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<Connection> net = facts.all(Connection.class).stream().filter(GdrState::overRdma).toList();
    boolean bySide = sides(net, out);
    boolean byDevice = devices(net, out);
    boolean asymmetric = hosts(net, facts, out) || bySide || byDevice;
    List<Signal> disabled = facts.signals("gdr-disabled-hca");
    if (!disabled.isEmpty()) {
      Set<String> devices = new LinkedHashSet<>();
      disabled.forEach(
          s -> devices.add(s.value("device").isEmpty() ? s.value("hca") : s.value("device")));
      out.add(
          Conclusion.critical(DISABLED)
              .say("NCCL reports GPUDirect RDMA disabled for " + String.join(", ", devices) + ".")
              .at(disabled.subList(0, Math.min(6, disabled.size())))
              .at(facts.all(Stated.class).stream().limit(3).toList()));
      tooOld(facts, out);
    } else if (!asymmetric) {
      unused(net, facts, out);
    }
    if (disabled.isEmpty() && net.size() > 1 && net.stream().allMatch(Connection::gdr)) {
      out.healthy("All network connections use GPUDirect RDMA.", List.of(net.getFirst().at()));
    }
    facts.signals("ring-gdr").stream()
        .filter(s -> s.value("gdr").equals("1"))
        .findFirst()
        .ifPresent(s -> out.healthy("GPUDirect RDMA is in use (GDR 1).", List.of(s.at())));
  }

  private static boolean overRdma(Connection c) {
    return c.transport().equals("NET") && !c.network().contains("Socket");
  }

  private static void unused(List<Connection> net, Facts facts, Conclusions out) {
    if (net.size() >= 2 && net.stream().noneMatch(Connection::gdr)) {
      out.add(
          Conclusion.warning(DISABLED)
              .confidence(Conclusion.Confidence.MEDIUM)
              .say("No network connection is marked GDRDMA.")
              .at(net.subList(0, Math.min(4, net.size())))
              .at(facts.signals("gdr-disabled-gpu").stream().limit(2).toList()));
      return;
    }
    boolean socket =
        facts.signals("network-chosen").stream().anyMatch(s -> s.value("name").contains("Socket"));
    List<Signal> off =
        facts.signals("ring-gdr").stream().filter(s -> s.value("gdr").equals("0")).toList();
    boolean several = facts.signals("nccl-layout").stream().anyMatch(s -> s.number("nodes") > 1);
    if (!off.isEmpty() && !socket && several) {
      out.add(
          Conclusion.warning(DISABLED)
              .say("The communicator over several nodes runs with GDR 0.")
              .at(off.subList(0, Math.min(2, off.size()))));
    }
  }

  private static void tooOld(Facts facts, Conclusions out) {
    for (Signal version : facts.signals("nccl-version")) {
      if (atMost(version.value("version"), KNOWS_PEERMEM)) {
        out.add(
            Conclusion.of(
                    TOO_OLD,
                    atMost(version.value("version"), new int[] {2, 17, 99})
                        ? Severity.WARNING
                        : Severity.CRITICAL)
                .confidence(Conclusion.Confidence.MEDIUM)
                .say(
                    "NCCL "
                        + version.value("version")
                        + " looks for nv_peer_mem only; nvidia_peermem counts from 2.23.4 on.")
                .at(version.at()));
        return;
      }
    }
  }

  private static boolean atMost(String version, int[] limit) {
    String[] parts = version.split("\\.");
    for (int i = 0; i < limit.length; i++) {
      int part = i < parts.length && parts[i].matches("\\d{1,6}") ? Integer.parseInt(parts[i]) : 0;
      if (part != limit[i]) {
        return part < limit[i];
      }
    }
    return true;
  }

  /** One connection whose two ends differ. */
  private static boolean sides(List<Connection> net, Conclusions out) {
    Map<String, Connection> first = new HashMap<>();
    boolean found = false;
    for (Connection c : net) {
      if (c.from() < 0) {
        continue;
      }
      Connection other = first.putIfAbsent(c.from() + ">" + c.to(), c);
      if (other != null && other.gdr() != c.gdr() && !other.direction().equals(c.direction())) {
        Connection with = c.gdr() ? c : other;
        Connection without = c.gdr() ? other : c;
        out.add(
            Conclusion.critical(ASYMMETRIC)
                .say(
                    String.format(
                        "From rank %d to rank %d the %s side uses GDRDMA on %s/%d, the %s side does"
                            + " not on %s/%d.",
                        c.from(),
                        c.to(),
                        with.direction(),
                        with.network(),
                        with.device(),
                        without.direction(),
                        without.network(),
                        without.device()))
                .at(other.at())
                .at(c.at()));
        found = true;
      }
    }
    return found;
  }

  /** NICs of which some always have it and others never. */
  private static boolean devices(List<Connection> net, Conclusions out) {
    Map<Integer, List<Connection>> byDevice = new LinkedHashMap<>();
    net.forEach(c -> byDevice.computeIfAbsent(c.device(), d -> new ArrayList<>()).add(c));
    List<List<Connection>> pure =
        byDevice.values().stream()
            .filter(list -> list.stream().map(Connection::gdr).distinct().count() == 1)
            .toList();
    List<Connection> with = pure.stream().map(List::getFirst).filter(Connection::gdr).toList();
    List<Connection> without = pure.stream().map(List::getFirst).filter(c -> !c.gdr()).toList();
    if (with.isEmpty() || without.isEmpty() || pure.size() != byDevice.size()) {
      return false;
    }
    out.add(
        Conclusion.warning(ASYMMETRIC)
            .say(
                "NET/"
                    + with.getFirst().network()
                    + "/"
                    + with.getFirst().device()
                    + " uses GDRDMA, "
                    + without.getFirst().network()
                    + "/"
                    + without.getFirst().device()
                    + " does not.")
            .at(with.getFirst().at())
            .at(without.getFirst().at()));
    return true;
  }

  /** Hosts of which some always have it and others never. */
  private static boolean hosts(List<Connection> net, Facts facts, Conclusions out) {
    Map<String, Connection> with = new LinkedHashMap<>();
    Map<String, Connection> without = new LinkedHashMap<>();
    for (Connection c : net) {
      String host = facts.hosts().of(c.origin(), c.at());
      (c.gdr() ? with : without).putIfAbsent(host, c);
    }
    Set<String> mixed = new HashSet<>(with.keySet());
    mixed.retainAll(without.keySet());
    if (with.isEmpty() || without.isEmpty() || !mixed.isEmpty()) {
      return false;
    }
    out.add(
        Conclusion.critical(ASYMMETRIC)
            .say(
                "Connections of "
                    + String.join(", ", with.keySet())
                    + " use GDRDMA, those of "
                    + String.join(", ", without.keySet())
                    + " do not.")
            .at(with.values().iterator().next().at())
            .at(without.values().iterator().next().at()));
    return true;
  }
}
