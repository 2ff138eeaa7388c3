package io.busbar.nccl.topology;

import io.busbar.formats.ncclxml.TopologyFile.Cpu;
import io.busbar.formats.ncclxml.TopologyFile.Net;
import io.busbar.formats.ncclxml.TopologyFile.Pci;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of a topology and the links between them. Grows while it is built. */
final class Graph {
  /** What a node is. */
  enum Kind {
    CPU,
    PCI,
    GPU,
    NVSWITCH,
    NIC,
    NET
  }

  /** What a link is. */
  enum LinkKind {
    LOCAL,
    NVLINK,
    C2C,
    PCIE,
    CPU,
    NETWORK
  }

  /**
   * A node.
   *
   * @param cpu the NUMA node that it belongs to; null for NVSwitches
   * @param device where it sits on PCIe, if it does
   * @param net of a network device
   */
  record Node(int index, Kind kind, @Nullable Cpu cpu, @Nullable Pci device, @Nullable Net net) {}

  /** A link to a node, one direction. */
  record Link(int to, LinkKind kind, double bytesPerSecond) {}

  private final List<Node> nodes = new ArrayList<>();
  private final List<List<Link>> links = new ArrayList<>();

  Node add(Kind kind, @Nullable Cpu cpu, @Nullable Pci device, @Nullable Net net) {
    Node node = new Node(nodes.size(), kind, cpu, device, net);
    nodes.add(node);
    links.add(new ArrayList<>());
    return node;
  }

  /** Links of one kind between the same nodes add up, as NVLinks do. */
  void link(Node from, Node to, LinkKind kind, double bytesPerSecond) {
    List<Link> own = links.get(from.index());
    for (int i = 0; i < own.size(); i++) {
      Link link = own.get(i);
      if (link.to() == to.index() && link.kind() == kind) {
        own.set(i, new Link(to.index(), kind, link.bytesPerSecond() + bytesPerSecond));
        return;
      }
    }
    own.add(new Link(to.index(), kind, bytesPerSecond));
  }

  void linkBoth(Node one, Node other, LinkKind kind, double bytesPerSecond) {
    link(one, other, kind, bytesPerSecond);
    link(other, one, kind, bytesPerSecond);
  }

  int size() {
    return nodes.size();
  }

  Node node(int index) {
    return nodes.get(index);
  }

  List<Link> links(int from) {
    return links.get(from);
  }

  List<Node> nodes(Kind kind) {
    return nodes.stream().filter(node -> node.kind() == kind).toList();
  }
}
