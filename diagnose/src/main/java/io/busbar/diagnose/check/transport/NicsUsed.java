package io.busbar.diagnose.check.transport;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.facts.Ports;
import io.busbar.formats.ncclrun.Communicator;
import io.busbar.formats.ncclrun.Connection;
import io.busbar.formats.ncclrun.NicList;
import io.busbar.formats.ncclrun.Setting;
import io.busbar.formats.nccltests.Measured;
import io.busbar.formats.ports.PortField;
import io.busbar.formats.ports.PortReading;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** One NIC carries all network channels although there are more, or many ranks on each host. */
public final class NicsUsed implements Check {
  private static final String CODE = "single-nic-used";
  private static final int MANY_NICS = 4;

  /** Lines of one channel: it is sent and received. */
  private static final int ONE_CHANNEL = 2;

  @Override
  public List<String> codes() {
    return List.of(CODE);
  }

  /** Connections inside a node: peer-to-peer is as it should be. */
  private static void inside(Facts facts, Conclusions out) {
    List<Connection> local =
        facts.all(Connection.class).stream()
            .filter(c -> c.transport().equals("P2P") || c.transport().equals("SHM"))
            .toList();
    if (!local.isEmpty() && local.stream().allMatch(c -> c.transport().equals("P2P"))) {
      out.healthy("GPUs of a node talk peer to peer.", List.of(local.getFirst().at()));
    }
  }

  /** A single NIC is named for nodes of many GPUs. */
  private static void oneNamed(Facts facts, Conclusions out) {
    boolean many =
        facts.has("eight-gpus-per-process")
            || facts.all(Measured.class).stream()
                .anyMatch(m ->
                    m.table().hosts().size() > 1
                        && m.table().ranks() >= 4 * m.table().hosts().size())
            || activeAdapters(facts) >= MANY_NICS;
    for (Setting s : facts.all(Setting.class)) {
      if (many
          && s.name().equals("NCCL_IB_HCA")
          && s.value().matches("=?[a-z]\\w*_\\d+(?::\\d+)?")) {
        out.add(
            Conclusion.warning(CODE)
                .confidence(Conclusion.Confidence.MEDIUM)
                .say("NCCL_IB_HCA=" + s.value() + " names one NIC for nodes of many GPUs.")
                .at(s.at()));
      }
    }
  }

  /** InfiniBand adapters of one kind and rate with a link; storage and management have others. */
  private static long activeAdapters(Facts facts) {
    return Ports.latest(facts).stream()
        .filter(p ->
            p.has(PortField.STATE, "active")
                && p.has(PortField.LAYER, "infiniband")
                && !p.device().isEmpty())
        .collect(
            Collectors.groupingBy(
                p -> p.value(PortField.TYPE) + p.value(PortField.RATE),
                Collectors.mapping(PortReading::device, Collectors.toSet())))
        .values()
        .stream()
        .mapToLong(Set::size)
        .max()
        .orElse(0);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    inside(facts, out);
    oneNamed(facts, out);
    List<Connection> net =
        facts.all(Connection.class).stream().filter(c -> c.transport().equals("NET")).toList();
    Set<Integer> devices = new HashSet<>();
    Set<String> networks = new HashSet<>();
    Set<String> hosts = new HashSet<>();
    for (Connection c : net) {
      devices.add(c.device());
      networks.add(c.network());
      hosts.add(facts.hosts().of(c.origin(), c.at()));
    }
    if (net.size() < 2 || devices.size() != 1 || networks.size() != 1 || isCut(net, facts)) {
      return;
    }
    String network = networks.iterator().next();
    List<NicList> lists =
        facts.all(NicList.class).stream().filter(l -> l.role().equals(network)).toList();
    int nics = lists.stream().mapToInt(l -> l.nics().size()).max().orElse(0);
    int ranks =
        facts.all(Communicator.class).stream().mapToInt(Communicator::ranks).max().orElse(0);
    int perHost = ranks / Math.max(2, hosts.size());
    if (nics <= 1 && (nics == 1 || perHost < 4)) {
      return;
    }
    int device = devices.iterator().next();
    boolean socket = network.equals("Socket");
    Conclusion c =
        Conclusion.of(CODE, socket ? Severity.WARNING : Severity.CRITICAL)
            .say(
                "All network channels go through NET/"
                    + network
                    + "/"
                    + device
                    + (nics > 1
                        ? " although " + nics + " NICs were found."
                        : " while " + ranks + " ranks share few hosts."));
    if (socket) {
      c.say("The transport is TCP sockets: no RDMA.");
    }
    c.at(net.subList(0, Math.min(4, net.size())));
    facts.all(NicList.class).stream()
        .filter(l -> l.nics().size() == nics)
        .limit(3)
        .forEach(l -> c.at(l.at()));
    c.at(facts.signals("nccl-channels").stream().limit(2).toList());
    out.add(c);
  }

  /**
   * Whether one channel of one pair of GPUs is all that is shown: that it takes one NIC says
   * nothing of the other channels.
   */
  private static boolean isCut(List<Connection> net, Facts facts) {
    Set<Set<Integer>> pairs = new HashSet<>();
    net.forEach(c -> pairs.add(Set.copyOf(List.of(c.from(), c.to()))));
    boolean whole = facts.all(Communicator.class).stream().anyMatch(c -> c.ranks() > 0);
    return !whole && pairs.size() == 1 && net.size() <= ONE_CHANNEL;
  }
}
