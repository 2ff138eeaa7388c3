package io.busbar.nccl.topology.report;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.formats.ncclxml.TopologyFile;
import io.busbar.nccl.topology.Affinity;
import io.busbar.nccl.topology.DevicePath;
import io.busbar.nccl.topology.Devices;
import io.busbar.nccl.topology.GpuDevice;
import io.busbar.nccl.topology.NicDevice;
import io.busbar.nccl.topology.NodeTopology;
import io.busbar.nccl.topology.PcieLink;
import io.busbar.nccl.topology.check.TopologyChecks;
import io.busbar.nccl.version.NcclVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The topology of a node as a report. Stateless. */
public final class TopologyReport {
  public static final String SCHEMA = "busbar/topo/1";

  private static final int MOST_SHOWN = 16;
  private static final String LEGEND =
      "NV#: # NVLinks; NVB: over another GPU; C2C: on one package; PIX: one PCIe switch; PXB:"
          + " several; P2C: C2C, then PCIe; PHB, NODE: through a CPU; SYS: between NUMA nodes.";

  private TopologyReport() {}

  /**
   * @param version of NCCL whose rates count
   */
  public static Report of(NodeTopology node, NcclVersion version) {
    List<Finding> findings = TopologyChecks.of(node);
    List<Block> blocks = new ArrayList<>();
    blocks.add(summary(node, version));
    blocks.add(new Block.Findings("Findings", findings));
    if (findings.isEmpty()) {
      blocks.add(new Block.Note("", looked()));
    }
    blocks.add(matrix("GPU to GPU", node, node.gpus(), GpuDevice::label, node::path, LEGEND));
    if (!node.nics().isEmpty()) {
      blocks.add(matrix("GPU to NIC", node, node.nics(), NicDevice::label, node::path, ""));
      blocks.add(affinities(node));
      if (node.file() != null || node.nics().stream().anyMatch(nic -> !nic.name().isEmpty())) {
        blocks.add(nics(node));
      }
    }
    TopologyFile file = node.file();
    if (file != null) {
      blocks.add(TreeTable.of(file, node, version));
      blocks.add(TopologyPicture.of(file, node));
    }
    if (!node.warnings().isEmpty()) {
      String lines =
          node.warnings().stream().map(Object::toString).collect(Collectors.joining("\n"));
      blocks.add(new Block.Note("Passed over while reading", lines));
    }
    String title = "Topology of " + node.source();
    return new Report(SCHEMA, title, TopologyAnswer.of(node, findings), blocks);
  }

  private static String looked() {
    return "Looked at: form of the file, GPUDirect, NICs near each GPU, ports for management,"
        + " order of NICs, NVLinks, PCIe speeds and widths.";
  }

  private static Block summary(NodeTopology node, NcclVersion version) {
    List<Figure> rows = new ArrayList<>();
    Devices.Recognised gpu = Devices.gpu(node);
    String model = gpu == null ? "" : " x " + gpu.gpu().name();
    String how =
        gpu == null
            ? "the file does not say which"
            : gpu.byNumber() ? "by PCI number" : "the usual one with these links";
    rows.add(new Figure("GPUs", node.gpus().size() + model, node.gpus().isEmpty() ? "" : how));
    rows.add(new Figure("NICs", nicCount(node), ""));
    rows.add(new Figure("NUMA nodes", node.numaNodes() == 0 ? "?" : "" + node.numaNodes(), ""));
    rows.add(new Figure("NVLink", nvLink(node), nvLinkNote(node)));
    if (node.file() != null) {
      rows.add(new Figure("elements", "" + node.file().elementCount(), "NCCL reads 256 of a host"));
      rows.add(new Figure("rates", "GB/s in one direction", "as NCCL " + version + " counts them"));
    }
    return new Block.Figures("Node", rows);
  }

  private static String nicCount(NodeTopology node) {
    long management = node.nics().stream().filter(NicDevice::isManagement).count();
    long socket = node.nics().stream().filter(NicDevice::socket).count();
    String text = "" + (node.nics().size() - management - socket);
    text += socket == 0 ? "" : " + " + socket + " for sockets";
    return text + (management == 0 ? "" : " + " + management + " for management");
  }

