package io.busbar.design.size;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.Ports;
import io.busbar.model.hardware.SwitchType;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sizes a fabric, or says what cannot be built and what could be instead. Stateless. */
public final class Sizer {
  private static final int MOST_PLANES = 16;

  private Sizer() {}

  /**
   * The fabric; null after problems were added. At 1:1 half of a leaf's ports lead up, as in the
   * reference designs; at other ratios, of the splits that have it exactly, the one that takes the
   * fewest switches.
   *
   * @param problems where what cannot be built is reported, at the option that asks for it
   */
  public static @Nullable FabricDesign size(FabricRequest request, Problems problems) {
    int before = problems.count();
    checkNode(request, problems);
    if (problems.count() > before) {
      return null;
    }
    int leafRadix = radix(request, problems);
    int spineRadix = request.upperSwitch().radix(request.uplink());
    int width = width(request, spineRadix, problems);
    if (problems.count() > before) {
      return null;
    }
    int rails = request.topology() == FabricTopology.RAIL_ONLY ? 1 : request.rails();
    int ports = request.nicsPerHost() / request.rails();
    int step = request.topology() == FabricTopology.FAT_TREE ? request.nicsPerHost() : ports;
    List<PortSplit> splits =
        PortSplit.all(
            leafRadix,
            width,
            step,
            mostDown(request, leafRadix, step),
            request.blocks().spares(),
            request.leafOver());
    if (splits.isEmpty()) {
      refuseRatio(request, leafRadix, width, step, problems);
      return null;
    }
    FabricDesign best = null;
    String misfit = "";
    for (PortSplit split : request.leafOver().equals(Ratio.ONE) ? splits.subList(0, 1) : splits) {
      TreeInput in = input(request, rails, step, split, spineRadix);
      Trees.Outcome outcome =
          request.topology() == FabricTopology.DRAGONFLY_PLUS
              ? Trees.dragonfly(in)
              : Trees.fatTree(in);
      TreeSize size = outcome.size();
      misfit = misfit.isEmpty() ? outcome.misfit() : misfit;
      if (size != null && (best == null || size.switches() < best.tree().switches())) {
        best = new FabricDesign(request, size, leafRadix, spineRadix, width, in.hostsPerGroup());
      }
    }
    if (best == null) {
      String hint = "a larger switch, rail-only or more planes reach further";
      String expected = "enough ports: " + misfit;
      add(problems, "--switch", request.switchType().name(), expected, hint);
    }
    return best;
  }

  private static TreeInput input(
      FabricRequest request, int rails, int step, PortSplit split, int spineRadix) {
    boolean wholeDomains =
        request.topology() == FabricTopology.RAIL_FAT_TREE
            || request.topology() == FabricTopology.MULTI_PLANE
            || request.topology() == FabricTopology.DRAGONFLY_PLUS;
    return new TreeInput(
        request.nodes() * request.hostsPerNode(),
        rails,
        step,
        wholeDomains ? request.node().domainGpus() / request.node().gpusPerHost() : 1,
        split,
        spineRadix,
        request.spineOver(),
        request.blocks().nodesPerPod() * request.hostsPerNode(),
        request.grownNodes() * request.hostsPerNode());
  }

  private static int mostDown(FabricRequest request, int radix, int step) {
    int nodes = request.blocks().nodesPerLeaf();
    return nodes == 0 ? radix : (int) Math.min(radix, (long) nodes * request.hostsPerNode() * step);
  }

  /** Fewest planes above one at which the switch has ports for the NIC; 0 if there is none. */
  public static int planesFor(NodeType node, SwitchType type) {
    for (int planes = 2; planes <= MOST_PLANES; planes++) {
      if (type.radix(node.nicBytesPerSecond() / planes) > 0) {
        return planes;
      }
    }
    return 0;
  }

