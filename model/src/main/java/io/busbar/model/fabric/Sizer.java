package io.busbar.model.fabric;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.formats.shape.Names;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.Ports;
import io.busbar.model.hardware.SwitchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sizes a fabric, or says what cannot be built and what could be instead. Stateless. */
public final class Sizer {
  private static final int MOST_PLANES = 16;

  private Sizer() {}

  /**
   * The fabric; null after problems were added.
   *
   * @param problems where what cannot be built is reported, at the option that asks for it
   */
  public static @Nullable FabricDesign size(FabricRequest request, Problems problems) {
    return size(
        request,
        (aspect, read, expected, hint) ->
            problems.add(Position.of("--" + Names.of(aspect)), "", read, expected, hint));
  }

  /**
   * The fabric; null after refusals. At 1:1 half of a leaf's ports lead up, as in the reference
   * designs; at other ratios, of the splits that have it exactly, the one that takes the fewest
   * switches. Where nodes below a leaf are given, the split for so many is taken if there is one.
   */
  public static @Nullable FabricDesign size(FabricRequest request, Refusals refusals) {
    Counted refused = new Counted(refusals);
    checkNode(request, refused);
    if (refused.count > 0) {
      return null;
    }
    Radices radices = radices(request, refused);
    if (refused.count > 0) {
      return null;
    }
    List<PortSplit> splits = splits(request, radices);
    if (splits.isEmpty()) {
      refuseRatio(request, radices, refused);
      return null;
    }
    FabricDesign best = null;
    String misfit = "";
    for (PortSplit split : splits) {
      TreeInput in = input(request, split, radices);
      Trees.Outcome outcome =
          request.topology() == FabricTopology.DRAGONFLY_PLUS
              ? Trees.dragonfly(in)
              : Trees.fatTree(in);
      TreeSize size = outcome.size();
      misfit = misfit.isEmpty() ? outcome.misfit() : misfit;
      if (size != null && (best == null || size.switches() < best.tree().switches())) {
        best = design(request, size, radices, in.hostsPerGroup(), "");
      }
    }
    if (best == null) {
      String hint = refusals.wantHints() ? Larger.hint(request) : "";
      refused.add(Aspect.SWITCH, request.switchType().name(), "enough ports: " + misfit, hint);
    }
    return best;
  }

  /**
   * The fabric that is assumed for a cluster: where it cannot be built, three tiers whose cores
   * have ports for all pods stand in for it, with the reason. No fabric where nodes have no NICs.
   */
  public static FabricDesign assumed(FabricRequest request) {
    if (request.node().nics() == 0) {
      return FabricDesign.none(request);
    }
    Why why = new Why();
    FabricDesign design = size(request, why);
    if (design != null) {
      return design;
    }
    Radices radices = radices(request, Refusals.SILENT);
    int step = step(request);
    List<PortSplit> splits = splits(request, radices);
    int links = (int) Math.max(1, Math.round(step / request.leafOver().value() / radices.width));
    PortSplit leaf =
        splits.isEmpty()
            ? new PortSplit(step + links * radices.width, radices.width, step, links)
            : splits.getFirst();
    TreeInput in = input(request, leaf, radices);
    return design(request, Trees.standIn(in), radices, in.hostsPerGroup(), why.text());
  }

  /**
   * The oversubscription nearest to the one asked for that so many nodes below a leaf can have.
   *
   * @return as it was asked for where no number of nodes is given, or no link fits beside them
   */
  public static Ratio nearestRatio(FabricRequest request) {
    Radices radices = radices(request, Refusals.SILENT);
    long down = (long) request.blocks().nodesPerLeaf() * request.hostsPerNode() * step(request);
    double wanted = down / request.leafOver().value() / radices.width;
    long most = Math.min((radices.leaf - down) / radices.width, down / radices.width);
    if (down == 0 || most < 1) {
      return request.leafOver();
    }
    long few = Math.clamp((long) Math.floor(wanted + 1e-9), 1, most);
    long more = Math.min(most, few + 1);
    long up = more / wanted < wanted / few ? more : few;
    return new Ratio(down, up * radices.width);
  }

