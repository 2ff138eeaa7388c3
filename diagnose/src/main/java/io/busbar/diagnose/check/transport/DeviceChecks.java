package io.busbar.diagnose.check.transport;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.ncclrun.Connection;
import io.busbar.formats.ncclrun.NicList;
import io.busbar.formats.ncclrun.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** NICs that NCCL found, did not find, or found differently on the hosts. */
public final class DeviceChecks implements Check {
  private static final String NOT_FOUND = "ib-device-not-in-container";
  private static final String MIXED = "mixed-ib-roce-hcas";
  private static final String DIFFERS = "nic-set-differs-between-nodes";

  @Override
  public List<String> codes() {
    return List.of(NOT_FOUND, MIXED, DIFFERS);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<NicList> lists =
        facts.all(NicList.class).stream().filter(l -> l.role().equals("IB")).toList();
    mixed(lists, out);
    boolean differs = differs(facts, lists, out);
    notFound(facts, lists, differs, out);
  }

  private static void mixed(List<NicList> lists, Conclusions out) {
    for (NicList list : lists) {
      List<String> roce =
          list.nics().stream()
              .filter(n -> n.detail().equals("RoCE"))
              .map(NicList.Nic::name)
              .toList();
      List<String> ib =
          list.nics().stream().filter(n -> n.detail().equals("IB")).map(NicList.Nic::name).toList();
      if (!roce.isEmpty() && !ib.isEmpty()) {
        out.add(
            Conclusion.warning(MIXED)
                .say(
                    String.join(", ", ib)
                        + " are InfiniBand, "
                        + String.join(", ", roce)
                        + " RoCE.")
                .at(list.at()));
        return;
      }
    }
  }

  private static boolean differs(Facts facts, List<NicList> lists, Conclusions out) {
    Map<String, NicList> byHost = new LinkedHashMap<>();
    for (NicList list : lists) {
      byHost.putIfAbsent(facts.hosts().of(list.origin(), list.at()), list);
    }
    Map<TreeSet<String>, NicList> sets = new LinkedHashMap<>();
    for (NicList list : byHost.values()) {
      TreeSet<String> names = new TreeSet<>();
      list.nics().forEach(n -> names.add(n.name()));
      sets.putIfAbsent(names, list);
    }
    List<Signal> without =
        facts.signals("ib-none").stream()
            .filter(
                s -> !byHost.isEmpty() && !byHost.containsKey(facts.hosts().of(s.origin(), s.at())))
            .toList();
    List<Signal> unopened = facts.signals("ib-unable-to-open");
    List<Setting> ignored =
        facts.all(Setting.class).stream()
            .filter(s -> s.name().equals("NCCL_IGNORE_NET_MISMATCH"))
            .toList();
    List<Connection> rdma =
        facts.all(Connection.class).stream()
            .filter(c -> c.transport().equals("NET") && !c.network().contains("Socket"))
            .toList();
    boolean oneSided = !unopened.isEmpty() && (!rdma.isEmpty() || !lists.isEmpty());
    if (sets.size() < 2
        && !oneSided
        && without.isEmpty()
        && (ignored.isEmpty() || unopened.isEmpty())) {
      return false;
    }
    Conclusion c =
        oneSided || !without.isEmpty() ? Conclusion.critical(DIFFERS) : Conclusion.warning(DIFFERS);
    if (sets.size() > 1 || !without.isEmpty()) {
      sets.forEach((names, list) ->
          c.say(host(facts, list) + " uses " + String.join(", ", names) + ".").at(list.at()));
    }
    without.stream()
        .limit(2)
        .forEach(
            s -> c.say(facts.hosts().of(s.origin(), s.at()) + " finds no RDMA device.").at(s.at()));
    for (Signal s : unopened) {
      c.say("One side cannot open " + s.value("device") + ".").at(s.at());
    }
    rdma.stream().limit(oneSided ? 2 : 0).forEach(r -> c.at(r.at()));
    ignored.forEach(s -> c.say("NCCL_IGNORE_NET_MISMATCH hides the difference.").at(s.at()));
    out.add(c);
    return true;
  }

  private static String host(Facts facts, NicList list) {
    String host = facts.hosts().of(list.origin(), list.at());
    return host.isEmpty() ? "a host" : host;
  }

  private static void notFound(Facts facts, List<NicList> lists, boolean differs, Conclusions out) {
    List<Signal> none = facts.signals("ib-none");
    List<Signal> unopened = facts.signals("ib-unable-to-open");
    List<Signal> socket =
        facts.signals("network-chosen").stream()
            .filter(s -> s.value("name").contains("Socket"))
            .toList();
    boolean wanted =
        facts.has("ib-plugin")
            || !unopened.isEmpty()
            || facts.all(Setting.class).stream().anyMatch(DeviceChecks::wantsIb);
    boolean oneNode = facts.signals("nccl-layout").stream().anyMatch(s -> s.number("nodes") == 1);
    boolean found = !lists.isEmpty() || differs || oneNode && !facts.has("connect-failed");
    if (none.isEmpty() && unopened.isEmpty() || found || !wanted) {
      return;
    }
    out.add(
        Conclusion.critical(NOT_FOUND)
            .say("NCCL finds no RDMA device although one is expected.")
            .at(unopened.stream().limit(3).toList())
            .at(none.stream().limit(3).toList())
            .at(socket.stream().limit(1).toList()));
  }

  private static boolean wantsIb(Setting s) {
    return s.name().equals("NCCL_IB_HCA")
        || s.name().equals("NCCL_IB_GID_INDEX")
        || s.name().equals("NCCL_NET") && s.value().startsWith("IB")
        || s.name().equals("NCCL_IB_DISABLE") && s.value().equals("0");
  }
}
