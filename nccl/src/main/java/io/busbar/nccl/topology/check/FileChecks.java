package io.busbar.nccl.topology.check;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.ncclxml.Limits;
import io.busbar.formats.ncclxml.TopologyFile;
import io.busbar.formats.ncclxml.TopologyFile.Cpu;
import io.busbar.formats.ncclxml.TopologyFile.Pci;
import io.busbar.nccl.topology.NodeTopology;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether NCCL can read the file, and where it does not show the machine. */
final class FileChecks {
  private static final String INVENTED = "ffff:ff:";
  private static final String X86 = "x86_64";
  private static final int VERSION = 1;

  private final @Nullable TopologyFile file;

  FileChecks(NodeTopology node) {
    this.file = node.file();
  }

  void conclude(List<Finding> out) {
    TopologyFile read = file;
    if (read != null) {
      piece(read, out);
      version(read, out);
      cpuAttributes(read, out);
      tooLarge(read, out);
      inventedSwitches(read, out);
    }
  }

  private static void piece(TopologyFile read, List<Finding> out) {
    if (!read.whole()) {
      out.add(
          new Finding(
              "topology-file-invalid",
              Severity.WARNING,
              "The file is a piece of a topology file",
              "Elements lack their beginning or end, so that NCCL would refuse it. What is in it"
                  + " is shown; paths between devices that are not in one element are unknown.",
              read.warnings().stream().limit(1).map(Evidence::of).toList(),
              List.of("write it anew with NCCL_TOPO_DUMP_FILE, or close its elements")));
    }
  }

  private static void version(TopologyFile read, List<Finding> out) {
    Integer version = read.version();
    if (read.whole() && (version == null || version != VERSION)) {
      out.add(
          new Finding(
              "topology-file-invalid",
              Severity.CRITICAL,
              "The element system needs version=\"1\"",
              "NCCL refuses a topology file of another version and fails at start.",
              List.of(Evidence.of(read.roots().getFirst(), "version")),
              List.of("write <system version=\"1\">")));
    }
  }

  /** NCCL asks the host for what is missing, but only for CPUs above a GPU that it may use. */
  private static void cpuAttributes(TopologyFile read, List<Finding> out) {
    List<String> evidence = new ArrayList<>();
    for (Cpu cpu : read.cpus()) {
      List<String> missing = new ArrayList<>();
      if (cpu.numaId() == null) {
        missing.add("numaid");
      }
      if (cpu.arch().isEmpty()) {
        missing.add("arch");
      }
      boolean x86 = cpu.arch().equals(X86);
      if (x86 && (cpu.vendor().isEmpty() || cpu.family() == null || cpu.model() == null)) {
        missing.add("vendor, familyid or modelid");
      }
      if (!missing.isEmpty()) {
        String place = Evidence.of(cpu.element(), "numaid");
        evidence.add(place + " lacks " + String.join(" and ", missing));
      }
    }
    if (read.whole() && !evidence.isEmpty()) {
      out.add(
          new Finding(
              "topology-file-invalid",
              Severity.WARNING,
              Evidence.count(evidence.size(), "cpu element") + " without what NCCL needs of it",
              "NCCL asks the host for it only where it uses a GPU below that CPU. In a container"
                  + " that sees some of the GPUs it fails: 'Attribute arch of node cpu not found'.",
              Evidence.first(evidence),
              List.of("add numaid, arch and, on x86_64, vendor, familyid and modelid")));
    }
  }

  private static void tooLarge(TopologyFile read, List<Finding> out) {
    int hosts = (int) read.cpus().stream().map(Cpu::host).distinct().count();
    int most = Limits.NCCL_ELEMENTS_PER_HOST * Math.max(1, hosts);
    if (read.elementCount() > most) {
      out.add(
          new Finding(
              "topology-file-too-large",
              Severity.WARNING,
              "The file has " + read.elementCount() + " elements; NCCL reads " + most,
              "NCCL keeps 256 elements of a host, those that it adds itself included, and fails"
                  + " beyond.",
              List.of(),
              List.of("leave out elements that are neither a GPU or NIC nor above one")));
    }
  }

  private static void inventedSwitches(TopologyFile read, List<Finding> out) {
    List<Pci> invented =
        read.devices().stream().filter(device -> device.busId().startsWith(INVENTED)).toList();
    if (!invented.isEmpty()) {
      out.add(
          new Finding(
              "topology-invented-switches",
              Severity.INFO,
              invented.size()
                  + (invented.size() == 1 ? " PCIe switch" : " PCIe switches")
                  + " of the file: invented, the host knows none",
              "A bus id of ffff:ff stands for a switch that a virtual machine hides. The file says"
                  + " what shares it; nothing here can be checked against the machine.",
              Evidence.first(
                  invented.stream().map(device -> Evidence.of(device.element(), "busid")).toList()),
              List.of("compare bus ids of GPUs and NICs with 'lspci -D' on the machine")));
    }
  }
}
