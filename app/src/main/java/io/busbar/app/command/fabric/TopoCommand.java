package io.busbar.app.command.fabric;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.Named;
import io.busbar.app.option.ReportOptions;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.base.report.Report;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.topology.NodeTopology;
import io.busbar.nccl.topology.Topologies;
import io.busbar.nccl.topology.make.ClusterText;
import io.busbar.nccl.topology.make.GraphText;
import io.busbar.nccl.topology.make.TopologyText;
import io.busbar.nccl.topology.report.GraphReport;
import io.busbar.nccl.topology.report.TopologyDiff;
import io.busbar.nccl.topology.report.TopologyReport;
import io.busbar.nccl.version.NcclVersion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar topo}: what a node looks like to NCCL, and files made of that. */
@Command(
    name = "topo",
    description =
        "Show a node's topology as NCCL sees it, compare nodes, make a cluster, topology or graph"
            + " file.",
    footer = {
      "  busbar topo show topo.xml",
      "  nvidia-smi topo -m > topo.txt; busbar topo show topo.txt",
      "  busbar topo show topo.xml --format html --out topo.html",
      "  busbar topo diff node1.xml node2.xml",
      "  busbar topo to-cluster topo.xml --nodes 16 --out cluster.yaml",
      "  busbar topo graph dgx-h100:4 --nccl 2.27.7 --out graph.xml",
      "  busbar topo write nd-h100-v5 --gpu-bus-ids 0001:00:00.0,… --out topo.xml"
    })
public final class TopoCommand extends BusbarCommand {
  private static final List<String> ACTIONS =
      List.of("show", "diff", "to-cluster", "write", "graph");

  @Parameters(
      index = "0",
      paramLabel = "ACTION",
      description = {
        "show: draw the node, its paths and what is wrong with it. diff: compare two. to-cluster:"
            + " make a cluster file. write: make a topology file for a virtual machine."
            + " graph: write the channels that NCCL's search finds there, as it dumps them.",
        "Example: show"
      })
  private String action = "";

  @Parameters(
      index = "1..*",
      arity = "1..2",
      paramLabel = "FILE",
      description = {
        "Topology or graph file of NCCL (NCCL_TOPO_DUMP_FILE, NCCL_GRAPH_DUMP_FILE), or the"
            + " output of 'nvidia-smi topo -m'; two for diff; for write and graph a node or cluster.",
        "Example: topo.xml"
      })
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--nccl",
      paramLabel = "VERSION",
      description = {
        "Version of NCCL whose link rates count; the newest that is known.",
        "Example: --nccl 2.27.7"
      })
  private @Nullable String nccl;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = {"With to-cluster: nodes of the cluster; 1.", "Example: --nodes 16"})
  private int nodes = 1;

  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      description = {
        "With to-cluster: what the GPUs are, of 'busbar catalog gpus', where the file does not"
            + " say.",
        "Example: --gpu h100-sxm"
      })
  private @Nullable String gpu;

  @Option(
      names = "--nic-rate",
      paramLabel = "RATE",
      description = {
        "With to-cluster: rate of one NIC, where the file does not say.",
        "Example: --nic-rate 400Gb/s"
      })
  private @Nullable String nicRate;

  @Option(
      names = "--cpu",
      paramLabel = "NAME",
      description = {
        "With write: the processor: intel-sapphire-rapids (the default), amd-rome, amd-milan,"
            + " amd-genoa, arm, …",
        "Example: --cpu amd-genoa"
      })
  private String cpu = "intel-sapphire-rapids";

  @Option(
      names = "--numa-nodes",
      paramLabel = "N",
      description = {"With write: NUMA nodes of the host; 2.", "Example: --numa-nodes 4"})
  private int numaNodes = 2;

  @Option(
      names = "--gpu-bus-ids",
      paramLabel = "LIST",
      split = ",",
      description = {
        "With write: bus ids of the GPUs as 'lspci -D' prints them, in the order of nvidia-smi.",
        "Example: --gpu-bus-ids 0001:00:00.0,0002:00:00.0"
      })
  private List<String> gpuBusIds = new ArrayList<>();

  @Option(
      names = "--nic-bus-ids",
      paramLabel = "LIST",
      split = ",",
      description = {
        "With write: bus ids of the NICs, in the order of the GPUs that they are near to.",
        "Example: --nic-bus-ids 0101:00:00.0,0102:00:00.0"
      })
  private List<String> nicBusIds = new ArrayList<>();

  @Mixin private ReportOptions options = new ReportOptions();

  public TopoCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    if (!ACTIONS.contains(action)) {
      String expected = "one of " + String.join(", ", ACTIONS);
      throw Refusal.of("ACTION", action, expected, Nearest.hint(action, ACTIONS));
    }
    int wanted = action.equals("diff") ? 2 : 1;
    if (names.size() != wanted) {
      String expected = wanted == 2 ? "two files to compare" : "one file";
      throw Refusal.of("FILE", String.join(" ", names), expected, "");
    }
    return switch (action) {
      case "show" -> options.answer(show());
      case "diff" -> options.answer(TopologyDiff.of(node(names.get(0)), node(names.get(1))));
      case "to-cluster" -> Answer.of(cluster());
      case "graph" -> Answer.of(GraphText.of(Named.cluster(names.getFirst()), version()));
      default -> Answer.of(topology());
    };
  }

  private Report show() {
    return switch (read(names.getFirst())) {
      case Topologies.Read.Node node -> TopologyReport.of(node.topology(), version());
      case Topologies.Read.Channels channels -> GraphReport.of(channels.file(), version());
    };
  }

  private NodeTopology node(String name) {
    if (read(name) instanceof Topologies.Read.Node node) {
      return node.topology();
    }
    throw Refusal.of(
        name, "", "a topology, but this is a graph file", "'busbar topo show' shows it");
  }

  private Topologies.Read read(String name) {
    return Topologies.read(InFile.of(name, "FILE"), version());
  }

  private NcclVersion version() {
    Problems problems = new Problems();
    NcclVersion version = Named.nccl(nccl, problems).orElse(NcclVersion.newest());
    problems.throwIfAny();
    return version;
  }

  private String cluster() {
    if (nodes < 1) {
      throw Refusal.of("--nodes", "" + nodes, "a whole number from 1", "");
    }
    return ClusterText.of(node(names.getFirst()), new ClusterText.Given(gpu, rate(), nodes));
  }

  private @Nullable Bandwidth rate() {
    try {
      return nicRate == null ? null : Bandwidth.parse(nicRate);
    } catch (QuantityFormatException e) {
      throw Refusal.of("--nic-rate", nicRate, "a rate such as 400Gb/s", "");
    }
  }

  private String topology() {
    Problems problems = new Problems();
    Cluster read = Clusters.parse(names.getFirst(), Position.of("FILE"), problems);
    if (numaNodes < 1 || numaNodes > 64) {
      problems.add(Position.of("--numa-nodes"), "", "" + numaNodes, "a number from 1 to 64", "");
    }
    return TopologyText.of(
        Named.checked(read, problems).node(),
        new TopologyText.Machine(cpu, numaNodes, gpuBusIds, nicBusIds));
  }
}
