package io.busbar.nccl.topology;

import io.busbar.formats.ncclxml.TopologyFile;
import io.busbar.formats.ncclxml.TopologyFile.C2c;
import io.busbar.formats.ncclxml.TopologyFile.Cpu;
import io.busbar.formats.ncclxml.TopologyFile.Gpu;
import io.busbar.formats.ncclxml.TopologyFile.Net;
import io.busbar.formats.ncclxml.TopologyFile.Nic;
import io.busbar.formats.ncclxml.TopologyFile.NvLink;
import io.busbar.formats.ncclxml.TopologyFile.Pci;
import io.busbar.nccl.topology.Graph.Kind;
import io.busbar.nccl.topology.Graph.LinkKind;
import io.busbar.nccl.topology.Graph.Node;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes the graph of a topology file as NCCL does: a link for each PCIe device to the one above it,
 * NVLinks from the GPU's side, all NVSwitches as one, CPUs of a host all joined. Switches of two
 * PCIe levels on one chip, which NCCL joins for some vendors, stay two. Used once.
 */
final class GraphBuilder {
  private static final String CPU_CLASS = "0x068001";
  private static final String GPU_CLASS = "0x03";

  private final LinkRates rates;
  private final Graph graph = new Graph();
  private final Map<String, Node> byBusId = new HashMap<>();
  private @Nullable Node nvSwitch;

  private GraphBuilder(LinkRates rates) {
    this.rates = rates;
  }

  static Graph of(TopologyFile file, LinkRates rates) {
    GraphBuilder builder = new GraphBuilder(rates);
    file.cpus().forEach(builder::cpu);
    builder.betweenCpus();
    List<Node> gpus = builder.graph.nodes(Kind.GPU);
    gpus.forEach(builder::linksOfGpu);
    builder.graph.nodes(Kind.PCI).forEach(builder::linksOfSwitch);
    return builder.graph;
  }

  private void cpu(Cpu cpu) {
    Node node = graph.add(Kind.CPU, cpu, null, null);
    cpu.devices().forEach(device -> device(device, node, cpu));
    for (Nic nic : cpu.nics()) {
      Node adapter = graph.add(Kind.NIC, cpu, null, null);
      graph.linkBoth(node, adapter, LinkKind.PCIE, rates.local());
      nic.nets().forEach(net -> net(net, adapter, cpu));
    }
  }

  private void device(Pci device, Node parent, Cpu cpu) {
    Kind kind = device.isGpu() ? Kind.GPU : device.isNic() ? Kind.NIC : Kind.PCI;
    Node node = graph.add(kind, cpu, device, null);
    byBusId.putIfAbsent(device.busId(), node);
    double rate = rates.pcie(device.linkSpeed(), device.linkWidth());
    graph.linkBoth(node, parent, LinkKind.PCIE, rate);
    device.devices().forEach(below -> device(below, node, cpu));
    for (Nic nic : device.nics()) {
      nic.nets().forEach(net -> net(net, node, cpu));
    }
    if (kind == Kind.NIC && device.nics().stream().allMatch(nic -> nic.nets().isEmpty())) {
      Node net = graph.add(Kind.NET, cpu, device, null); // NCCL asks the host for its rate
      graph.linkBoth(net, node, LinkKind.NETWORK, rate);
    }
  }

  private void net(Net net, Node nic, Cpu cpu) {
    Node node = graph.add(Kind.NET, cpu, nic.device(), net);
    double rate = rates.network(net.megabitsPerSecond());
    graph.linkBoth(node, nic, LinkKind.NETWORK, rate);
  }

  private void betweenCpus() {
    List<Node> cpus = graph.nodes(Kind.CPU);
    for (Node one : cpus) {
      for (Node other : cpus) {
        Cpu from = one.cpu();
        Cpu to = other.cpu();
        boolean joined = from != null && to != null && from.host().equals(to.host());
        if (one != other && joined) {
          graph.link(one, other, LinkKind.CPU, rates.betweenCpus(from));
        }
      }
    }
  }

  private void linksOfGpu(Node node) {
    Pci device = node.device();
    Gpu gpu = device == null ? null : device.gpu();
    if (gpu == null) {
      return;
    }
    for (NvLink link : gpu.nvLinks()) {
      double rate = link.count() * rates.nvLink(gpu.sm());
      Node target = byBusId.get(link.target());
      if (link.targetClass().startsWith(GPU_CLASS)) {
        if (target != null && target != node) {
          graph.link(node, target, LinkKind.NVLINK, rate); // the other GPU says its own
        }
      } else if (link.targetClass().startsWith(CPU_CLASS)) {
        graph.linkBoth(node, cpuOf(node), LinkKind.NVLINK, rate);
      } else {
        graph.linkBoth(node, nvSwitch(), LinkKind.NVLINK, rate);
      }
    }
    for (C2c link : gpu.c2cs()) {
      double rate = LinkRates.chipToChip(link.megabytesPerSecond(), link.count());
      graph.linkBoth(node, cpuOf(node), LinkKind.C2C, rate);
    }
  }

  private Node cpuOf(Node node) {
    Predicate<Node> own = cpu -> cpu.cpu() == node.cpu();
    return graph.nodes(Kind.CPU).stream().filter(own).findFirst().orElse(node);
  }

  private Node nvSwitch() {
    Node known = nvSwitch;
    if (known == null) {
      known = graph.add(Kind.NVSWITCH, null, null, null);
      nvSwitch = known;
    }
    return known;
  }

  private void linksOfSwitch(Node node) {
    Pci device = node.device();
    for (String target : device == null ? List.<String>of() : device.links()) {
      Node other = byBusId.get(target);
      if (other != null) {
        graph.link(node, other, LinkKind.LOCAL, rates.local());
      }
    }
  }
}
