package io.busbar.diagnose.check.transport;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.ncclrun.NicList;
import io.busbar.formats.ncclrun.Setting;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The TCP side of a job: interfaces that reach only their own host, and connects that fail. */
public final class BootstrapChecks implements Check {
  private static final String LOOPBACK = "bootstrap-on-loopback";
  private static final String CONNECT = "bootstrap-connect-failed";
  private static final String INTERFACE = "wrong-socket-interface";

  /** Bridges of containers and virtual machines: the same addresses exist on every host. */
  private static final Pattern LOCAL_BRIDGE =
      Pattern.compile("virbr\\d*|docker\\d*|br-[0-9a-f]+|cni\\d*|lxcbr\\d*|podman\\d*");

  private static final Pattern LOCAL_ADDRESS =
      Pattern.compile("(172\\.17\\.|192\\.168\\.122\\.|169\\.254\\.).*");

  @Override
  public List<String> codes() {
    return List.of(LOOPBACK, CONNECT, INTERFACE);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<NicList> lists = facts.all(NicList.class);
    loopback(facts, lists, out);
    connects(facts, out);
    gloo(facts, out);
    for (NicList list : lists) {
      list.nics().stream()
          .filter(
              n -> LOCAL_BRIDGE.matcher(n.name()).matches() || n.detail().startsWith("169.254."))
          .findFirst()
          .ifPresent(nic ->
              out.add(
                  Conclusion.warning(INTERFACE)
                      .say(
                          nic.name()
                              + " ("
                              + nic.detail()
                              + ") is among the interfaces: it exists on every host and reaches"
                              + " none of the others.")
                      .at(list.at())));
    }
    List<Signal> subnet = facts.signals("subnet-mismatch");
    if (!subnet.isEmpty()) {
      out.add(
          Conclusion.critical(INTERFACE)
              .say("No interface of this host is in the subnet of the peer's address.")
              .at(subnet));
    }
  }

  private static void loopback(Facts facts, List<NicList> lists, Conclusions out) {
    List<NicList> local =
        lists.stream()
            .filter(l -> l.role().equals("Bootstrap") || l.role().equals("Socket"))
            .filter(l ->
                l.nics().getFirst().name().equals("lo")
                    || l.nics().getFirst().detail().startsWith("127."))
            .toList();
    if (local.isEmpty()) {
      return;
    }
    boolean single = singleNode(facts);
    boolean network =
        facts.has("ofi-provider") || hosts(lists).size() > 1 || facts.has("connect-failed");
    Severity severity = single ? Severity.INFO : network ? Severity.CRITICAL : Severity.WARNING;
    Conclusion c =
        Conclusion.of(LOOPBACK, severity)
            .say(
                single
                    ? "The bootstrap uses lo, which is fine since the job runs on one node."
                    : "The bootstrap uses lo, which cannot reach other nodes.")
            .at(local.subList(0, Math.min(3, local.size())));
    facts.all(Setting.class).stream()
        .filter(s -> s.name().equals("NCCL_SOCKET_IFNAME"))
        .limit(2)
        .forEach(s -> c.at(s.at()));
    facts.signals("single-node").stream().limit(1).forEach(s -> c.at(s.at()));
    out.add(c);
  }

  private static boolean singleNode(Facts facts) {
    return facts.has("single-node")
        || facts.signals("nccl-layout").stream().anyMatch(s -> s.number("nodes") == 1);
  }

  private static Set<String> hosts(List<NicList> lists) {
    Set<String> hosts = new HashSet<>();
    lists.forEach(l -> hosts.add(l.origin().host()));
    return hosts;
  }

  private static void gloo(Facts facts, Conclusions out) {
    for (Signal s : facts.signals("gloo-connect-failed")) {
      boolean self = s.value("peer").startsWith("127.");
      out.add(
          Conclusion.critical(self ? LOOPBACK : CONNECT)
              .say(
                  "Gloo cannot connect rank "
                      + (s.value("rank").isEmpty() ? "?" : s.value("rank"))
                      + " to "
                      + (s.value("peer").isEmpty() ? "its peers" : s.value("peer"))
                      + ": "
                      + s.value("reason")
                      + (self
                          ? "; the peer announced the loopback address, which reaches no other"
                              + " host."
                          : "."))
              .at(s.at()));
    }
  }

  private static void connects(Facts facts, Conclusions out) {
    for (Signal s : facts.signals("connect-failed")) {
      String peer = s.value("peer");
      boolean local = LOCAL_ADDRESS.matcher(peer).matches();
      boolean self = peer.startsWith("127.");
      Conclusion c =
          Conclusion.critical(local ? INTERFACE : self ? LOOPBACK : CONNECT)
              .say(
                  "Connecting to "
                      + (peer.isEmpty() ? "a peer" : peer)
                      + (s.value("port").isEmpty() ? "" : " port " + s.value("port"))
                      + " fails: "
                      + s.value("reason")
                      + (local ? "; this is an address that only its own host knows." : "."))
              .at(s.at());
      if (local) {
        c.at(facts.signals("port-mapping").stream().limit(1).toList());
      } else {
        facts.all(NicList.class).stream()
            .filter(l -> l.role().equals("Socket") || l.role().equals("Bootstrap"))
            .reduce((a, b) -> b)
            .ifPresent(l -> c.at(l.at()));
      }
      out.add(c);
    }
  }
}
