package io.busbar.design.discover;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.fabric.DumpRemark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is wrong with a discovered fabric, as findings. One use. */
final class FabricChecks {
  private static final int MOST_EVIDENCE = 8;

  /** Remarks of formats.cabling that say what was assumed or left out. */
  private static final Map<String, String> TITLES =
      Map.of(
          "no-rates", "no rates are given: all cables count as equal",
          "no-counts", "the file says which switch is below which, not how many cables there are",
          "management", "ports of management are left out",
          "other-network", "cables of a much slower network are left out",
          "not-followed", "cables end where they cannot be followed",
          "not-connected", "cables that are not connected are left out");

  private static final Map<String, String> FIXES =
      Map.of(
          "no-rates", "add a source of rates: SONiC's 'show interfaces status', a column speed",
          "no-counts", "bring LLDP or a list of cables to have oversubscription and missing links",
          "management", "nothing, when they are no part of the fabric",
          "other-network", "show its files alone to look at that network",
          "not-followed", "list the whole cable run, both ends, in a list of cables",
          "not-connected", "set their status when they are");

  private final Wiring wiring;
  private final Rails rails;

  FabricChecks(Wiring wiring, Rails rails) {
    this.wiring = wiring;
    this.rails = rails;
  }

  List<Finding> findings() {
    List<Finding> found = new ArrayList<>();
    new Parts(wiring, rails).report(found);
    remarks(found);
    miscabled(found);
    strays(found);
    LinkStates states = LinkStates.of(wiring);
    if (!states.degraded().isEmpty()) {
      found.add(
          finding(
              "degraded-link",
              Severity.WARNING,
              count(states.degraded().size(), "link runs", "links run") + " below the others",
              "a collective goes at the pace of its slowest link",
              states.degraded().stream().map(states::describe).toList(),
              "reseat or replace the cable, then look at symbol errors of both ports"));
    }
    if (!states.faster().isEmpty()) {
      found.add(
          finding(
              "mixed-rates",
              Severity.WARNING,
              count(states.faster().size(), "link runs", "links run") + " above the others",
              "traffic is spread evenly over links of the same tier, so that the slow ones decide",
              states.faster().stream().map(states::describe).toList(),
              "if all should be as fast as these, the others are degraded: look at their ports"));
    }
    new MissingLinks(wiring).report(found);
    hostsShort(found);
    new LeafLoads(wiring, rails).report(found);
    found.sort(
        Comparator.comparing(Finding::severity, Comparator.comparingInt(FabricChecks::rank)));
    return List.copyOf(found);
  }

  private static int rank(Severity severity) {
    return switch (severity) {
      case CRITICAL -> 0;
      case WARNING -> 1;
      case INFO -> 2;
    };
  }

  static String count(int n, String one, String many) {
    return n + " " + (n == 1 ? one : many);
  }

  static Finding finding(
      String code, Severity severity, String title, String why, List<String> all, String fix) {
    List<String> evidence = new ArrayList<>(all.subList(0, Math.min(MOST_EVIDENCE, all.size())));
    if (all.size() > MOST_EVIDENCE) {
      evidence.add("... and " + (all.size() - MOST_EVIDENCE) + " more");
    }
    return new Finding(code, severity, title, why, evidence, List.of(fix));
  }

  /** What the reader found odd, by kind. */
  private void remarks(List<Finding> found) {
    TreeMap<String, List<String>> byCode = new TreeMap<>();
    for (DumpRemark remark : wiring.dump().remarks()) {
      byCode
          .computeIfAbsent(remark.code(), c -> new ArrayList<>())
          .add(place(remark) + ": " + remark.text());
    }
    byCode.forEach((code, lines) -> found.add(remark(code, lines)));
  }

  private String place(DumpRemark remark) {
    String source = remark.source().isEmpty() ? wiring.dump().source() : remark.source();
    return remark.line() == 0 ? source : source + ":" + remark.line();
  }