  private static String nvLink(NodeTopology node) {
    String counts =
        node.gpus().stream()
            .map(gpu -> gpu.nvLinks() == null ? 0 : gpu.nvLinks())
            .distinct()
            .sorted()
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    if (!node.tellsNvLinks()) {
      return node.file() == null ? "none" : "not in the file";
    }
    boolean joined = node.gpuToGpu().stream().flatMap(List::stream).anyMatch(DevicePath::isNvLink);
    String whereTo = node.nvSwitched() ? "through NVSwitch" : joined ? "direct" : "joining none";
    return counts + " links per GPU, " + whereTo;
  }

  private static String nvLinkNote(NodeTopology node) {
    if (!node.tellsNvLinks()) {
      return node.file() == null ? "" : "NCCL asks the driver for NVLinks";
    }
    double most = 0;
    for (GpuDevice gpu : node.gpus()) {
      Double rate = gpu.nvLinkBytesPerSecond();
      most = rate == null ? most : Math.max(most, rate);
    }
    return most == 0 ? "" : new Bandwidth(most) + " per GPU";
  }

  private interface PathTo<D> {
    DevicePath of(GpuDevice from, D to);
  }

  private static <D> Block matrix(
      String title,
      NodeTopology node,
      List<D> to,
      Function<D, String> label,
      PathTo<D> path,
      String legend) {
    List<D> shown = to.subList(0, Math.min(MOST_SHOWN, to.size()));
    List<GpuDevice> from = node.gpus().subList(0, Math.min(MOST_SHOWN, node.gpus().size()));
    List<Column> columns = new ArrayList<>(List.of(Column.text("")));
    shown.forEach(device -> columns.add(Column.text(label.apply(device))));
    columns.add(Column.text("NUMA"));
    List<List<String>> rows = new ArrayList<>();
    for (GpuDevice gpu : from) {
      List<String> row = new ArrayList<>(List.of(gpu.label()));
      shown.forEach(device -> row.add(path.of(gpu, device).label()));
      row.add(gpu.numa() == null ? "" : gpu.numa() + "");
      rows.add(row);
    }
    boolean cut = shown.size() < to.size() || from.size() < node.gpus().size();
    String note = cut ? "The first " + MOST_SHOWN + "; JSON has all. " : "";
    return new Block.Table(title, columns, rows, note + legend);
  }

  private static Block affinities(NodeTopology node) {
    List<Column> columns =
        List.of(
            Column.text("GPU"),
            Column.text("bus id"),
            Column.text("cores"),
            Column.text("PCIe"),
            Column.text("nearest NICs"),
            Column.text("path"),
            Column.number("GB/s"));
    List<List<String>> rows = new ArrayList<>();
    for (Affinity affinity : Affinity.of(node)) {
      GpuDevice gpu = affinity.gpu();
      String nics =
          affinity.nics().stream().map(NicDevice::shown).collect(Collectors.joining(", "));
      GpuDevice over = affinity.over();
      rows.add(
          List.of(
              gpu.label(),
              gpu.busId(),
              gpu.cores(),
              pcie(gpu.pcie()),
              nics,
              over == null ? affinity.path().label() : "PXN over " + over.label(),
              rate(affinity.bytesPerSecond())));
    }
    return new Block.Table("Each GPU and its NICs", columns, rows, "");
  }

  private static Block nics(NodeTopology node) {
    List<Column> columns =
        List.of(
            Column.text("NIC"),
            Column.text("name"),
            Column.text("bus id"),
            Column.text("model"),
            Column.text("PCIe"),
            Column.text("NUMA"),
            Column.text("GPUDirect"),
            Column.number("GB/s"));
    List<List<String>> rows = new ArrayList<>();
    for (NicDevice nic : node.nics()) {
      String model = Devices.nic(nic.deviceId());
      Boolean gdr = nic.gdr();
      rows.add(
          List.of(
              nic.label(),
              nic.name(),
              nic.busId(),
              model == null ? nic.deviceId() : model,
              pcie(nic.pcie()),
              nic.numa() == null ? "" : nic.numa() + "",
              gdr == null ? "?" : gdr ? "yes" : "no",
              rate(nic.bytesPerSecond())));
    }
    return new Block.Table("Network devices", columns, rows, "");
  }

  private static String pcie(@Nullable PcieLink link) {
    return link == null ? "" : link.toString();
  }

  private static String rate(@Nullable Double bytesPerSecond) {
    return bytesPerSecond == null ? "?" : TreeTable.gigabytes(bytesPerSecond);
  }
}
