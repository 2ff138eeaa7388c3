package io.busbar.nccl.topology;

import io.busbar.formats.ncclxml.TopologyFile;
import io.busbar.formats.ncclxml.TopologyFile.Cpu;
import io.busbar.formats.ncclxml.TopologyFile.Gpu;
import io.busbar.formats.ncclxml.TopologyFile.Net;
import io.busbar.formats.ncclxml.TopologyFile.NvLink;
import io.busbar.formats.ncclxml.TopologyFile.Pci;
import io.busbar.nccl.graph.PathType;
import io.busbar.nccl.topology.Graph.Kind;
import io.busbar.nccl.topology.Graph.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the topology of a node of NCCL's file. Used once. */
final class FileTopology {
  private static final String GPU_CLASS = "0x03";

  private final TopologyFile file;
  private final LinkRates rates;
  private final Graph graph;
  private final List<Node> gpuNodes;
  private final List<Node> netNodes;

  private FileTopology(TopologyFile file, LinkRates rates) {
    this.file = file;
    this.rates = rates;
    this.graph = GraphBuilder.of(file, rates);
    this.gpuNodes = sorted(graph.nodes(Kind.GPU), FileTopology::numberOfGpu);
    this.netNodes = sorted(graph.nodes(Kind.NET), FileTopology::numberOfNet);
  }

  static NodeTopology of(TopologyFile file, LinkRates rates) {
    return new FileTopology(file, rates).topology();
  }

  /** By CUDA's number where there is one, else as they stand in the file. */
  private static List<Node> sorted(List<Node> nodes, Comparator<Node> order) {
    return nodes.stream().sorted(order.thenComparing(Node::index)).toList();
  }

  private static int numberOfGpu(Node one, Node other) {
    return Integer.compare(dev(gpu(one)), dev(gpu(other)));
  }

  private static int dev(@Nullable Gpu gpu) {
    return gpu == null || gpu.dev() == null ? Integer.MAX_VALUE : gpu.dev();
  }

  private static int numberOfNet(Node one, Node other) {
    return Integer.compare(dev(one.net()), dev(other.net()));
  }

  private static int dev(@Nullable Net net) {
    return net == null || net.dev() == null ? Integer.MAX_VALUE : net.dev();
  }

  private static @Nullable Gpu gpu(Node node) {
    Pci device = node.device();
    return device == null ? null : device.gpu();
  }

  private NodeTopology topology() {
    List<GpuDevice> gpus = new ArrayList<>();
    gpuNodes.forEach(node -> gpus.add(gpu(gpus.size(), node)));
    List<NicDevice> nics = new ArrayList<>();
    netNodes.forEach(node -> nics.add(nic(nics.size(), node)));
    List<List<DevicePath>> gpuToGpu = new ArrayList<>();
    List<List<DevicePath>> gpuToNic = new ArrayList<>();
    for (Node from : gpuNodes) {
      Paths paths = Paths.from(graph, from);
      gpuToGpu.add(gpuNodes.stream().map(to -> between(paths, from, to)).toList());
      gpuToNic.add(netNodes.stream().map(to -> path(paths, to, 0)).toList());
    }
    return new NodeTopology(
        file.source(),
        (int) file.cpus().stream().filter(cpu -> cpu.numaId() != null).count(),
        gpus,
        nics,
        gpuToGpu,
        gpuToNic,
        !graph.nodes(Kind.NVSWITCH).isEmpty(),
        file,
        file.warnings());
  }

  private GpuDevice gpu(int index, Node node) {
    Pci device = device(node);
    Gpu gpu = device.gpu();
    Integer links = gpu == null ? null : (Integer) linkCount(gpu);
    Integer sm = gpu == null ? null : gpu.sm();
    return new GpuDevice(
        index,
        device.busId(),
        device.device(),
        sm,
        links,
        links == null ? null : (Double) (links * rates.nvLink(sm)),
        pcie(device),
        numa(node),
        cores(node),
        gpu == null ? null : gpu.gdr());
  }

  private static int linkCount(Gpu gpu) {
    return gpu.nvLinks().stream().mapToInt(NvLink::count).sum();
  }

  private NicDevice nic(int index, Node node) {
    Pci device = node.device();
    Net net = node.net();
    int siblings =
        device == null ? 1 : device.nics().stream().mapToInt(nic -> nic.nets().size()).sum();
    return new NicDevice(
        index,
        net == null ? "" : net.name(),
        device == null ? "" : device.busId(),
        device == null ? "" : device.device(),
        device == null ? "" : device.pciClass(),
        Math.max(1, siblings),
        device == null ? null : pcie(device),
        rate(net),
        net != null && isSocket(net),
        numa(node),
        net == null ? null : net.gdr());
  }

  private @Nullable Double rate(@Nullable Net net) {
    Double speed = net == null ? null : net.megabitsPerSecond();
    return speed == null || speed <= 0 ? null : (Double) rates.network(speed);
  }

  /** Devices for RDMA have an identifier, interfaces for sockets have none. */
  private static boolean isSocket(Net net) {
    return net.guid().matches("0x0+|0");
  }

  private PcieLink pcie(Pci device) {
    return rates.pcieLink(device.linkSpeed(), device.linkWidth());
  }

  private static Pci device(Node node) {
    Pci device = node.device();
    if (device == null) {
      throw new IllegalStateException("a GPU has a place on PCIe");
    }
    return device;
  }

  private static @Nullable Integer numa(Node node) {
    Cpu cpu = node.cpu();
    return cpu == null ? null : cpu.numaId();
  }

  private static String cores(Node node) {
    Cpu cpu = node.cpu();
    return cpu == null ? "" : Cores.ofMask(cpu.affinity());
  }

  private DevicePath between(Paths paths, Node from, Node to) {
    if (from == to) {
      return new DevicePath(PathType.LOC, 0, null, "X");
    }
    return path(paths, to, links(from, to));
  }

  /** Links that two GPUs share: those between them, or all of the one with fewer to a switch. */
  private static int links(Node from, Node to) {
    Gpu one = gpu(from);
    Gpu other = gpu(to);
    if (one == null || other == null) {
      return 0;
    }
    String target = device(to).busId();
    int direct = 0;
    int toSwitch = 0;
    for (NvLink link : one.nvLinks()) {
      direct += link.target().equals(target) ? link.count() : 0;
      toSwitch += link.targetClass().startsWith(GPU_CLASS) ? 0 : link.count();
    }
    int back = 0;
    for (NvLink link : other.nvLinks()) {
      back += link.targetClass().startsWith(GPU_CLASS) ? 0 : link.count();
    }
    return direct > 0 ? direct : Math.min(toSwitch, back);
  }

  private static DevicePath path(Paths paths, Node to, int links) {
    PathType type = paths.type(to);
    if (type == PathType.DIS) {
      return DevicePath.UNKNOWN;
    }
    int used = type == PathType.NVL ? links : 0;
    String label = used > 0 ? "NV" + used : type.name();
    return new DevicePath(type, used, paths.bytesPerSecond(to), label);
  }
}
