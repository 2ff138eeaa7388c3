package io.busbar.tune.advice;

import io.busbar.collective.api.GroupShape;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.nccl.cost.Channels;
import io.busbar.nccl.cost.ClusterCommunicator;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.time.Launch;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where advice is wanted: cluster, version, and the communicators that matter. Immutable. */
public final class Site {
  private final Cluster cluster;
  private final NcclVersion version;
  private final Map<String, GroupShape> groups;
  private final Launch launch;
  private final NcclTime time;
  private final @Nullable Operator operator;

  /**
   * @param groups communicators by name, the most important first; empty for the whole cluster and
   *     one NVLink domain
   */
  public Site(Cluster cluster, NcclVersion version, Map<String, GroupShape> groups) {
    this.cluster = cluster;
    this.version = version;
    this.groups =
        Collections.unmodifiableMap(
            new LinkedHashMap<>(groups.isEmpty() ? ofCluster(cluster) : groups));
    this.launch = groups.isEmpty() ? Launch.PROCESSES : Launch.THREADS;
    this.time = NcclTime.of(cluster, setup());
    this.operator = Operators.of(cluster.node().name());
  }

  private NcclSetup setup() {
    return NcclSetup.of(version, cluster.node().gpu()).with(launch);
  }

  /** The whole cluster, and one domain of it. */
  private static Map<String, GroupShape> ofCluster(Cluster cluster) {
    Map<String, GroupShape> groups = new LinkedHashMap<>();
    int domain = Math.min(cluster.gpus(), cluster.gpusPerDomain());
    if (cluster.gpus() > domain) {
      groups.put("whole cluster", NcclTime.shape(cluster, cluster.gpus(), domain));
    }
    groups.put(
        cluster.node().gpusPerHost() == domain ? "one node" : "one NVLink domain",
        NcclTime.shape(cluster, domain, domain));
    return groups;
  }

  /** Whether NCCL drives these GPUs. */
  public static boolean drivenByNccl(Cluster cluster) {
    return switch (cluster.node().gpu().generation()) {
      case VOLTA, AMPERE, ADA, HOPPER, BLACKWELL -> true;
      case CDNA2, CDNA3, CDNA4, TPU, CPU -> false;
    };
  }

  public Cluster cluster() {
    return cluster;
  }

  public NcclVersion version() {
    return version;
  }

  /**
   * Who starts the kernels of what is predicted: those of a plan are queued ahead, as {@code busbar
   * plan} counts them; without a plan a process for each GPU does it, as {@code busbar collective}
   * counts and nccl-tests measures.
   */
  public Launch launch() {
    return launch;
  }

  /** Communicators by name. */
  public Map<String, GroupShape> groups() {
    return groups;
  }

  /** The time model with nothing set. */
  public NcclTime time() {
    return time;
  }

  /** The time model with other settings. */
  NcclTime time(NcclSettings settings) {
    return NcclTime.of(cluster, setup().with(settings));
  }

  /** Who runs the machines, when they are rented; null otherwise. */
  @Nullable Operator operator() {
    return operator;
  }

  /** Whether the operator chooses what the fabric wants. */
  boolean operatorsFabric() {
    return operator != null && operator.topologyFile().isEmpty();
  }

  /** Whether traffic leaves an NVLink domain. */
  boolean network() {
    return cluster.gpus() > cluster.gpusPerDomain();
  }

  boolean infiniband() {
    return network() && cluster.network().kind() == NetworkKind.INFINIBAND;
  }

  boolean roce() {
    return network() && cluster.network().kind() == NetworkKind.ROCE;
  }

  /** Whether it is RoCE whose NICs and switches the user sets. */
  boolean ownRoce() {
    return roce() && !operatorsFabric();
  }

  /** Whether NICs speak verbs, so that NCCL's own InfiniBand transport is used. */
  boolean verbs() {
    return infiniband() || roce();
  }

  /** Whether NCCL reaches the network through a plugin of the operator. */
  boolean plugin() {
    NetworkKind kind = cluster.network().kind();
    return network() && (kind == NetworkKind.EFA || kind == NetworkKind.TCPX);
  }

  /** Whether GPUs are reduced for by their NVLink switches. */
  boolean nvls() {
    Generation generation = cluster.node().gpu().generation();
    return cluster.node().inSwitchReduction()
        && (generation == Generation.HOPPER || generation == Generation.BLACKWELL);
  }

  /** Whether an NVLink domain spans several hosts. */
  boolean rack() {
    return cluster.gpusPerDomain() > cluster.node().gpusPerHost();
  }

  /** Ring and tree channels of the largest communicator; 1 when NCCL's search is not known. */
  int channels() {
    return groups.values().stream()
        .flatMap(shape -> time.communicator(shape).stream())
        .map(ClusterCommunicator::communicator)
        .mapToInt(Channels::collective)
        .max()
        .orElse(1);
  }

  /** NICs of an NVLink domain, which its channels are spread over. */
  int nicsPerDomain() {
    int units = Math.max(1, cluster.gpusPerDomain() / cluster.node().gpus());
    return Math.max(1, cluster.node().nics() * units);
  }

  /** Channels of the largest communicator that one NIC carries. */
  int channelsPerNic() {
    return Math.ceilDiv(channels(), nicsPerDomain());
  }
}