  private static void checkNode(FabricRequest request, Problems problems) {
    NodeType node = request.node();
    if (node.nics() == 0) {
      add(problems, "--node", node.name(), "a node with NICs for a compute network", "");
    } else if (request.topology() == FabricTopology.NVL_RAIL
        && node.domainGpus() <= node.gpusPerHost()) {
      String expected = "a topology for scale-up domains of one host; " + node.name() + " has them";
      add(problems, "--topology", "nvl-rail", expected, "rail-fat-tree is the same for it");
    }
    if (request.switchType().network() == null) {
      String hint = "this one joins GPUs inside a node";
      add(problems, "--switch", request.switchType().name(), "a network switch", hint);
    }
  }

  private static int radix(FabricRequest request, Problems problems) {
    SwitchType type = request.switchType();
    int radix = type.radix(request.linkBytesPerSecond());
    if (radix == 0) {
      String rate = new Bandwidth(request.linkBytesPerSecond()).inBits();
      String nic = new Bandwidth(request.node().nicBytesPerSecond()).inBits();
      int planes = planesFor(request.node(), type);
      String hint =
          planes > 0 && planes != request.planes()
              ? "--planes " + planes + " splits each NIC port of " + nic + " over such ports"
              : "NICs and switch ports must run at one rate: take another switch or node";
      String expected =
          "a switch with ports of " + rate + ", as the NICs need; this one has " + ways(type);
      add(problems, "--switch", type.name(), expected, hint);
    }
    return radix;
  }

  private static int width(FabricRequest request, int spineRadix, Problems problems) {
    double ratio = request.uplink() / request.linkBytesPerSecond();
    int width = (int) Math.round(ratio);
    if (request.uplinkBytesPerSecond() > 0 && (width < 1 || Math.abs(ratio - width) > 1e-6)) {
      String nodes = new Bandwidth(request.linkBytesPerSecond()).inBits();
      add(
          problems,
          "--uplink",
          new Bandwidth(request.uplink()).inBits(),
          "a whole multiple of the links to the nodes, " + nodes,
          "");
    } else if (spineRadix == 0 && (request.uplinkBytesPerSecond() > 0 || otherAbove(request))) {
      SwitchType type = request.upperSwitch();
      String rate = new Bandwidth(request.uplink()).inBits();
      String expected = "ports of " + rate + ", as the leaves' links upwards; it has " + ways(type);
      add(problems, "--spine-switch", type.name(), expected, "");
    }
    return Math.max(1, width);
  }

  private static boolean otherAbove(FabricRequest request) {
    return !request.upperSwitch().name().equals(request.switchType().name());
  }

  private static void refuseRatio(
      FabricRequest request, int radix, int width, int step, Problems problems) {
    PortSplit near =
        PortSplit.nearest(radix, width, step, request.blocks().spares(), request.leafOver());
    String ports = radix + " ports of " + new Bandwidth(request.linkBytesPerSecond()).inBits();
    if (near == null) {
      String expected =
          String.format(Locale.ROOT, "a leaf with room for %d ports of a host and a link up", step);
      int spares = request.blocks().spares();
      String option = spares > 0 ? "--spares" : "--switch";
      String read = spares > 0 ? Integer.toString(spares) : request.switchType().name();
      add(problems, option, read, expected, "it has " + ports);
      return;
    }
    Ratio can = near.oversubscription();
    String hint =
        String.format(
            Locale.ROOT,
            "the nearest is %s (ports down %d, links up %d)",
            can.up() == 1 ? can : can.down() + ":" + can.up(),
            near.down(),
            near.up());
    String expected = "an oversubscription that a leaf of " + ports + " can have";
    add(problems, "--oversubscription", request.leafOver().toString(), expected, hint);
  }

  private static String ways(SwitchType type) {
    return type.ports().isEmpty()
        ? "no ports in the catalogue"
        : type.ports().stream().map(Sizer::way).collect(Collectors.joining(", "));
  }

  private static String way(Ports ports) {
    return ports.count() + " x " + new Bandwidth(ports.bytesPerSecond()).inBits();
  }

  private static void add(
      Problems problems, String option, String read, String expected, String hint) {
    problems.add(Position.of(option), "", read, expected, hint);
  }
}
