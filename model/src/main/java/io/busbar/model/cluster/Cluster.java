package io.busbar.model.cluster;

import io.busbar.base.border.Border;
import io.busbar.base.grid.GridGroup;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.catalog.GpuKeys;
import io.busbar.model.catalog.NodeKeys;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.GridDesign;
import io.busbar.model.fabric.GridText;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Equal nodes on a network, every figure filled in. GPUs are numbered through, node by node; a
 * scale-up domain, a leaf group and a pod are runs of that numbering. Immutable.
 *
 * @param name how it is called: {@code dgx-h100:128}, or what its file says
 * @param node what is counted
 * @param nodes how many
 * @param network how they are joined
 * @param scaleUpPeerBytesPerSecond what one peer gets of a GPU's scale-up links, one direction
 * @param scaleUpLatencySeconds small message inside a domain
 * @param collectives what is known of collectives on this system
 * @param machine what is known of training steps on it
 */
public record Cluster(
    String name,
    NodeType node,
    int nodes,
    Network network,
    double scaleUpPeerBytesPerSecond,
    double scaleUpLatencySeconds,
    SystemConstants collectives,
    MachineConstants machine) {

  public Cluster {
    if (nodes < 1) {
      throw new IllegalArgumentException("a cluster has at least one node: " + nodes);
    }
    if (network.fabric().request().nodes() < nodes) {
      throw new IllegalArgumentException(nodes + " nodes on a fabric for fewer");
    }
  }

  public int gpus() {
    return nodes * node.gpus();
  }

  /** GPUs of one scale-up domain. */
  public int gpusPerDomain() {
    return node.domainGpus();
  }

  /**
   * The grid of the scale-up links of a domain, a link as fast as the GPU's links over its ports;
   * null where they are switches, pairs or PCIe.
   */
  public @Nullable GridDesign grid() {
    return grid(node, new Problems());
  }

  /** The lines on which the first ranks of a domain lie; null without a grid. */
  public @Nullable GridGroup gridGroup(int ranks) {
    GridDesign links = grid();
    if (links == null) {
      return null;
    }
    Box box = new Box();
    box.add(1, ranks);
    return GridBox.of(box, links, scaleUpLatencySeconds);
  }

  /** The grid that a node says it has; null without, or after problems were added. */
  static @Nullable GridDesign grid(NodeType node, Problems problems) {
    String text = node.entry().value(NodeKeys.SCALE_UP_GRID);
    if (text == null) {
      return null;
    }
    String key = NodeKeys.SCALE_UP_GRID.name();
    Position at = Position.of(node.name());
    GridDesign shape = GridText.read(text, 1, at, key, problems);
    double together = node.gpu().scaleUpBytesPerSecond();
    if (shape == null || together <= 0) {
      return null;
    }
    if (shape.routers() != node.domainGpus()) {
      String expected = "sizes whose product is the " + node.domainGpus() + " GPUs of a domain";
      problems.add(at, key, text, expected, "'domain_gpus' says how many there are");
      return null;
    }
    double link = together / shape.ports();
    return new GridDesign(shape.shape(), shape.sizes(), link, shape.block());
  }

  /** The switches and links that join the nodes. */
  public FabricDesign fabric() {
    return network.fabric();
  }

  /** GPUs below one leaf (of each rail); all of the fabric below a single switch. */
  public int gpusPerLeaf() {
    return fabric().gpusPerGroup();
  }

  /** GPUs below one spine layer. */
  public int gpusPerPod() {
    long gpus = (long) fabric().tree().groupsPerPod() * gpusPerLeaf();
    return (int) Math.min(Integer.MAX_VALUE, gpus);
  }

  /** The leaf group of a node; of a node that lies in several, the first. */
  public int leafGroup(int nodeIndex) {
    return (int) ((long) nodeIndex * node.gpus() / gpusPerLeaf());
  }

  /** The pod of a node; of a node that lies in several, the first. */
  public int pod(int nodeIndex) {
    return leafGroup(nodeIndex) / fabric().tree().groupsPerPod();
  }

  /**
   * The nearest level at which two GPUs of different domains meet. Where NICs are not wired by rail
   * that is the spine: ports of a leaf group sit on any leaf.
   */
  Level nearest(Level level) {
    boolean crosses = level == Level.LEAF && !network.wiring().regular();
    return crosses && fabric().tree().tiers() > 1 ? Level.SPINE : level;
  }

  /** The level that two GPUs are apart. */
  public Level level(int gpuA, int gpuB) {
    if (gpuA / gpusPerDomain() == gpuB / gpusPerDomain()) {
      return Level.SCALE_UP;
    }
    if (gpuA / gpusPerLeaf() == gpuB / gpusPerLeaf()) {
      return nearest(Level.LEAF);
    }
    return gpuA / gpusPerPod() == gpuB / gpusPerPod() ? Level.SPINE : Level.CORE;
  }

  /**
   * What each GPU gets in one direction when all of them cross that level at once, bytes per
   * second.
   */
  public double bytesPerSecond(Level level) {
    return switch (level) {
      case SCALE_UP -> scaleUpBytesPerSecond(gpusPerDomain());
      case LEAF -> networkBytesPerSecond();
      case SPINE -> networkBytesPerSecond() / network.leafOversubscription();
      case CORE ->
          networkBytesPerSecond()
              / (network.leafOversubscription() * network.spineOversubscription());
    };
  }

  /**
   * The oversubscribed borders that a communicator on the first domains crosses while all of their
   * GPUs communicate so.
   *
   * @param ranksPerDomain ranks of the communicator in each domain
   * @param outermost the farthest level that it crosses
   */
  public List<Border> borders(int ranksPerDomain, Level outermost) {
    boolean apart = !network.wiring().regular();
    int leaf = apart ? gpusPerDomain() : gpusPerLeaf();
    return network.borders(
        outermost, ranksIn(leaf, ranksPerDomain), ranksIn(gpusPerPod(), ranksPerDomain));
  }

  private int ranksIn(int gpus, int ranksPerDomain) {
    double domains = (double) gpus / gpusPerDomain();
    return (int) Math.max(1, Math.floor(domains * ranksPerDomain));
  }

  /**
   * Rate of a GPU with {@code members − 1} peers inside its domain, bytes per second in one
   * direction. Through switches any one peer gets all links; in a mesh a peer gets its own links
   * only: min(total, (members − 1)·peer).
   */
  public double scaleUpBytesPerSecond(int members) {
    double total = node.gpu().scaleUpBytesPerSecond();
    if (node.scaleUp() == ScaleUp.PCIE || total <= 0) {
      return node.gpu().hostBytesPerSecond();
    }
    return node.scaleUp() == ScaleUp.MESH
        ? Math.min(total, Math.max(1, members - 1) * scaleUpPeerBytesPerSecond)
        : total;
  }

  /**
   * NIC share of a GPU in one direction, bytes per second: min(nics·rate / gpus, host link,
   * staging). The host link is the GPU's own way to its NIC; staging counts without GPUDirect. GPUs
   * of a node without NICs reach each other through the host.
   */
  public double networkBytesPerSecond() {
    double host = node.gpu().hostBytesPerSecond();
    double share = node.nics() > 0 ? node.networkBytesPerSecondPerGpu() : host;
    double reachable = host > 0 ? Math.min(share, host) : share;
    return network.gpuDirect()
        ? reachable
        : Math.min(reachable, network.staging().bytesPerSecondPerGpu());
  }

  /**
   * Time of a small message over that level, seconds: leaf + 2·tiers·(switch + cable), tiers above
   * the leaf; staging added without GPUDirect.
   */
  public double latencySeconds(Level level) {
    if (level == Level.SCALE_UP) {
      return scaleUpLatencySeconds;
    }
    int tiersAbove = level.ordinal() - Level.LEAF.ordinal();
    double up = 2 * tiersAbove * (network.switchLatencySeconds() + network.linkLatencySeconds());
    double staging = network.gpuDirect() ? 0 : network.staging().latencySeconds();
    return network.leafLatencySeconds() + up + staging;
  }

  /**
   * Time that a rank needs to add up a byte that it has received, beyond moving it, seconds; 0
   * where that is not known or hidden, as on GPUs.
   */
  public double reduceSecondsPerByte() {
    double rate = node.gpu().entry().value(GpuKeys.REDUCE_RATE, 0.0);
    return rate > 0 ? 1 / rate : 0;
  }

  /** Whether ranks are processor cores, which Busbar's own runtime uses. */
  public boolean ofProcessors() {
    return node.gpu().generation() == Generation.CPU;
  }

  /** So many nodes on a fabric of the same kind, sized for them. */
  public Cluster withNodes(int count) {
    return new Cluster(
        node.name() + ":" + count,
        node,
        count,
        network.forNodes(count),
        scaleUpPeerBytesPerSecond,
        scaleUpLatencySeconds,
        collectives,
        machine);
  }

  /** The same nodes on another network. */
  public Cluster withNetwork(Network other) {
    return new Cluster(
        name,
        node,
        nodes,
        other,
        scaleUpPeerBytesPerSecond,
        scaleUpLatencySeconds,
        collectives,
        machine);
  }

  /** The same cluster with these system constants. */
  public Cluster withCollectives(SystemConstants other) {
    return new Cluster(
        name,
        node,
        nodes,
        network,
        scaleUpPeerBytesPerSecond,
        scaleUpLatencySeconds,
        other,
        machine);
  }

  /** The same cluster with these constants of training steps. */
  public Cluster withMachine(MachineConstants other) {
    return new Cluster(
        name,
        node,
        nodes,
        network,
        scaleUpPeerBytesPerSecond,
        scaleUpLatencySeconds,
        collectives,
        other);
  }
}
