package io.busbar.nccl.topology.report;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.nccl.topology.Affinity;
import io.busbar.nccl.topology.GpuDevice;
import io.busbar.nccl.topology.NicDevice;
import io.busbar.nccl.topology.NodeTopology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where two nodes differ, fact by fact. GPUs are compared by number, NICs by name where both have
 * names, else by number. What one source cannot tell is no difference. Stateless.
 */
public final class TopologyDiff {
  public static final String SCHEMA = "busbar/topo-diff/1";

  private static final int MOST_SHOWN = 60;
  private static final String ABSENT = "absent";

  private TopologyDiff() {}

  /**
   * The answer.
   *
   * @param compared facts that both sources tell
   */
  public record Answer(
      String first,
      String second,
      int compared,
      List<Difference> differences,
      List<Finding> findings) {}

  /** A fact that is not the same. */
  public record Difference(String device, String fact, String first, String second) {}

  private record Fact(String device, String name) {}

  /** The differences of two nodes as a report. */
  public static Report of(NodeTopology first, NodeTopology second) {
    Map<Fact, String> one = facts(first, named(first, second));
    Map<Fact, String> other = facts(second, named(first, second));
    Set<Fact> all = new LinkedHashSet<>(one.keySet());
    all.addAll(other.keySet());
    List<Difference> differences = new ArrayList<>();
    int compared = 0;
    for (Fact fact : all) {
      boolean exists = fact.name().equals("exists");
      String a = one.getOrDefault(fact, exists ? ABSENT : "");
      String b = other.getOrDefault(fact, exists ? ABSENT : "");
      if (!a.isEmpty() && !b.isEmpty()) {
        compared++;
        if (!a.equals(b)) {
          differences.add(new Difference(fact.device(), fact.name(), a, b));
        }
      }
    }
    List<Finding> findings = findings(differences);
    Answer answer = new Answer(first.source(), second.source(), compared, differences, findings);
    String title = "Differences of two nodes";
    return new Report(SCHEMA, title, answer, blocks(answer));
  }

  /** Whether NICs have names on both sides. */
  private static boolean named(NodeTopology first, NodeTopology second) {
    return !first.nics().isEmpty()
        && !second.nics().isEmpty()
        && first.nics().stream().noneMatch(nic -> nic.name().isEmpty())
        && second.nics().stream().noneMatch(nic -> nic.name().isEmpty());
  }

  private static Map<Fact, String> facts(NodeTopology node, boolean named) {
    Map<Fact, String> facts = new LinkedHashMap<>();
    put(facts, "node", "GPUs", node.gpus().size());
    put(facts, "node", "NICs", node.nics().size());
    put(facts, "node", "NUMA nodes", node.numaNodes() == 0 ? "" : node.numaNodes());
    if (node.tellsNvLinks()) {
      put(facts, "node", "NVLink through", node.nvSwitched() ? "NVSwitch" : "other GPUs");
    }
    for (Affinity affinity : Affinity.of(node)) {
      gpu(facts, affinity);
    }
    for (NicDevice nic : node.nics()) {
      nic(facts, named ? nic.name() : nic.label(), nic);
    }
    paths(facts, node, named);
    return facts;
  }

  private static void put(Map<Fact, String> facts, String device, String name, Object value) {
    facts.put(new Fact(device, name), String.valueOf(value));
  }

  private static String text(@org.jspecify.annotations.Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  private static void gpu(Map<Fact, String> facts, Affinity affinity) {
    GpuDevice gpu = affinity.gpu();
    put(facts, gpu.label(), "exists", "present");
    put(facts, gpu.label(), "bus id", gpu.busId());
    put(facts, gpu.label(), "PCI device", gpu.deviceId());
    put(facts, gpu.label(), "compute capability", text(gpu.sm()));
    put(facts, gpu.label(), "NVLinks", text(gpu.nvLinks()));
    put(facts, gpu.label(), "PCIe", text(gpu.pcie()));
    put(facts, gpu.label(), "NUMA node", text(gpu.numa()));
    put(facts, gpu.label(), "cores", gpu.cores());
    put(facts, gpu.label(), "GPUDirect", text(gpu.gdr()));
  }

  private static void nic(Map<Fact, String> facts, String device, NicDevice nic) {
    Double rate = nic.bytesPerSecond();
    put(facts, device, "exists", "present");
    put(facts, device, "bus id", nic.busId());
    put(facts, device, "PCI device", nic.deviceId());
    put(facts, device, "rate", rate == null ? "" : new Bandwidth(rate).inBits());
    put(facts, device, "PCIe", text(nic.pcie()));
    put(facts, device, "NUMA node", text(nic.numa()));
    put(facts, device, "GPUDirect", text(nic.gdr()));
  }

  private static void paths(Map<Fact, String> facts, NodeTopology node, boolean named) {
    for (GpuDevice from : node.gpus()) {
      for (GpuDevice to : node.gpus()) {
        if (from.index() < to.index() && node.path(from, to).isKnown()) {
          put(facts, from.label(), "path to " + to.label(), node.path(from, to).label());
        }
      }
      for (NicDevice to : node.nics()) {
        if (node.path(from, to).isKnown()) {
          String name = named ? to.name() : to.label();
          put(facts, from.label(), "path to " + name, node.path(from, to).label());
        }
      }
    }
  }

  private static List<Finding> findings(List<Difference> differences) {
    List<String> nics =
        differences.stream()
            .filter(d -> d.fact().equals("exists") && !d.device().startsWith("GPU"))
            .map(d -> d.device() + ": " + d.first() + " / " + d.second())
            .toList();
    List<Finding> findings = new ArrayList<>();
    if (!nics.isEmpty()) {
      findings.add(
          new Finding(
              "nic-set-differs-between-nodes",
              Severity.WARNING,
              "The nodes do not have the same NICs",
              "NCCL pairs NICs of nodes by their order; a missing or renamed one shifts the"
                  + " others, or leaves a GPU without.",
              nics.subList(0, Math.min(4, nics.size())),
              List.of("name them alike (udev), or select them on each node with NCCL_IB_HCA")));
    }
    return findings;
  }

  private static List<Block> blocks(Answer answer) {
    List<Block> blocks = new ArrayList<>();
    String counts =
        answer.compared()
            + " facts in both; "
            + (answer.differences().isEmpty() ? "no difference." : "these differ:");
    blocks.add(
        new Block.Note("", "A: " + answer.first() + "\nB: " + answer.second() + "\n" + counts));
    if (!answer.findings().isEmpty()) {
      blocks.add(new Block.Findings("Findings", answer.findings()));
    }
    if (!answer.differences().isEmpty()) {
      List<List<String>> rows =
          answer.differences().stream()
              .limit(MOST_SHOWN)
              .map(d -> List.of(d.device(), d.fact(), d.first(), d.second()))
              .collect(Collectors.toList());
      int left = answer.differences().size() - rows.size();
      String note = left > 0 ? left + " more; JSON has all." : "";
      List<Column> columns =
          List.of(Column.text("device"), Column.text("fact"), Column.text("A"), Column.text("B"));
      blocks.add(new Block.Table("Differences", columns, rows, note));
    }
    return blocks;
  }
}
