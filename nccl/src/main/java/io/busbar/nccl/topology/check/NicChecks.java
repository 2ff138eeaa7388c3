package io.busbar.nccl.topology.check;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.ncclxml.TopologyFile;
import io.busbar.formats.ncclxml.TopologyFile.Net;
import io.busbar.formats.ncclxml.TopologyFile.Nic;
import io.busbar.nccl.graph.PathType;
import io.busbar.nccl.topology.Affinity;
import io.busbar.nccl.topology.GpuDevice;
import io.busbar.nccl.topology.NicDevice;
import io.busbar.nccl.topology.NodeTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether every GPU has a NIC near it that it can use. */
final class NicChecks {
  private final NodeTopology node;
  private final List<Affinity> affinities;
  private final List<NicDevice> forTraffic;

  NicChecks(NodeTopology node) {
    this.node = node;
    this.affinities = Affinity.of(node);
    this.forTraffic = node.nics().stream().filter(NicDevice::isForTraffic).toList();
  }

  void conclude(List<Finding> out) {
    gpuDirect(out);
    management(out);
    if (node.isWhole() && !forTraffic.isEmpty()) {
      farGpus(out);
      farNics(out);
      naming(out);
    }
  }

  /** A NIC for RDMA that NCCL will not let touch GPU memory. */
  private void gpuDirect(List<Finding> out) {
    List<String> evidence = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (NicDevice nic : forTraffic) {
      if (Boolean.FALSE.equals(nic.gdr())) {
        names.add(nic.shown());
        net(nic).forEach(net -> evidence.add(Evidence.of(net.element(), "name", "gdr")));
      }
    }
    if (!names.isEmpty()) {
      boolean capable = node.gpus().stream().map(GpuDevice::gdr).anyMatch(Boolean.TRUE::equals);
      String gpus = capable ? "The GPUs could (gdr=\"1\"). " : "";
      out.add(
          new Finding(
              "gdr-disabled",
              Severity.CRITICAL,
              "No GPUDirect RDMA on " + String.join(", ", names),
              gpus + "Every message is copied through host memory, at a fraction of the rate.",
              Evidence.first(evidence),
              List.of(
                  "lsmod | grep nvidia_peermem; load it, or use a kernel and driver with DMA-BUF",
                  "rebuild the driver when the network driver was updated after it")));
    }
  }

  private Stream<Net> net(NicDevice nic) {
    TopologyFile file = node.file();
    if (file == null) {
      return Stream.empty();
    }
    Stream<Nic> beside = file.cpus().stream().flatMap(cpu -> cpu.nics().stream());
    Stream<Nic> onPcie = file.devices().stream().flatMap(device -> device.nics().stream());
    return Stream.concat(beside, onPcie)
        .flatMap(each -> each.nets().stream())
        .filter(net -> net.name().equals(nic.name()));
  }

  private void management(List<Finding> out) {
    List<NicDevice> ports = node.nics().stream().filter(NicDevice::isManagement).toList();
    if (!ports.isEmpty()) {
      String names = ports.stream().map(NicDevice::shown).collect(Collectors.joining(", "));
      out.add(
          new Finding(
              "nic-not-for-traffic",
              Severity.WARNING,
              names + ": ports for management, not for traffic",
              "They sit on a function of "
                  + lanes(ports.getFirst())
                  + " lanes, as the ports do through which NVSwitches are managed. Used as NICs"
                  + " they would be by far the slowest.",
              Evidence.first(ports.stream().map(NicChecks::onPcie).toList()),
              List.of("NCCL_IB_HCA=^=" + String.join(",", names.split(", ", -1)))));
    }
  }

  private static int lanes(NicDevice nic) {
    return nic.pcie() == null ? 0 : nic.pcie().lanes();
  }

  private static String onPcie(NicDevice nic) {
    return nic.shown()
        + " on "
        + nic.busId()
        + ": "
        + nic.pcie()
        + ", "
        + Evidence.count(nic.devicesOfFunction(), "device")
        + " on the function";
  }

