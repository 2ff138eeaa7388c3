package io.busbar.diagnose.check.transport;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.ncclrun.Setting;
import io.busbar.formats.ports.GidEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** RoCE addresses: which one is used, whether it is there, and whether nodes agree. */
public final class AddressChecks implements Check {
  private static final String WRONG = "roce-gid-index-wrong";
  private static final String ABSENT = "roce-gid-not-in-netns";
  private static final String NO_FIT = "roce-gid-selection-failed";
  private static final String TABLES = "roce-gid-table-mismatch";
  private static final String RAILS = "rail-only-cross-nic";

  @Override
  public List<String> codes() {
    return List.of(WRONG, ABSENT, NO_FIT, TABLES, RAILS);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<GidEntry> table = facts.all(GidEntry.class);
    boolean wrong = wrongIndex(facts, table, out);
    tables(facts, table, out);
    absent(facts, out);
    noFit(facts, out);
    List<Signal> timeouts = facts.signals("modify-qp-timeout", "modify-qp-unreachable");
    if (!timeouts.isEmpty() && !wrong && !out.has(TABLES) && !out.has(ABSENT)) {
      Conclusion c =
          Conclusion.critical(RAILS)
              .confidence(Conclusion.Confidence.MEDIUM)
              .say(
                  "Setting up a queue pair failed first: "
                      + timeouts.getFirst().value("text")
                      + ".")
              .at(timeouts.stream().limit(3).toList());
      facts.signals("proxy-failed").stream()
          .limit(1)
          .forEach(s ->
              c.say("The failed proxy call to rank " + s.value("rank") + " follows from it.")
                  .at(s.at()));
      out.add(c);
    }
  }

  private static boolean wrongIndex(Facts facts, List<GidEntry> table, Conclusions out) {
    List<Signal> timeouts =
        facts.signals("modify-qp-timeout", "modify-qp-invalid", "modify-qp-unreachable");
    for (Signal s : timeouts) {
      if (s.value("gid").startsWith("fe80")) {
        out.add(
            Conclusion.critical(WRONG)
                .say("GID index " + s.value("index") + " is the link-local " + s.value("gid") + ".")
                .at(s.at()));
        return true;
      }
    }
    for (Setting setting : facts.all(Setting.class)) {
      if (!setting.name().equals("NCCL_IB_GID_INDEX") || !setting.value().matches("\\d{1,3}")) {
        continue;
      }
      int index = Integer.parseInt(setting.value());
      GidEntry chosen = table.stream().filter(g -> g.index() == index).findFirst().orElse(null);
      boolean bad =
          chosen != null && (chosen.linkLocal() || chosen.version() == 1 || chosen.empty());
      if (bad || chosen == null && !table.isEmpty() && !timeouts.isEmpty()) {
        Conclusion c =
            (timeouts.isEmpty() ? Conclusion.warning(WRONG) : Conclusion.critical(WRONG))
                .say(
                    "NCCL_IB_GID_INDEX="
                        + index
                        + " selects "
                        + (chosen == null ? "no entry." : describe(chosen)))
                .at(setting.at());
        if (chosen != null) {
          c.at(chosen.at());
        }
        table.stream()
            .filter(g -> g.ipv4() && g.version() != 1)
            .reduce((a, b) -> b)
            .ifPresent(
                g -> c.say("Index " + g.index() + " is the IPv4 address of RoCE v2.").at(g.at()));
        c.at(timeouts.stream().limit(2).toList());
        out.add(c);
        return true;
      }
    }
    return false;
  }

  private static String describe(GidEntry gid) {
    return gid.gid()
        + (gid.linkLocal() ? ", a link-local address" : "")
        + (gid.version() == 1 ? " of RoCE v1." : ".");
  }

  /** Tables of two nodes that differ in length, or in what stands at an index. */
  private static void tables(Facts facts, List<GidEntry> table, Conclusions out) {
    Map<String, List<GidEntry>> byHost = new LinkedHashMap<>();
    for (GidEntry g : table) {
      if (!g.empty()) {
        String host = facts.hosts().of(g.at());
        byHost
            .computeIfAbsent(host.isEmpty() ? g.at().file() : host, h -> new ArrayList<>())
            .add(g);
      }
    }
    List<GidEntry> first = null;
    String firstHost = "";
    for (Map.Entry<String, List<GidEntry>> e : byHost.entrySet()) {
      if (first == null) {
        first = e.getValue();
        firstHost = e.getKey();
      } else if (!pattern(first).equals(pattern(e.getValue()))) {
        out.add(
            Conclusion.critical(TABLES)
                .say(
                    firstHost
                        + " has "
                        + first.size()
                        + " GIDs, "
                        + e.getKey()
                        + " has "
                        + e.getValue().size()
                        + ", or they stand in another order.")
                .at(first.getLast().at())
                .at(e.getValue().getLast().at()));
        return;
      }
    }
  }

  private static String pattern(List<GidEntry> table) {
    StringBuilder pattern = new StringBuilder();
    for (GidEntry g : table) {
      pattern
          .append(g.device())
          .append(g.index())
          .append(g.linkLocal() ? 'l' : g.ipv4() ? '4' : '6')
          .append(g.version())
          .append(' ');
    }
    return pattern.toString();
  }

  private static void absent(Facts facts, Conclusions out) {
    List<Signal> zero = facts.signals("gid-zero");
    List<Signal> noDevice = facts.signals("modify-qp-no-device");
    if (!zero.isEmpty()) {
      out.add(
          Conclusion.critical(ABSENT)
              .say("The GID in use is all zero.")
              .at(zero.stream().limit(2).toList())
              .at(facts.signals("qp-not-ready").stream().limit(2).toList())
              .at(facts.signals("perftest-gid-index").stream().limit(1).toList()));
    } else if (!noDevice.isEmpty()) {
      out.add(
          Conclusion.critical(ABSENT)
              .say(
                  "The device is visible, but setting up a queue pair says "
                      + noDevice.getFirst().value("text")
                      + ".")
              .at(noDevice));
    }
  }

  private static void noFit(Facts facts, Conclusions out) {
    List<Setting> filters =
        facts.all(Setting.class).stream()
            .filter(s ->
                s.name().equals("NCCL_IB_ADDR_RANGE")
                    || s.name().equals("NCCL_IB_ADDR_FAMILY")
                    || s.name().equals("NCCL_IB_ROCE_VERSION_NUM"))
            .toList();
    List<Signal> failed = facts.signals("gid-range-failed");
    if (!filters.isEmpty()
        && !failed.isEmpty()
        && !facts.has("ib-completion")
        && !facts.has("modify-qp-timeout")) {
      out.add(
          Conclusion.critical(NO_FIT)
              .say(
                  "The InfiniBand transport fails right after the settings that select the"
                      + " address.")
              .at(filters)
              .at(failed.stream().limit(2).toList()));
    }
  }
}