  private static Finding remark(String code, List<String> lines) {
    int n = lines.size();
    return switch (code) {
      case "duplicate-guid" ->
          finding(
              code,
              Severity.CRITICAL,
              count(n, "GUID is", "GUIDs are") + " used twice",
              "the subnet manager takes both for one node: routes to them are wrong",
              lines,
              "give one of them a GUID of its own (mlxconfig, flint), or look for a cloned image");
      case "cut-dump" ->
          finding(
              code,
              Severity.WARNING,
              "the dump is not whole",
              "a link missing from the dump looks like a link missing in the fabric",
              lines,
              "make the dump again from the subnet manager's host");
      case "one-sided-link", "contradictory-link" ->
          finding(
              code,
              Severity.WARNING,
              count(n, "link is", "links are") + " reported differently by the two ends",
              "the fabric changed while it was discovered, or a port answers wrongly",
              lines,
              "make the dump again; look at the ports named if they stay");
      case "unknown-speed" ->
          finding(
              code,
              Severity.INFO,
              count(n, "link has", "links have") + " no known speed",
              "they count as carrying nothing",
              lines,
              "look at the ports with ibportstate");
      case "speed-differs" ->
          finding(
              code,
              Severity.WARNING,
              count(n, "link has", "links have") + " another rate at each end",
              "a link that came up has one rate: a file is older, or a port is set and not up",
              lines,
              "look at both ports; the lower rate counts here");
      case "several-neighbours" ->
          finding(
              code,
              Severity.WARNING,
              count(n, "port sees", "ports see") + " several neighbours",
              "something between the two ends forwards LLDP, or an old neighbour is not aged out",
              lines,
              "look what is plugged in there; the first neighbour counts here");
      case "no-rates",
          "no-counts",
          "management",
          "other-network",
          "not-followed",
          "not-connected" ->
          finding(
              code,
              Severity.INFO,
              TITLES.getOrDefault(code, code),
              "",
              lines,
              FIXES.getOrDefault(code, ""));
      default ->
          finding(
              code,
              Severity.INFO,
              count(n, "line was", "lines were") + " passed over",
              "they are no part of such a dump as it is known",
              lines,
              "leave them if they are messages of the tool");
    };
  }

  /** Adapters whose leaf belongs to another rail. */
  private void miscabled(List<Finding> found) {
    if (rails.count() < 2) {
      return;
    }
    List<String> wrong = new ArrayList<>();
    for (HostPort port : rails.ports()) {
      if (port.index() >= 0 && rails.railOfLeaf(port.leaf()) != rails.railOfIndex(port.index())) {
        wrong.add(
            place(port)
                + ", on rail "
                + rails.railOfLeaf(port.leaf())
                + " instead of "
                + rails.railOfIndex(port.index())
                + wiring.place(port.cable()));
      }
    }
    if (!wrong.isEmpty()) {
      found.add(
          finding(
              "miscabled-rail",
              Severity.WARNING,
              count(wrong.size(), "adapter is", "adapters are") + " on the wrong rail",
              "its traffic to its rail crosses the spines, and two streams share a link",
              wrong,
              "swap the cables so that adapter i of every host is on rail i"));
    }
  }

  private String place(HostPort port) {
    return wiring.hosts().get(port.host())
        + " "
        + port.device()
        + " -> "
        + wiring.node(port.leaf()).label()
        + " "
        + wiring.cable(port.cable()).port(port.leaf());
  }

  /** Adapters on the right rail in another leaf group than the rest of their host. */
  private void strays(List<Finding> found) {
    List<String> stray = new ArrayList<>();
    for (HostPort port : rails.ports()) {
      int own = rails.groupOfHost(port.host());
      boolean right =
          port.index() >= 0 && rails.railOfLeaf(port.leaf()) == rails.railOfIndex(port.index());
      if (right && own >= 0 && rails.groupOfLeaf(port.leaf()) != own) {
        stray.add(place(port) + wiring.place(port.cable()));
      }
    }
    if (!stray.isEmpty()) {
      found.add(
          finding(
              "stray-adapter",
              Severity.WARNING,
              count(stray.size(), "adapter is", "adapters are")
                  + " at another leaf group than its host",
              "its traffic to the host's neighbours crosses the spines",
              stray,
              "move the cable to the leaf of the host's own group"));
    }
  }

  /** Hosts with fewer adapters than the rule. */
  private void hostsShort(List<Finding> found) {
    int[] adapters = new int[wiring.hosts().size()];
    rails.ports().stream().filter(p -> p.index() >= 0).forEach(p -> adapters[p.host()]++);
    List<String> few = new ArrayList<>();
    for (int h = 0; h < adapters.length; h++) {
      if (adapters[h] < rails.adapters()) {
        few.add(wiring.hosts().get(h) + " has " + adapters[h] + " of " + rails.adapters());
      }
    }
    if (!few.isEmpty() && few.size() * 2 < adapters.length) {
      found.add(
          finding(
              "missing-adapter",
              Severity.WARNING,
              count(few.size(), "host has", "hosts have") + " fewer adapters than the others",
              "its GPUs share the adapters that are left, and slow every collective they join",
              few,
              "look at the port with ibstat on the host; leave the host out until then"));
    }
  }
}