  private static FabricDesign design(
      FabricRequest request, TreeSize size, Radices radices, int hostsPerGroup, String misfit) {
    return new FabricDesign(
        request,
        size,
        radices.leaf,
        radices.spine,
        radices.core,
        radices.width,
        radices.spineWidth,
        size.tiers() == 1 ? request.nodes() * request.hostsPerNode() : hostsPerGroup,
        misfit);
  }

  /** Keeps why a fabric cannot be built. */
  private static final class Why implements Refusals {
    private final List<String> reasons = new ArrayList<>();

    @Override
    public void add(Aspect aspect, String read, String expected, String hint) {
      reasons.add(read + ": " + expected);
    }

    @Override
    public boolean wantHints() {
      return false;
    }

    String text() {
      return String.join("; ", reasons);
    }
  }

  /** Counts what is refused. */
  private static final class Counted implements Refusals {
    private final Refusals to;
    private int count;

    Counted(Refusals to) {
      this.to = to;
    }

    @Override
    public void add(Aspect aspect, String read, String expected, String hint) {
      count++;
      to.add(aspect, read, expected, hint);
    }
  }

  /**
   * Ports of the switches, each at the rate of the links from below, and how many of them a link
   * upwards takes.
   */
  private record Radices(int leaf, int width, int spine, int spineWidth, int core) {}

  private static Radices radices(FabricRequest request, Refusals refused) {
    int leaf = radix(request, refused);
    int spine = request.upperSwitch().radix(request.uplink());
    int width = width(request, spine, refused);
    int core = request.upperSwitch().radix(request.coreLink());
    return new Radices(leaf, width, spine, coreWidth(request, core, refused), core);
  }

  private static int rails(FabricRequest request) {
    return request.topology() == FabricTopology.RAIL_ONLY ? 1 : request.rails();
  }

  /** Ports of a host on each leaf that it is cabled to. */
  private static int step(FabricRequest request) {
    return request.topology() == FabricTopology.FAT_TREE
        ? request.nicsPerHost()
        : request.nicsPerHost() / request.rails();
  }

  private static List<PortSplit> splits(FabricRequest request, Radices radices) {
    int step = step(request);
    int most = mostDown(request, radices.leaf, step);
    List<PortSplit> all =
        PortSplit.all(
            radices.leaf, radices.width, step, most, request.blocks().spares(), request.leafOver());
    if (request.blocks().nodesPerLeaf() > 0) {
      List<PortSplit> asGiven = all.stream().filter(split -> split.down() == most).toList();
      return asGiven.isEmpty() ? all : asGiven;
    }
    return request.leafOver().equals(Ratio.ONE) && !all.isEmpty() ? all.subList(0, 1) : all;
  }

