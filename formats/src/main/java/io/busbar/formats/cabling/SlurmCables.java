package io.busbar.formats.cabling;

import io.busbar.formats.fabric.FabricNode.Kind;
import io.busbar.formats.hosts.SlurmTopology;

/**
 * SLURM's view of a network as cables: one from each node to its switch and from each switch to the
 * one above. It tells neither counts nor rates, and blocks have no switch above them: they are
 * shown below one. Stateless.
 */
public final class SlurmCables {
  /** What the port of a switch to the one above it is called. */
  public static final String UP = "up0";

  private SlurmCables() {}

  static ReportedLinks of(SlurmTopology topology) {
    ReportedLinks out =
        new ReportedLinks(topology.source(), topology.blocks() ? "SLURM blocks" : "SLURM tree");
    out.uncounted();
    String what =
        topology.blocks() ? "blocks; the switch above them is assumed" : "a tree of switches";
    out.remark("no-counts", 0, what);
    for (SlurmTopology.Group group : topology.groups()) {
      int down = 0;
      for (String node : group.nodes()) {
        CableEnd host = new CableEnd(node, Kind.ADAPTER, "link0", "");
        CableEnd leaf = new CableEnd(group.name(), Kind.SWITCH, "down" + down++, "");
        out.cable(new ReportedCable(host, leaf, true, 0, group.line()));
      }
      for (String child : group.children()) {
        up(out, child, group.name(), down++, group.line());
      }
      if (topology.blocks()) {
        up(out, group.name(), "above-the-blocks", group.line(), group.line());
      }
    }
    return out;
  }

  private static void up(ReportedLinks out, String lower, String upper, int port, int line) {
    CableEnd below = new CableEnd(lower, Kind.SWITCH, UP, "");
    CableEnd above = new CableEnd(upper, Kind.SWITCH, "down" + port, "");
    out.cable(new ReportedCable(below, above, true, 0, line));
  }
}
