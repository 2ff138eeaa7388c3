package io.busbar.app.imported;

import io.busbar.base.file.Repeatable;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.htsim.FatTreeFile;
import io.busbar.formats.htsim.FatTreeFile.TierOfTree;
import io.busbar.formats.htsim.FatTreeFileReader;
import io.busbar.formats.simai.NodeGraphFile;
import io.busbar.formats.simai.NodeGraphReader;
import io.busbar.simulate.fabric.TreeFabric;
import io.busbar.simulate.fabric.TreeFabric.Cable;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.scenario.input.Question.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads fabrics of other simulators: htsim's .topo files, networks of ASTRA-sim, and the topology
 * text of SimAI and the ns-3 forks around HPCC, which starts with a number. Stateless.
 */
public final class Topologies {
  private static final int MOST_HOSTS = 200_000;
  private static final int MOST_CABLES = 4_000_000;
  private static final int BITS = 8;
  private static final double GBPS = 1e9 / BITS;
  private static final long PS_PER_NS = 1000;

  private Topologies() {}

  /**
   * @throws InputException when the file cannot be read, or is no tree of tiers
   */
  public static Topology read(Path file) {
    Repeatable input = Inputs.open(file);
    if (AstraNetworks.named(file)) {
      return AstraNetworks.read(file);
    }
    boolean numbers = Inputs.firstWord(input).matches("\\d+");
    return numbers ? nodeGraph(input) : fatTree(input);
  }

  private static Topology nodeGraph(Repeatable file) {
    NodeGraphFile graph = Inputs.read(file, Topologies::checked);
    int hosts = graph.nodes() - graph.switches().size();
    int[] scaleUp =
        graph.switches().stream().limit(graph.nvSwitches()).mapToInt(Integer::intValue).toArray();
    List<Cable> cables = new ArrayList<>();
    for (NodeGraphFile.Link link : graph.links()) {
      long ps = SimTime.ps(link.latencySeconds());
      long rate = Math.round(link.bitsPerSecond() / BITS);
      cables.add(new Cable(link.from(), link.to(), rate, ps, ps));
    }
    return built(file.file(), new TreeFabric(graph.nodes(), hosts, scaleUp, cables), hosts);
  }

  private static NodeGraphFile checked(String source, InputStream in, Problems problems)
      throws IOException {
    NodeGraphFile graph = NodeGraphReader.read(source, in, problems);
    int hosts = graph.nodes() - graph.switches().size();
    if (!problems.any() && (hosts < 2 || hosts > MOST_HOSTS)) {
      problems.add(Position.of(source), "nodes", "" + hosts, "2 to " + MOST_HOSTS + " hosts", "");
    }
    for (int node : graph.switches()) {
      if (!problems.any() && node < hosts) {
        problems.add(Position.of(source), "switches", "" + node, "hosts first, then switches", "");
      }
    }
    for (NodeGraphFile.Link link : graph.links()) {
      Position at = new Position(source, link.line(), 0);
      if (link.lossRate() > 0) {
        String hint = "leave it out here: --fault loss:all:" + link.lossRate() + " plays it";
        problems.add(at, "loss rate", "" + link.lossRate(), "0", hint);
      }
      if (link.bitsPerSecond() < BITS) {
        problems.add(at, "rate", "" + link.bitsPerSecond(), "a rate above 0", "");
      }
    }
    return graph;
  }

