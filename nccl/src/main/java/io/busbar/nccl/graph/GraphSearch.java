package io.busbar.nccl.graph;

import io.busbar.model.hardware.ScaleUp;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.nccl.version.VersionedTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Derives what NCCL's graph search finds from the rates of a machine, without its topology. Exact
 * where links alone decide (GPUs on NVSwitch, equal NICs); elsewhere an estimate, and {@link
 * Derived#limits} says so. A log's own GRAPH lines are always better.
 */
public final class GraphSearch {
  private static final VersionedTables CONSTANTS = VersionedTables.load("/nccl/graph-search.yaml");
  private static final NcclVersion MORE_CHANNELS = NcclVersion.of(2, 25, 1);

  /** The search does not look at speeds below this share of the best so far. */
  private static final double LEAST_SHARE = 0.49;

  private static final double SLACK = 1e-9;

  /**
   * What the search finds.
   *
   * @param limits what the derivation does not know, one sentence each; empty when it is exact
   */
  public record Derived(GraphSet graphs, List<String> limits) {
    public Derived {
      limits = List.copyOf(limits);
    }
  }

  private final Machine m;
  private final double[] speeds;
  private final int maxChannels;
  private final NcclVersion version;

  private GraphSearch(Machine machine, NcclVersion version) {
    this.m = machine;
    this.version = version;
    String list = machine.nodes() == 1 ? "speeds_inside" : "speeds_between";
    String row =
        machine.computeCapability() >= 100
            ? "sm100"
            : machine.computeCapability() >= 90 ? "sm90" : "before_sm90";
    this.speeds = CONSTANTS.row(version, list, row);
    this.maxChannels = version.atLeast(MORE_CHANNELS) ? 32 : 16;
  }

  /** Figures of the search with their histories and sources. */
  public static VersionedTables constants() {
    return CONSTANTS;
  }

  /** What the search of a release finds on a machine. */
  public static Derived derive(Machine machine, NcclVersion version) {
    return new GraphSearch(machine, version).derive();
  }

  private Derived derive() {
    SearchGraph first = ring();
    SearchGraph ring = duplicated(first);
    GraphSet graphs = GraphSet.of(ring, tree(first, ring));
    if (m.reducesInSwitch() && m.computeCapability() >= 90 && m.nvlinked()) {
      graphs = graphs.withNvls(nvls());
    }
    if (m.reducesInNetwork() && m.nodes() > 1) {
      graphs =
          graphs.withCollnet(collnet(Pattern.COLLNET_DIRECT, ring), collnet(Pattern.TREE, ring));
    }
    return new Derived(graphs, limits());
  }

  private List<String> limits() {
    List<String> limits = new ArrayList<>();
    if (m.scaleUp() == ScaleUp.MESH && m.ranksPerNode() > 1) {
      limits.add(
          "GPUs joined by direct NVLinks: rings are laid over pairs, which is not searched.");
    }
    if (m.ranksPerNode() > 1 && !m.nvlinked()) {
      limits.add("GPUs on PCIe: sockets and PCIe switches decide, which are not known.");
    }
    if (m.nodes() > 1 && !m.nicsNear()) {
      limits.add("NICs are not known to share PCIe switches with GPUs; taken as behind the CPU.");
    }
    if (m.nodes() > 1 && m.joined()) {
      limits.add("More NICs than GPUs: counted as one NIC per GPU, as network plugins join them.");
    }
    if (m.nodes() > 1 && m.nics() == 0) {
      limits.add("The node has no NIC; its network is taken as PCIe.");
    }
    if (m.nodes() > 1 && m.reducesInNetwork()) {
      limits.add("CollNet graphs are taken from the ring; its own search is not followed.");
    }
    return limits;
  }

  /** Ring before duplication: the fastest channels, and as many as links and NICs carry. */
  private SearchGraph ring() {
    double speed = speeds[speeds.length - 1];
    int channels = 0;
    for (double s : speeds) {
      int n = channels == 0 || s > LEAST_SHARE * speed ? channels(s) : 0;
      if (n * s > channels * speed + SLACK) {
        speed = s;
        channels = n;
      }
    }
    return graph(Pattern.RING, Math.max(1, channels), speed, speed);
  }

  /** Most channels of a speed: links inside the node and NICs bound them. */
  private int channels(double speed) {
    int most = maxChannels;
    if (m.nodes() > 1) {
      int nics = Math.max(1, m.nics());
      int each = (int) (nicRate() / speed + SLACK);
      most = Math.min(most, nics * each);
    }
    for (int n = most; n > 0; n--) {
      boolean even = m.nodes() == 1 || n <= m.nics() || n % Math.max(1, m.nics()) == 0;
      if (even && fitsInside(n, speed)) {
        return n;
      }
    }
    return 0;
  }

  /**
   * Whether the links inside a node carry so many channels. Over several nodes each channel leaves
   * the node at one GPU, which then needs no NVLink for it; the GPU with the fewest such channels
   * decides.
   */
  private boolean fitsInside(int channels, double speed) {
    if (m.ranksPerNode() == 1) {
      return true;
    }
    if (!m.nvlinked()) {
      return channels * speed <= pciPath() + SLACK;
    }
    int leaving = m.nodes() == 1 ? 0 : channels / m.ranksPerNode();
    return (channels - leaving) * speed <= m.nvlinkGigabytesPerSecond() + SLACK;
  }

  private double nicRate() {
    return m.nics() > 0 ? m.nicGigabytesPerSecond() : m.pciGigabytesPerSecond();
  }

  /** Slowest part of the path between GPUs without NVLink. */
  private double pciPath() {
    return Math.min(m.pciGigabytesPerSecond(), cpuLink());
  }

  private double cpuLink() {
    String row = m.cpu().name().toLowerCase(Locale.ROOT);
    return CONSTANTS.row(version, "cpu_link_gigabytes_per_s", row)[0];
  }

  /**
   * Fast channels are split in two, so that two thread blocks drive them; on Hopper and later only
   * up to four channels or from 50 GB/s on.
   */
  private SearchGraph duplicated(SearchGraph g) {
    double speed = g.intraGigabytesPerSecond();
    boolean keep = speed < 25 || (m.computeCapability() > 80 && speed < 50 && g.channels() > 4);
    int twice = Math.min(maxChannels, 2 * g.channels());
    if (keep || twice == g.channels()) {
      return g;
    }
    double factor = (double) g.channels() / twice;
    return graph(g.pattern(), twice, speed * factor, g.interGigabytesPerSecond() * factor);
  }

  /** The tree has the ring's channels; the search then raises its speed inside the node. */
  private SearchGraph tree(SearchGraph first, SearchGraph ring) {
    Pattern pattern = treePattern();
    double intra = ring.intraGigabytesPerSecond();
    double inter = ring.interGigabytesPerSecond();
    for (int i = speeds.length - 1; i >= 0 && intra < 2 * inter; i--) {
      if (speeds[i] > intra + SLACK) {
        if (!fitsInside(ring.channels(), speeds[i])) {
          break;
        }
        intra = speeds[i];
      }
    }
    return graph(pattern, Math.max(first.channels(), ring.channels()), intra, inter);
  }

  /**
   * A balanced tree spreads a NIC's traffic over two GPUs near it. Where each GPU has a NIC of its
   * own (Hopper nodes), or is alone, only the plain tree stays near.
   */
  private Pattern treePattern() {
    boolean alone = m.ranksPerNode() == 1;
    boolean ownNic = m.nodes() > 1 && m.computeCapability() >= 90 && m.nics() >= m.ranksPerNode();
    return alone || ownNic ? Pattern.TREE : Pattern.BALANCED_TREE;
  }

  /** One channel for each GPU as head; then the speed to the network is raised. */
  private SearchGraph nvls() {
    int heads = m.nodes() == 1 ? m.ranksPerNode() : Math.min(m.ranksPerNode(), m.nics());
    double share = m.nvlinkGigabytesPerSecond() / m.ranksPerNode();
    double most = m.nodes() == 1 ? share : Math.min(share, nicRate());
    double intra = speeds[speeds.length - 1];
    for (int i = speeds.length - 1; i >= 0; i--) {
      intra = speeds[i] <= most + SLACK ? speeds[i] : intra;
    }
    double inter = intra;
    for (int i = speeds.length - 1; i >= 0 && inter < 2 * intra; i--) {
      boolean carried = m.nodes() == 1 || speeds[i] <= nicRate() + SLACK;
      inter = speeds[i] > inter && carried ? speeds[i] : inter;
    }
    return graph(Pattern.NVLS, Math.min(maxChannels, heads), intra, inter);
  }

  private SearchGraph collnet(Pattern pattern, SearchGraph ring) {
    return graph(
        pattern, ring.channels(), ring.intraGigabytesPerSecond(), ring.interGigabytesPerSecond());
  }

  private SearchGraph graph(Pattern pattern, int channels, double intra, double inter) {
    PathType inside =
        m.ranksPerNode() == 1
            ? PathType.LOC
            : m.nvlinked() ? PathType.NVL : m.ranksPerNode() > 4 ? PathType.SYS : PathType.PHB;
    PathType outside = m.nodes() == 1 || m.nicsNear() ? PathType.PIX : PathType.PHB;
    return new SearchGraph(pattern, channels, intra, inter, inside, outside, 0, true);
  }
}