  private static TreeInput input(FabricRequest request, PortSplit split, Radices radices) {
    FabricRequest.Blocks blocks = request.blocks();
    return new TreeInput(
        request.nodes() * request.hostsPerNode(),
        rails(request),
        step(request),
        request.hostsPerStep(),
        split,
        radices.spine,
        radices.spineWidth,
        radices.core,
        request.spineOver(),
        blocks.nodesPerPod() * request.hostsPerNode(),
        blocks.rails() == 0
            && (blocks.nodesPerLeaf() == 0 || blocks.nodesPerLeaf() >= request.grownNodes()),
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

  private static void checkNode(FabricRequest request, Refusals refused) {
    NodeType node = request.node();
    if (node.nics() == 0) {
      refused.add(Aspect.NODE, node.name(), "a node with NICs for a compute network", "");
    } else if (request.topology() == FabricTopology.NVL_RAIL
        && node.domainGpus() <= node.gpusPerHost()) {
      String expected = "a topology for scale-up domains of one host; " + node.name() + " has them";
      refused.add(Aspect.TOPOLOGY, "nvl-rail", expected, "rail-fat-tree is the same for it");
    }
    if (request.switchType().network() == null) {
      String hint = "this one joins GPUs inside a node";
      refused.add(Aspect.SWITCH, request.switchType().name(), "a network switch", hint);
    }
  }

  private static int radix(FabricRequest request, Refusals refused) {
    SwitchType type = request.switchType();
    int radix = type.radix(request.linkBytesPerSecond());
    if (radix == 0) {
      String rate = new Bandwidth(request.linkBytesPerSecond()).inBits();
      String nic = new Bandwidth(request.node().nicBytesPerSecond()).inBits();
      int planes = planesFor(request.node(), type);
      String hint =
          planes > 0 && planes != request.planes()
              ? planes + " planes split each NIC port of " + nic + " over such ports"
              : "NICs and switch ports must run at one rate: take another switch or node";
      String expected =
          "a switch with ports of " + rate + ", as the NICs need; this one has " + ways(type);
      refused.add(Aspect.SWITCH, type.name(), expected, hint);
    }
    return radix;
  }

  private static int width(FabricRequest request, int spineRadix, Refusals refused) {
    double ratio = request.uplink() / request.linkBytesPerSecond();
    int width = (int) Math.round(ratio);
    if (request.uplinkBytesPerSecond() > 0 && (width < 1 || Math.abs(ratio - width) > 1e-6)) {
      String nodes = new Bandwidth(request.linkBytesPerSecond()).inBits();
      refused.add(
          Aspect.UPLINK,
          new Bandwidth(request.uplink()).inBits(),
          "a whole multiple of the links to the nodes, " + nodes,
          "");
    } else if (spineRadix == 0 && (request.uplinkBytesPerSecond() > 0 || otherAbove(request))) {
      SwitchType type = request.upperSwitch();
      String rate = new Bandwidth(request.uplink()).inBits();
      String expected = "ports of " + rate + ", as the leaves' links upwards; it has " + ways(type);
      refused.add(Aspect.SPINE_SWITCH, type.name(), expected, "");
    }
    return Math.max(1, width);
  }

  private static boolean otherAbove(FabricRequest request) {
    return !request.upperSwitch().name().equals(request.switchType().name());
  }

  private static int coreWidth(FabricRequest request, int coreRadix, Refusals refused) {
    double ratio = request.coreLink() / request.uplink();
    int width = (int) Math.round(ratio);
    if (width < 1 || Math.abs(ratio - width) > 1e-6) {
      String read = new Bandwidth(request.coreLink()).inBits();
      String leaf = new Bandwidth(request.uplink()).inBits();
      refused.add(
          Aspect.CORE_LINK, read, "a whole multiple of the links from the leaves, " + leaf, "");
    } else if (coreRadix == 0 && width > 1) {
      SwitchType type = request.upperSwitch();
      String expected = "ports of " + new Bandwidth(request.coreLink()).inBits();
      refused.add(Aspect.SPINE_SWITCH, type.name(), expected + "; it has " + ways(type), "");
    }
    return Math.max(1, width);
  }

  private static void refuseRatio(FabricRequest request, Radices radices, Refusals refused) {
    int radix = radices.leaf;
    int step = step(request);
    PortSplit near =
        PortSplit.nearest(
            radix, radices.width, step, request.blocks().spares(), request.leafOver());
    String ports = radix + " ports of " + new Bandwidth(request.linkBytesPerSecond()).inBits();
    if (near == null) {
      String expected =
          String.format(Locale.ROOT, "a leaf with room for %d ports of a host and a link up", step);
      int spares = request.blocks().spares();
      Aspect option = spares > 0 ? Aspect.SPARES : Aspect.SWITCH;
      String read = spares > 0 ? Integer.toString(spares) : request.switchType().name();
      refused.add(option, read, expected, "it has " + ports);
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
    refused.add(Aspect.OVERSUBSCRIPTION, request.leafOver().toString(), expected, hint);
  }

  private static String ways(SwitchType type) {
    return type.ports().isEmpty()
        ? "no ports in the catalogue"
        : type.ports().stream().map(Sizer::way).collect(Collectors.joining(", "));
  }

  private static String way(Ports ports) {
    return ports.count() + " x " + new Bandwidth(ports.bytesPerSecond()).inBits();
  }
}
