package io.busbar.nccl.topology.check;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.ncclxml.TopologyFile;
import io.busbar.formats.ncclxml.TopologyFile.Cpu;
import io.busbar.formats.ncclxml.TopologyFile.Pci;
import io.busbar.nccl.topology.LinkRates;
import io.busbar.nccl.topology.NodeTopology;
import io.busbar.nccl.topology.PcieLink;
import io.busbar.nccl.version.NcclVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether PCIe links are as fast as their devices and as their neighbours. */
final class PcieChecks {
  private final NodeTopology node;
  private final LinkRates rates = LinkRates.of(NcclVersion.newest());

  PcieChecks(NodeTopology node) {
    this.node = node;
  }

  void conclude(List<Finding> out) {
    TopologyFile file = node.file();
    if (file != null) {
      degraded(file, out);
      slowerAbove(file, out);
      if (node.isWhole()) {
        unknown(file, out);
      }
    }
  }

  private Optional<PcieLink> link(Pci device) {
    PcieLink link = rates.pcieLink(device.linkSpeed(), device.linkWidth());
    return link.isKnown() ? Optional.of(link) : Optional.empty();
  }

  private double rate(Pci device) {
    return link(device).map(PcieLink::bytesPerSecond).orElse(0.0);
  }

  /** Slower than other devices of the same number; NICs of one number may have unequal slots. */
  private void degraded(TopologyFile file, List<Finding> out) {
    Map<String, Double> best = new HashMap<>();
    for (Pci device : file.devices()) {
      if (device.isGpu() || device.isNic()) {
        best.merge(kind(device), rate(device), Math::max);
      }
    }
    List<String> evidence = new ArrayList<>();
    for (Pci device : file.devices()) {
      boolean counts = (device.isGpu() || device.isNic()) && !isManagement(device);
      if (counts && link(device).isPresent() && rate(device) < best.get(kind(device))) {
        evidence.add(Evidence.of(device.element(), "busid", "link_speed", "link_width"));
      }
    }
    if (!evidence.isEmpty()) {
      out.add(
          new Finding(
              "pcie-link-downgraded",
              Severity.WARNING,
              Evidence.count(evidence.size(), "device") + " with a slower PCIe link than its like",
              "Other devices of the same number have a faster or wider link. The file holds what a"
                  + " link can do at most, so that this is no saving of power.",
              Evidence.first(evidence),
              List.of(
                  "lspci -vv: LnkCap and LnkSta; reseat the card, check slot, riser and BIOS")));
    }
  }

  private static String kind(Pci device) {
    return device.pciClass() + " " + device.vendor() + " " + device.device();
  }

  private boolean isManagement(Pci device) {
    return node.nics().stream()
        .anyMatch(nic -> nic.isManagement() && nic.busId().equals(device.busId()));
  }

  /** A bridge that is slower than a single GPU or NIC below it. */
  private void slowerAbove(TopologyFile file, List<Finding> out) {
    List<String> evidence = new ArrayList<>();
    for (Cpu cpu : file.cpus()) {
      cpu.devices().forEach(device -> fastestBelow(device, evidence));
    }
    if (!evidence.isEmpty()) {
      out.add(
          new Finding(
              "pcie-upstream-slower",
              Severity.INFO,
              Evidence.count(evidence.size(), "PCIe bridge") + " slower than a device below",
              "What leaves the switch towards the CPU is bound by it; what stays below is not.",
              Evidence.first(evidence),
              List.of("keep GPU and NIC below the same switch; expect less to host memory")));
    }
  }

  private double fastestBelow(Pci device, List<String> evidence) {
    double below = 0;
    for (Pci child : device.devices()) {
      below = Math.max(below, fastestBelow(child, evidence));
    }
    double own = rate(device);
    if (own > 0 && below > own) {
      evidence.add(Evidence.of(device.element(), "busid", "link_speed", "link_width"));
    }
    return own > 0 && below > own ? own : Math.max(below, own);
  }

  /** Without speed and width NCCL counts the third generation, 12 GB/s. */
  private void unknown(TopologyFile file, List<Finding> out) {
    List<Pci> devices =
        file.devices().stream().filter(device -> device.isGpu() || device.isNic()).toList();
    List<String> evidence =
        devices.stream()
            .filter(device -> link(device).isEmpty())
            .map(device -> Evidence.of(device.element(), "busid", "link_speed", "link_width"))
            .toList();
    if (!evidence.isEmpty()) {
      out.add(
          new Finding(
              "pcie-link-unknown",
              Severity.INFO,
              Evidence.count(evidence.size(), "PCIe link") + " without speed or width",
              "NCCL counts each as 16 lanes of the third generation, 12 GB/s, and looks for no"
                  + " faster channels.",
              Evidence.first(evidence),
              List.of("write link_speed and link_width of the machine into the file")));
    }
  }
}