  private void farGpus(List<Finding> out) {
    List<Affinity> far = affinities.stream().filter(a -> a.path().isKnown() && !isNear(a)).toList();
    if (far.isEmpty()) {
      return;
    }
    List<GpuDevice> gpus = far.stream().map(Affinity::gpu).toList();
    List<GpuDevice> over = far.stream().map(Affinity::over).filter(Objects::nonNull).toList();
    boolean forwarded = over.size() == far.size();
    boolean otherSocket = far.stream().anyMatch(a -> a.path().type() == PathType.SYS);
    out.add(
        new Finding(
            otherSocket && !forwarded ? "gpu-nic-distance-sys" : "gpu-without-local-nic",
            forwarded ? Severity.INFO : Severity.WARNING,
            Evidence.labels(gpus) + ": no NIC behind the same PCIe switch",
            forwarded
                ? "NCCL goes over NVLink to a GPU that has one (PXN, from 2.12)."
                : "Their messages pass a CPU"
                    + (otherSocket ? " and the link between sockets" : "")
                    + "; by default NCCL then does without GPUDirect RDMA.",
            Evidence.first(far.stream().map(NicChecks::nearest).toList()),
            forwarded
                ? List.of("leave NCCL_PXN_DISABLE unset; rank placement matters")
                : List.of(
                    "give these GPUs a NIC of their own side, or use the GPUs that have one",
                    "in a virtual machine: NCCL_TOPO_FILE with the switches it hides")));
  }

  private static boolean isNear(Affinity affinity) {
    return affinity.path().type().within(PathType.P2C);
  }

  private static String nearest(Affinity affinity) {
    String nics = affinity.nics().stream().map(NicDevice::shown).collect(Collectors.joining(", "));
    GpuDevice over = affinity.over();
    String through = over == null ? "" : "; over " + over.label() + " by NVLink";
    return affinity.gpu().label() + ": " + affinity.path().label() + " to " + nics + through;
  }

  private void farNics(List<Finding> out) {
    List<String> far = new ArrayList<>();
    for (NicDevice nic : forTraffic) {
      boolean known = node.gpus().stream().anyMatch(gpu -> node.path(gpu, nic).isKnown());
      boolean sys =
          node.gpus().stream()
              .allMatch(gpu -> node.path(gpu, nic).type().compareTo(PathType.SYS) >= 0);
      if (known && sys) {
        far.add(nic.shown());
      }
    }
    if (!far.isEmpty()) {
      out.add(
          new Finding(
              "nic-without-local-gpu",
              Severity.INFO,
              String.join(", ", far) + ": on the side of no GPU",
              "Every GPU reaches it over the link between sockets, so that NCCL will hardly use"
                  + " it.",
              List.of(),
              List.of("leave it to storage or the front end, or move it")));
    }
  }

  /** As many NICs as GPUs, but not in their order. */
  private void naming(List<Finding> out) {
    if (forTraffic.size() != node.gpus().size()) {
      return;
    }
    List<String> crossed = new ArrayList<>();
    for (Affinity affinity : affinities) {
      List<NicDevice> near = affinity.nics();
      boolean single = near.size() == 1 && affinity.path().isNear();
      if (single && forTraffic.indexOf(near.getFirst()) != affinity.gpu().index()) {
        crossed.add(affinity.gpu().label() + " is near " + near.getFirst().shown());
      }
    }
    if (!crossed.isEmpty()) {
      out.add(
          new Finding(
              "nic-naming-differs-from-topology",
              Severity.INFO,
              "NICs are not in the order of the GPUs",
              "NCCL finds the near NIC by itself; scripts that pair GPU i with NIC i do not.",
              Evidence.first(crossed),
              List.of("do not rely on numbers; the order in NCCL_IB_HCA changes nothing")));
    }
  }
}
