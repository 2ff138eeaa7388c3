package io.busbar.design.place;

import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.design.place.PlaceAnswer.Placed;
import io.busbar.formats.hosts.HostList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the user should know of a placement. */
final class PlaceFindings {
  private static final double WORTH = 0.001;
  private static final int SHOWN = 60;

  private PlaceFindings() {}

  static List<Finding> of(
      FreeNodes free,
      Search.Found found,
      Placed naive,
      Placed placed,
      @Nullable Placed checked,
      @Nullable Checked given) {
    List<Finding> findings = new ArrayList<>();
    cutOff(free.site(), found.order(), findings);
    if (checked != null && given != null) {
      judged(placed, checked, given, findings);
    }
    slowNodes(free, found.order(), findings);
    if (placed.stepS() > naive.stepS() * (1 - WORTH)) {
      String why =
          found.proved()
              ? "no other choice or order of the free nodes has a smaller step"
              : "the search found nothing that saves a thousandth of the step";
      findings.add(
          new Finding(
              "order-is-fine",
              Severity.INFO,
              "the scheduler's order is as good as the proposed one",
              why,
              List.of(),
              List.of("submit the job as it is")));
    }
    return findings;
  }

  private static void cutOff(Site site, int[] order, List<Finding> into) {
    int[] pods = Arrays.stream(order).map(site::podOf).distinct().toArray();
    if (pods.length > 1 && Arrays.stream(pods).anyMatch(site::cutOff)) {
      List<String> nodes =
          Arrays.stream(order)
              .filter(n -> site.cutOff(site.podOf(n)))
              .mapToObj(site.nodes()::get)
              .toList();
      into.add(
          new Finding(
              "nodes-cut-off",
              Severity.CRITICAL,
              "the job's nodes cannot all reach each other",
              "they are in " + pods.length + " parts of the fabric without a link between them",
              List.of(cut(HostList.compress(nodes)) + " have no path out of their part"),
              List.of(
                  "busbar fabric show names the missing links; or free more nodes of one part")));
    }
  }

  private static void judged(Placed placed, Placed checked, Checked given, List<Finding> into) {
    double lost = checked.stepS() / placed.stepS() - 1;
    if (lost > WORTH) {
      into.add(
          new Finding(
              "placement-loses",
              Severity.WARNING,
              "the given placement costs " + Share.print(lost) + " of the step",
              TimeSpan.print(checked.stepS()) + " instead of " + TimeSpan.print(placed.stepS()),
              List.of(),
              List.of("use the proposed order: --emit rankfile")));
    }
    boolean mixed = false;
    for (int r = 1; r < given.slotOfRank().length; r++) {
      mixed |= given.slotOfRank()[r] < given.slotOfRank()[r - 1];
    }
    if (mixed) {
      into.add(
          new Finding(
              "ranks-not-by-node",
              Severity.WARNING,
              "ranks do not fill node after node",
              "neighbouring ranks, which talk most, sit on different nodes",
              List.of(),
              List.of("map ranks by slot, not by node (mpirun --map-by slot)")));
    }
    if (!given.busy().isEmpty()) {
      into.add(
          new Finding(
              "node-not-free",
              Severity.WARNING,
              nodes(given.busy().size()) + " of the given placement not free",
              "they are not among the free nodes that were named",
              List.of(cut(HostList.compress(given.busy()))),
              List.of("name all nodes that the job may have with --free")));
    }
  }

  private static String nodes(long count) {
    return count + (count == 1 ? " node" : " nodes");
  }

  private static String cut(String text) {
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
  }

  private static void slowNodes(FreeNodes free, int[] order, List<Finding> into) {
    Site site = free.site();
    List<String> all = new ArrayList<>();
    for (int node : free.order()) {
      if (site.nodeShare(node) < 1) {
        all.add(site.nodes().get(node));
      }
    }
    long used = Arrays.stream(order).filter(n -> site.nodeShare(n) < 1).count();
    if (!all.isEmpty()) {
      into.add(
          new Finding(
              used > 0 ? "slow-nodes-used" : "slow-nodes-left-out",
              used > 0 ? Severity.WARNING : Severity.INFO,
              used > 0
                  ? nodes(used) + " with adapters missing, slow or miscabled in the placement"
                  : nodes(all.size()) + " with adapters missing, slow or miscabled left out",
              "every communicator that such a node joins goes at its pace",
              List.of(cut(HostList.compress(all))),
              List.of("repair them: busbar fabric show names the links")));
    }
  }
}
