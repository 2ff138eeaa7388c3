package io.busbar.nccl.topology.report;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.formats.ncclxml.TopologyFile;
import io.busbar.formats.ncclxml.TopologyFile.C2c;
import io.busbar.formats.ncclxml.TopologyFile.Cpu;
import io.busbar.formats.ncclxml.TopologyFile.Gpu;
import io.busbar.formats.ncclxml.TopologyFile.Net;
import io.busbar.formats.ncclxml.TopologyFile.NvLink;
import io.busbar.formats.ncclxml.TopologyFile.Pci;
import io.busbar.nccl.topology.GpuDevice;
import io.busbar.nccl.topology.LinkRates;
import io.busbar.nccl.topology.NicDevice;
import io.busbar.nccl.topology.NodeTopology;
import io.busbar.nccl.topology.PcieLink;
import io.busbar.nccl.version.NcclVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The PCIe tree as a table, one line for each device, indented by its depth. Used once. */
final class TreeTable {
  private static final int MOST_ROWS = 400;
  private static final double GIGA = 1e9;

  private final NodeTopology node;
  private final LinkRates rates;
  private final List<List<String>> rows = new ArrayList<>();

  private TreeTable(NodeTopology node, NcclVersion version) {
    this.node = node;
    this.rates = LinkRates.of(version);
  }

  static Block of(TopologyFile file, NodeTopology node, NcclVersion version) {
    TreeTable tree = new TreeTable(node, version);
    file.cpus().forEach(tree::cpu);
    List<Column> columns =
        List.of(
            Column.text("tree"),
            Column.text("what"),
            Column.text("link to above"),
            Column.number("GB/s"),
            Column.text("other links"));
    boolean cut = tree.rows.size() > MOST_ROWS;
    List<List<String>> shown = cut ? tree.rows.subList(0, MOST_ROWS) : tree.rows;
    String note = cut ? "The first " + MOST_ROWS + " of " + tree.rows.size() + " lines." : "";
    return new Block.Table("Tree", columns, shown, note);
  }

  /** {@code 370.8}, {@code 48}. */
  static String gigabytes(double bytesPerSecond) {
    String text = String.format(Locale.ROOT, "%.1f", bytesPerSecond / GIGA);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private void cpu(Cpu cpu) {
    String number = cpu.numaId() == null ? "CPU ?" : "CPU " + cpu.numaId();
    String kind = cpu.vendor().isBlank() ? cpu.arch() : cpu.vendor().strip();
    String model = cpu.model() == null ? "" : " " + cpu.family() + "/" + cpu.model();
    rows.add(List.of(number, kind + model, "", "", ""));
    cpu.devices().forEach(device -> device(device, 1));
    for (TopologyFile.Nic nic : cpu.nics()) {
      nic.nets().forEach(net -> net(net, 1));
    }
  }

  private void device(Pci device, int depth) {
    PcieLink link = rates.pcieLink(device.linkSpeed(), device.linkWidth());
    rows.add(
        List.of(
            branch(depth, device.busId()),
            what(device),
            link.toString(),
            gigabytes(link.bytesPerSecond()),
            otherLinks(device)));
    device.devices().forEach(below -> device(below, depth + 1));
    for (TopologyFile.Nic nic : device.nics()) {
      nic.nets().forEach(net -> net(net, depth + 1));
    }
  }

  private static String branch(int depth, String name) {
    return "| ".repeat(depth - 1) + "+ " + name;
  }

  private String what(Pci device) {
    for (GpuDevice gpu : node.gpus()) {
      if (device.isGpu() && gpu.busId().equals(device.busId())) {
        return gpu.label();
      }
    }
    for (NicDevice nic : node.nics()) {
      boolean own = device.isNic() && nic.busId().equals(device.busId());
      if (own) {
        return nic.name().isEmpty() ? nic.label() : "NIC";
      }
    }
    return device.busId().startsWith("ffff:ff:") ? "switch (invented)" : "switch";
  }

  private static String otherLinks(Pci device) {
    Gpu gpu = device.gpu();
    if (gpu == null) {
      return "";
    }
    Map<String, Integer> links = new LinkedHashMap<>();
    for (NvLink link : gpu.nvLinks()) {
      boolean peer = link.targetClass().startsWith("0x03");
      links.merge(peer ? link.target() : "NVSwitch", link.count(), Integer::sum);
    }
    List<String> texts = new ArrayList<>();
    links.forEach((target, count) -> texts.add("NV" + count + " " + target));
    for (C2c link : gpu.c2cs()) {
      texts.add("C2C x" + link.count());
    }
    return String.join(", ", texts);
  }

  private void net(Net net, int depth) {
    String label = "";
    for (NicDevice nic : node.nics()) {
      label = nic.name().equals(net.name()) ? nic.label() : label;
    }
    Double speed = net.megabitsPerSecond();
    String rate = speed == null || speed <= 0 ? "?" : gigabytes(speed * 1e6 / 8);
    String gdr = Boolean.FALSE.equals(net.gdr()) ? "no GPUDirect" : "";
    rows.add(List.of(branch(depth, net.name()), label, "network", rate, gdr));
  }
}
