package io.busbar.nccl.topology.report;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Shape;
import io.busbar.formats.ncclxml.TopologyFile;
import io.busbar.formats.ncclxml.TopologyFile.Cpu;
import io.busbar.formats.ncclxml.TopologyFile.Nic;
import io.busbar.formats.ncclxml.TopologyFile.Pci;
import io.busbar.nccl.topology.DevicePath;
import io.busbar.nccl.topology.GpuDevice;
import io.busbar.nccl.topology.NicDevice;
import io.busbar.nccl.topology.NodeTopology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The node as boxes in boxes: NUMA nodes, PCIe switches, GPUs and NICs; NVLinks as lines between
 * GPUs or to a bar that stands for the NVSwitches. Used once.
 */
final class TopologyPicture {
  private static final double LEAF_WIDTH = 84;
  private static final double LEAF_HEIGHT = 46;
  private static final double GAP = 8;
  private static final double HEAD = 20;
  private static final double WIDEST = 1000;
  private static final double NVSWITCH_HEIGHT = 26;
  private static final double NVLINK_SPACE = 20;
  private static final double ARC_HEIGHT = 8;
  private static final double FOOT = 12;
  private static final int MOST_ARCS = 40;

  private final NodeTopology node;
  private final Map<String, GpuDevice> gpus = new HashMap<>();
  private final Map<String, List<NicDevice>> nics = new HashMap<>();
  private final Map<GpuDevice, double[]> places = new HashMap<>();
  private final List<Shape> shapes = new ArrayList<>();

  private TopologyPicture(NodeTopology node) {
    this.node = node;
    node.gpus().forEach(gpu -> gpus.put(gpu.busId(), gpu));
    node.nics().forEach(nic -> nics.computeIfAbsent(nic.busId(), b -> new ArrayList<>()).add(nic));
  }

  static Block.Drawing of(TopologyFile file, NodeTopology node) {
    return new TopologyPicture(node).draw(file);
  }

  /** A box with what is in it, before it has a place. */
  private record Cell(
      String label, String kind, double width, double height, List<List<Cell>> rows) {}

  private Block.Drawing draw(TopologyFile file) {
    List<Cell> cpus = new ArrayList<>();
    for (Cpu cpu : file.cpus()) {
      cpus.add(cpu(cpu));
    }
    double above = node.nvSwitched() ? NVSWITCH_HEIGHT : arcs().size() * ARC_HEIGHT;
    double top = above > 0 ? NVLINK_SPACE + above : GAP;
    double width = 0;
    double y = top;
    for (List<Cell> row : wrapped(cpus, WIDEST)) {
      double x = GAP;
      double height = 0;
      for (Cell cell : row) {
        place(cell, x, y);
        x += cell.width() + GAP;
        height = Math.max(height, cell.height());
      }
      width = Math.max(width, x);
      y += height + GAP;
    }
    nvLinks(width);
    return new Block.Drawing("Picture", width, y, shapes, caption());
  }

  private String caption() {
    String inside = "Boxes in a box share its PCIe switch or NUMA node.";
    return node.nvSwitched() || arcs().isEmpty()
        ? inside
        : inside + " Lines are NVLinks, as wide as there are many.";
  }

  private Cell cpu(Cpu cpu) {
    List<Cell> inside = new ArrayList<>();
    cpu.devices().forEach(device -> inside.add(device(device)));
    for (Nic nic : cpu.nics()) {
      nic.nets().forEach(net -> inside.add(leaf(net.name(), "nic")));
    }
    String name = cpu.numaId() == null ? "CPU" : "NUMA node " + cpu.numaId();
    return container(name, "node", inside, 4);
  }

  private Cell device(Pci device) {
    GpuDevice gpu = gpus.get(device.busId());
    if (device.isGpu() && gpu != null) {
      boolean lacking = node.tellsNvLinks() && links(gpu) < most();
      String links = lacking ? " " + links(gpu) + " NVLinks" : "";
      return leaf(gpu.label() + " " + device.busId() + links, "gpu");
    }
    if (device.isNic()) {
      List<NicDevice> own = nics.getOrDefault(device.busId(), List.of());
      String more = own.size() > 1 ? " +" + (own.size() - 1) : "";
      return leaf(own.isEmpty() ? device.busId() : own.getFirst().shown() + more, "nic");
    }
    List<Cell> inside = device.devices().stream().map(this::device).toList();
    return inside.isEmpty()
        ? leaf(device.busId(), "switch")
        : container(device.busId(), "switch", inside, 2);
  }

  private static Cell leaf(String label, String kind) {
    return new Cell(label, kind, LEAF_WIDTH, LEAF_HEIGHT, List.of());
  }

