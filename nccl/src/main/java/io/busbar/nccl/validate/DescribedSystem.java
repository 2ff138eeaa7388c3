package io.busbar.nccl.validate;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.GroupShape;
import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Job;
import io.busbar.formats.measurements.Experiment.Machine;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.nccl.time.Launch;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The system of a measurement as a cluster of the catalogue's GPUs with the stated links and NICs.
 * What a source does not state is taken as usual for its kind.
 *
 * @param cluster what it ran on
 * @param setup the software around it
 * @param group where its ranks were
 */
record DescribedSystem(Cluster cluster, NcclSetup setup, GroupShape group) {
  private static final Pattern RACKS = Pattern.compile("(\\d{1,4}) NVL\\d+ rack");

  /** Empty when the description lacks what a prediction needs. */
  static Optional<DescribedSystem> of(Experiment experiment) {
    Job job = experiment.job();
    Machine machine = experiment.machine();
    Gpu gpu = gpu(machine);
    int domain = ranksPerDomain(experiment);
    if (gpu == null || job.ranks() < 2 || domain < 1 || sockets(machine)) {
      return Optional.empty();
    }
    int domains = Math.ceilDiv(job.ranks(), domain);
    double nics = nics(machine, job, domains, domain);
    double rate = machine.nicGbps().or(0) * 1e9 / 8;
    if (domains > 1 && (nics < 1 || rate <= 0)) {
      return Optional.empty();
    }
    NodeType node = node(experiment, gpu, domain, (int) nics, Math.max(rate, 1));
    Cluster cluster = withMesh(Clusters.of(node, domains), machine);
    return Optional.of(
        new DescribedSystem(
            cluster,
            setup(experiment, gpu),
            NcclTime.shape(cluster, job.ranks(), Math.min(domain, job.ranks()))));
  }

  /** On a known cluster; where that is too small for its ranks, on what the experiment says. */
  static Optional<DescribedSystem> on(Cluster cluster, Experiment experiment) {
    int ranks = experiment.job().ranks();
    if (ranks < 2 || ranks > cluster.gpus()) {
      return of(experiment);
    }
    NodeType node = cluster.node();
    int hostsPerDomain = Math.max(1, node.domainGpus() / node.gpusPerHost());
    int domains =
        Math.max(
            Math.ceilDiv(Math.max(1, experiment.job().nodes()), hostsPerDomain),
            Math.ceilDiv(ranks, node.domainGpus()));
    return Optional.of(
        new DescribedSystem(
            cluster,
            setup(experiment, node.gpu()),
            NcclTime.shape(cluster, ranks, Math.ceilDiv(ranks, domains))));
  }

  private static @Nullable Gpu gpu(Machine machine) {
    String name = machine.gpu().toLowerCase(Locale.ROOT);
    if (machine.intraLink().contains("pairwise") && name.equals("h100")) {
      name = "h100-nvl";
    }
    return Catalog.standard().gpu(name, Position.of("gpu"), new Problems());
  }

  /** A rack of NVL72 is one domain; elsewhere a node is. */
  private static int ranksPerDomain(Experiment experiment) {
    Job job = experiment.job();
    Matcher racks = RACKS.matcher(experiment.machine().topology());
    if (racks.find()) {
      return Math.max(1, Math.ceilDiv(job.ranks(), Integer.parseInt(racks.group(1))));
    }
    return Math.min(job.ranks(), job.gpusUsedPerNode());
  }

  /** NICs of a domain. */
  private static double nics(Machine machine, Job job, int domains, int domain) {
    double perNode = machine.nicsPerNode().or(0);
    if (domains == 1 || job.gpusUsedPerNode() < 1) {
      return perNode;
    }
    return perNode * Math.max(1, domain / job.gpusUsedPerNode());
  }

  /** Kernel sockets on a network card are a fallback that no constants are known for. */
  private static boolean sockets(Machine machine) {
    String fabric = machine.fabric();
    return !fabric.contains("TCPX") && (fabric.contains("TCP") || fabric.contains("IPoIB"));
  }

  private static NodeType node(
      Experiment experiment, Gpu gpu, int domain, int nics, double nicBytesPerSecond) {
    Machine machine = experiment.machine();
    ScaleUp scaleUp = scaleUp(machine, domain);
    List<List<Integer>> near =
        nearNics(experiment, domain)
            ? new ArrayList<>(Collections.nCopies(domain, List.of(0)))
            : Collections.nCopies(domain, List.of());
    return new NodeType(
        gpu.entry(),
        gpu,
        domain,
        domain,
        domain,
        scaleUp,
        scaleUp == ScaleUp.SWITCHED && machine.nvswitch().equals("yes"),
        nics,
        machine.fabric(),
        nicBytesPerSecond,
        near,
        network(machine),
        0);
  }

  private static ScaleUp scaleUp(Machine machine, int domain) {
    String link = machine.intraLink();
    boolean beyondPair = link.contains("pairwise") && domain > 2;
    if (beyondPair || (link.contains("PCIe") && !link.contains("NVLink"))) {
      return ScaleUp.PCIE;
    }
    boolean mesh = link.contains("mesh") || link.contains("pairwise");
    return mesh ? ScaleUp.MESH : ScaleUp.SWITCHED;
  }

  /** GPUs of a small full mesh reach each other over all their links, spread evenly. */
  private static Cluster withMesh(Cluster cluster, Machine machine) {
    if (cluster.node().scaleUp() != ScaleUp.MESH) {
      return cluster;
    }
    double total = cluster.node().gpu().scaleUpBytesPerSecond();
    double members = machine.intraLink().contains("pairwise") ? 2 : machine.gpusInNode().or(8);
    return new Cluster(
        cluster.name(),
        cluster.node(),
        cluster.nodes(),
        cluster.network(),
        total / Math.max(1, members - 1),
        cluster.scaleUpLatencySeconds(),
        cluster.collectives(),
        cluster.machine());
  }

  /** Nodes whose NICs hang below the CPU say so by letting GPUDirect go that far. */
  private static boolean nearNics(Experiment experiment, int domain) {
    boolean host = experiment.job().env().contains("GDR_LEVEL=PHB");
    return domain > 0 && !host && network(experiment.machine()) != NetworkKind.SLINGSHOT;
  }

  private static NetworkKind network(Machine machine) {
    String fabric = machine.fabric();
    if (fabric.contains("EFA")) {
      return NetworkKind.EFA;
    }
    if (fabric.contains("Slingshot")) {
      return NetworkKind.SLINGSHOT;
    }
    if (fabric.contains("TCPX")) {
      return NetworkKind.TCPX;
    }
    return fabric.contains("RoCE") ? NetworkKind.ROCE : NetworkKind.INFINIBAND;
  }

  private static NcclSetup setup(Experiment experiment, Gpu gpu) {
    Job job = experiment.job();
    return NcclSetup.described(job.nccl(), job.env(), job.algo(), job.proto(), gpu)
        .with(launch(job))
        .symmetric(job.env().contains("symmetric") || job.launch().contains("-R 2"));
  }

  private static Launch launch(Job job) {
    if (job.tool().startsWith("torch.distributed profile")) {
      return Launch.FRAMEWORK;
    }
    if (job.launch().contains("threads")) {
      return Launch.THREADS;
    }
    return job.launch().matches(".*process (with )?-g ([2-9]|\\d{2,}).*")
        ? Launch.SERIAL
        : Launch.PROCESSES;
  }
}