  private static Topology fatTree(Repeatable file) {
    FatTreeFile tree = Inputs.read(file, Topologies::checkedTree);
    TierOfTree leaf = tree.tiers().get(0);
    TierOfTree spine = tree.tiers().get(1);
    int pods = tree.nodes() / tree.podSize();
    int leavesPerPod = tree.podSize() / leaf.radixDown();
    int leafUp = radixUp(leaf);
    int spinesPerPod = leafUp / spine.bundle();
    boolean cored = tree.tiers().size() == 3;
    int coresPerSpine = cored ? radixUp(spine) / tree.tiers().get(2).bundle() : 0;
    int firstLeaf = tree.nodes();
    int firstSpine = firstLeaf + pods * leavesPerPod;
    int firstCore = firstSpine + pods * spinesPerPod;
    List<Cable> cables = new ArrayList<>();
    for (int host = 0; host < tree.nodes(); host++) {
      cables.add(cable(host, firstLeaf + host / leaf.radixDown(), leaf, 0));
    }
    for (int l = 0; l < pods * leavesPerPod; l++) {
      for (int up = 0; up < spinesPerPod * spine.bundle(); up++) {
        int s = firstSpine + l / leavesPerPod * spinesPerPod + up / spine.bundle();
        cables.add(cable(firstLeaf + l, s, spine, leaf.switchLatencyNs()));
      }
    }
    for (int s = 0; cored && s < pods * spinesPerPod; s++) {
      TierOfTree core = tree.tiers().get(2);
      for (int up = 0; up < coresPerSpine * core.bundle(); up++) {
        int c = firstCore + s % spinesPerPod * coresPerSpine + up / core.bundle();
        cables.add(cable(firstSpine + s, c, core, spine.switchLatencyNs()));
      }
    }
    int nodes = firstCore + spinesPerPod * coresPerSpine;
    return built(
        file.file(), new TreeFabric(nodes, tree.nodes(), new int[0], cables), tree.nodes());
  }

  /**
   * @param belowNs what the switch at the lower end takes; 0 for a host
   */
  private static Cable cable(int lower, int upper, TierOfTree tier, long belowNs) {
    long upPs = (tier.downlinkLatencyNs() + tier.switchLatencyNs()) * PS_PER_NS;
    long downPs = (tier.downlinkLatencyNs() + belowNs) * PS_PER_NS;
    return new Cable(lower, upper, Math.round(tier.downlinkGbps() * GBPS), upPs, downPs);
  }

  /** Ports upwards; a file may give their ratio instead. */
  private static int radixUp(TierOfTree tier) {
    return tier.radixUp() > 0
        ? tier.radixUp()
        : tier.radixDown() / Math.max(1, tier.oversubscribed());
  }

  private static FatTreeFile checkedTree(String source, InputStream in, Problems problems)
      throws IOException {
    FatTreeFile tree = FatTreeFileReader.read(source, in, problems);
    if (problems.any()) {
      return tree;
    }
    Position at = Position.of(source);
    int nodes = tree.nodes();
    int pod = tree.podSize();
    TierOfTree leaf = tree.tiers().get(0);
    TierOfTree spine = tree.tiers().get(1);
    boolean cored = tree.tiers().size() == 3;
    if (nodes < 2 || nodes > MOST_HOSTS) {
      problems.add(at, "nodes", "" + nodes, "2 to " + MOST_HOSTS, "");
    } else if (pod < 1 || nodes % pod != 0 || (!cored && pod != nodes)) {
      String expected = cored ? "a divisor of the nodes" : "all nodes, as there are two tiers";
      problems.add(at, "podsize", "" + pod, expected, "");
    } else if (pod % leaf.radixDown() != 0) {
      problems.add(at, "radix_down", "" + leaf.radixDown(), "a divisor of the pod's " + pod, "");
    } else if (!divides(spine.bundle(), radixUp(leaf))) {
      problems.add(at, "bundle", "" + spine.bundle(), "a divisor of the ports up", "");
    } else if (cored && !divides(tree.tiers().get(2).bundle(), radixUp(spine))) {
      problems.add(at, "bundle", "" + tree.tiers().get(2).bundle(), "a divisor of ports up", "");
    } else if ((double) nodes / leaf.radixDown() * radixUp(leaf) * 2 > MOST_CABLES) {
      problems.add(at, "radix_up", "" + radixUp(leaf), "at most " + MOST_CABLES + " cables", "");
    }
    return tree;
  }

  private static boolean divides(int bundle, int ports) {
    return bundle > 0 && ports > 0 && ports % bundle == 0;
  }

  private static Topology built(Path file, TreeFabric tree, int hosts) {
    try {
      var fabric = tree.build();
      return new Topology(String.valueOf(file.getFileName()), fabric, tree.domain(), tree.nics());
    } catch (IllegalArgumentException e) {
      throw Inputs.refusal(
          file,
          "a tree of leaves, spines and cores above " + hosts + " hosts",
          String.valueOf(e.getMessage()));
    }
  }
}
