package io.busbar.nccl.topology.check;

import io.busbar.base.report.Finding;
import io.busbar.nccl.topology.NodeTopology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All checks of a node. Stateless. */
public final class TopologyChecks {
  private TopologyChecks() {}

  /** What was found, the gravest first; empty when nothing is wrong. */
  public static List<Finding> of(NodeTopology node) {
    List<Finding> found = new ArrayList<>();
    new FileChecks(node).conclude(found);
    new NicChecks(node).conclude(found);
    new NvLinkChecks(node).conclude(found);
    new PcieChecks(node).conclude(found);
    found.sort(Comparator.comparing(Finding::severity).reversed());
    return List.copyOf(found);
  }
}
