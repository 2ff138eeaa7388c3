package io.busbar.nccl.topology.check;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.ncclxml.TopologyFile;
import io.busbar.formats.ncclxml.TopologyFile.NvLink;
import io.busbar.formats.ncclxml.TopologyFile.Pci;
import io.busbar.nccl.topology.Devices;
import io.busbar.nccl.topology.GpuDevice;
import io.busbar.nccl.topology.NodeTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Whether NVLinks are all there, and whom they join. */
final class NvLinkChecks {
  private final NodeTopology node;

  NvLinkChecks(NodeTopology node) {
    this.node = node;
  }

  void conclude(List<Finding> out) {
    if (node.tellsNvLinks()) {
      missing(out);
      toItself(out);
      pairsOnly(out);
    }
  }

  private static int links(GpuDevice gpu) {
    Integer links = gpu.nvLinks();
    return links == null ? 0 : links;
  }

  /** Fewer than the other GPUs have, or than the catalogue says of its kind. */
  private void missing(List<Finding> out) {
    int most = node.gpus().stream().mapToInt(NvLinkChecks::links).max().orElse(0);
    Devices.Recognised recognised = Devices.gpu(node);
    int built = recognised != null && recognised.byNumber() ? recognised.gpu().scaleUpLinks() : 0;
    int expected = Math.max(most, built);
    List<String> evidence = new ArrayList<>();
    List<GpuDevice> lacking = new ArrayList<>();
    for (GpuDevice gpu : node.gpus()) {
      if (links(gpu) < expected) {
        lacking.add(gpu);
        evidence.add(gpu.label() + " " + gpu.busId() + ": " + links(gpu) + " of " + expected);
      }
    }
    if (!lacking.isEmpty()) {
      String named = recognised == null ? "" : " (" + recognised.gpu().name() + ")";
      out.add(
          new Finding(
              "nvlink-inactive",
              Severity.CRITICAL,
              Evidence.labels(lacking) + ": fewer NVLinks than " + expected,
              built > most
                  ? "The GPU" + named + " has " + built + " links."
                  : "The other GPUs have " + most + "; rings and trees run at the slowest.",
              Evidence.first(evidence),
              List.of("nvidia-smi nvlink -s; reset the GPU, then suspect the hardware")));
    }
  }

  private void toItself(List<Finding> out) {
    TopologyFile file = node.file();
    if (file == null) {
      return;
    }
    List<String> evidence =
        file.devices().stream()
            .flatMap(NvLinkChecks::linksToItself)
            .map(link -> Evidence.of(link.element(), "target", "count"))
            .toList();
    if (!evidence.isEmpty()) {
      out.add(
          new Finding(
              "nvlink-to-itself",
              Severity.INFO,
              "NVLinks of the file lead back to their own GPU",
              "They join nobody: between GPUs the file has PCIe and CPUs only.",
              Evidence.first(evidence),
              List.of("name the bus id of the other GPU as target")));
    }
  }

  private static Stream<NvLink> linksToItself(Pci device) {
    return device.gpu() == null
        ? Stream.empty()
        : device.gpu().nvLinks().stream().filter(link -> link.target().equals(device.busId()));
  }

  /** Bridges join two and two. */
  private void pairsOnly(List<Finding> out) {
    List<String> pairs = new ArrayList<>();
    for (GpuDevice gpu : node.gpus()) {
      List<GpuDevice> peers =
          node.gpus().stream().filter(peer -> node.path(gpu, peer).isNvLink()).toList();
      if (peers.size() != 1) {
        return;
      }
      if (gpu.index() < peers.getFirst().index()) {
        String pair = gpu.label() + " and " + peers.getFirst().label();
        pairs.add(pair + ": " + node.path(gpu, peers.getFirst()).label());
      }
    }
    if (node.gpus().size() > 2) {
      out.add(
          new Finding(
              "nvlink-pairs-only",
              Severity.WARNING,
              "NVLink joins pairs only; between pairs there is PCIe",
              "A group of more than two GPUs runs at the rate of PCIe or of the link between"
                  + " sockets. No setting changes that.",
              Evidence.first(pairs),
              List.of("keep tensor parallelism inside a pair")));
    }
  }
}