  private static Cell container(String label, String kind, List<Cell> inside, int perRow) {
    List<List<Cell>> rows = new ArrayList<>();
    for (int from = 0; from < inside.size(); from += perRow) {
      rows.add(inside.subList(from, Math.min(from + perRow, inside.size())));
    }
    double width = LEAF_WIDTH + 2 * GAP;
    double height = HEAD + GAP;
    for (List<Cell> row : rows) {
      double rowWidth = GAP;
      double rowHeight = 0;
      for (Cell cell : row) {
        rowWidth += cell.width() + GAP;
        rowHeight = Math.max(rowHeight, cell.height());
      }
      width = Math.max(width, rowWidth);
      height += rowHeight + GAP;
    }
    return new Cell(label, kind, width, height, rows);
  }

  private static List<List<Cell>> wrapped(List<Cell> cells, double widest) {
    List<List<Cell>> rows = new ArrayList<>();
    List<Cell> row = new ArrayList<>();
    double width = GAP;
    for (Cell cell : cells) {
      if (!row.isEmpty() && width + cell.width() > widest) {
        rows.add(row);
        row = new ArrayList<>();
        width = GAP;
      }
      row.add(cell);
      width += cell.width() + GAP;
    }
    rows.add(row);
    return rows;
  }

  private void place(Cell cell, double x, double y) {
    shapes.add(new Shape.Box(x, y, cell.width(), cell.height(), cell.label(), cell.kind()));
    if (cell.kind().equals("gpu")) {
      GpuDevice gpu = gpus.get(cell.label().split(" ", -1)[1]);
      if (gpu != null) {
        places.put(gpu, new double[] {x + cell.width() / 2, y});
      }
    }
    double below = y + HEAD;
    for (List<Cell> row : cell.rows()) {
      double right = x + GAP;
      double height = 0;
      for (Cell inner : row) {
        place(inner, right, below);
        right += inner.width() + GAP;
        height = Math.max(height, inner.height());
      }
      below += height + GAP;
    }
  }

  private void nvLinks(double width) {
    if (node.nvSwitched()) {
      String label = "NVSwitch: " + most() + " links of a GPU";
      shapes.add(new Shape.Box(GAP, 4, width - 2 * GAP, NVSWITCH_HEIGHT, label, "spine"));
      if (places.values().stream().mapToDouble(at -> at[1]).distinct().count() == 1) {
        places.forEach(this::toSwitch);
      }
      return;
    }
    List<Arc> arcs = arcs();
    Map<GpuDevice, Integer> used = new HashMap<>();
    for (int i = 0; i < arcs.size(); i++) {
      arc(arcs.get(i), 4 + i * ARC_HEIGHT, used);
    }
  }

  private int most() {
    return node.gpus().stream().mapToInt(TopologyPicture::links).max().orElse(0);
  }

  private static int links(GpuDevice gpu) {
    Integer links = gpu.nvLinks();
    return links == null ? 0 : links;
  }

  private void toSwitch(GpuDevice gpu, double[] at) {
    if (links(gpu) > 0) {
      double end = 4 + NVSWITCH_HEIGHT;
      shapes.add(new Shape.Line(at[0], at[1], at[0], end, thick(links(gpu)), "spine"));
    }
  }

  private static double thick(int links) {
    return Math.min(6, 1 + links / 4.0);
  }

  private record Arc(GpuDevice from, GpuDevice to, int links) {
    int span() {
      return to.index() - from.index();
    }
  }

  /** The longest first, as it lies above the others. */
  private List<Arc> arcs() {
    List<Arc> arcs = new ArrayList<>();
    for (GpuDevice from : node.gpus()) {
      for (GpuDevice to : node.gpus()) {
        DevicePath path = node.path(from, to);
        if (from.index() < to.index() && path.nvLinks() > 0) {
          arcs.add(new Arc(from, to, path.nvLinks()));
        }
      }
    }
    arcs.sort(Comparator.comparingInt(Arc::span).reversed());
    return arcs.size() > MOST_ARCS ? List.of() : arcs;
  }

  /** Up from a GPU, across above all boxes, and down to the other; each foot beside the last. */
  private void arc(Arc arc, double y, Map<GpuDevice, Integer> used) {
    double[] from = places.get(arc.from());
    double[] to = places.get(arc.to());
    if (from != null && to != null) {
      double x1 = from[0] + FOOT * (used.merge(arc.from(), 1, Integer::sum) - 2);
      double x2 = to[0] + FOOT * (used.merge(arc.to(), 1, Integer::sum) - 2);
      double width = thick(arc.links());
      shapes.add(new Shape.Line(x1, from[1], x1, y, width, "spine"));
      shapes.add(new Shape.Line(x1, y, x2, y, width, "spine"));
      shapes.add(new Shape.Line(x2, y, x2, to[1], width, "spine"));
    }
  }
}
