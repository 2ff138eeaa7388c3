package io.busbar.design.discover;

import io.busbar.formats.csv.CsvText;
import io.busbar.formats.fabric.Cable;
import io.busbar.formats.fabric.FabricDump;
import io.busbar.formats.fabric.FabricNode;
import io.busbar.formats.fabric.FabricNode.Kind;
import io.busbar.formats.hosts.NameOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A fabric in the words of other tools. What each keeps: lists and graphs names, ports and rates;
 * Containerlab names and rates, with ports of its own; SLURM who is below whom. All are read back
 * as a fabric. Stateless.
 */
public final class FabricText {
  private static final double GIGABIT_BYTES = 1.25e8;
  private static final String NO_CABLES = "no cables are given: add LLDP, a list or a dump";

  /** Whose words. */
  public enum Form {
    /** A CSV list: both ends and the rate of each cable. */
    CABLES("cables"),
    /** A lab of containers, cabled alike. */
    CONTAINERLAB("containerlab"),
    /** A graph for GraphViz, which Cumulus' check of cabling (ptmd) reads as well. */
    GRAPHVIZ("graphviz"),
    /** SLURM's topology.conf as a tree. */
    TOPOLOGY_CONF("topology.conf"),
    /** SLURM's topology.yaml as a tree. */
    TOPOLOGY_YAML("topology.yaml"),
    /** SLURM's topology.conf as blocks. */
    BLOCK_CONF("topology-block.conf"),
    /** SLURM's topology.yaml as blocks. */
    BLOCK_YAML("topology-block.yaml");

    private final String id;

    Form(String id) {
      this.id = id;
    }

    /** As options write it. */
    public String id() {
      return id;
    }
  }

  /** One end of a cable: its system, port, and whether that is a switch. */
  private record End(String system, String port, boolean forwards) {}

  private record Link(End a, End b, String rate) {}

  private FabricText() {}

  /** The fabric in that form. */
  public static String of(Discovery fabric, Form form) {
    return switch (form) {
      case CABLES -> cables(links(fabric));
      case CONTAINERLAB -> containerlab(links(fabric));
      case GRAPHVIZ -> graph(links(fabric));
      case TOPOLOGY_CONF -> SlurmText.conf(fabric);
      case TOPOLOGY_YAML -> SlurmText.yaml(fabric);
      case BLOCK_CONF -> SlurmBlocks.conf(fabric);
      case BLOCK_YAML -> SlurmBlocks.yaml(fabric);
    };
  }

  /** Why a fabric has no such form; empty when it has. */
  public static String refusal(Discovery fabric, Form form) {
    return switch (form) {
      case TOPOLOGY_CONF, TOPOLOGY_YAML, BLOCK_CONF, BLOCK_YAML ->
          fabric.hosts().isEmpty() ? "it names no hosts, which SLURM's files are lists of" : "";
      case CABLES, CONTAINERLAB, GRAPHVIZ -> fabric.counted() ? "" : NO_CABLES;
    };
  }

  private static List<Link> links(Discovery fabric) {
    FabricDump dump = fabric.wiring().dump();
    Map<Integer, String> names = switchNames(dump);
    List<Link> links = new ArrayList<>();
    for (Cable cable : dump.cables()) {
      End a = end(dump, names, cable, cable.nodeA());
      End b = end(dump, names, cable, cable.nodeB());
      if (a.forwards || b.forwards) {
        links.add(new Link(a, b, rate(cable)));
      }
    }
    return links;
  }

  /** Descriptions of InfiniBand switches need not be unique: later ones get a number. */
  private static Map<Integer, String> switchNames(FabricDump dump) {
    Map<Integer, String> names = new HashMap<>();
    Set<String> taken = new HashSet<>();
    for (int node = 0; node < dump.nodes().size(); node++) {
      FabricNode one = dump.nodes().get(node);
      if (one.kind() != Kind.ADAPTER) {
        String base = plain(one.label());
        String name = base;
        for (int i = 2; !taken.add(name); i++) {
          name = base + "-" + i;
        }
        names.put(node, name);
      }
    }
    return names;
  }

  private static End end(FabricDump dump, Map<Integer, String> names, Cable cable, int node) {
    String port = cable.port(node).replace("port ", "p");
    String name = names.get(node);
    if (name != null) {
      return new End(name, port, true);
    }
    FabricNode adapter = dump.nodes().get(node);
    String guid = String.format("0x%016x", adapter.guid());
    DeviceName device = DeviceName.of(adapter.name(), guid);
    boolean several = port.matches("p\\d+") && !port.equals("p1");
    String own = device.device().isEmpty() ? port : device.device() + (several ? port : "");
    return new End(plain(device.host()), own, false);
  }

  private static String plain(String name) {
    return name.replaceAll("[^A-Za-z0-9_.-]+", "_");
  }

  /** {@code 400G}; empty when unknown. */
  private static String rate(Cable cable) {
    double gigabits = cable.bytesPerSecond() / GIGABIT_BYTES;
    return gigabits == 0
        ? ""
        : gigabits == Math.rint(gigabits)
            ? Math.round(gigabits) + "G"
            : String.format(Locale.ROOT, "%.3fG", gigabits);
  }

  private static String cables(List<Link> links) {
    StringBuilder out =
        new StringBuilder("source,source_port,destination,destination_port,speed\n");
    for (Link link : links) {
      out.append(
          CsvText.line(List.of(link.a.system, link.a.port, link.b.system, link.b.port, link.rate)));
    }
    return out.toString();
  }

  private static String graph(List<Link> links) {
    StringBuilder out = new StringBuilder("graph \"fabric\" {\n");
    for (Link link : links) {
      out.append("  ").append(vertex(link.a)).append(" -- ").append(vertex(link.b));
      out.append(link.rate.isEmpty() ? "" : " [rate=\"" + link.rate + "\"]").append(";\n");
    }
    return out.append("}\n").toString();
  }

  private static String vertex(End end) {
    return "\"" + end.system + "\":\"" + end.port + "\"";
  }

  /** Containers have interfaces eth1, eth2 and so on, here in the order of the ports' names. */
  private static String containerlab(List<Link> links) {
    Map<String, TreeMap<String, Integer>> ports = new TreeMap<>(NameOrder.NAMES);
    Map<String, Boolean> forwards = new HashMap<>();
    for (Link link : links) {
      for (End end : List.of(link.a, link.b)) {
        ports.computeIfAbsent(end.system, s -> new TreeMap<>(NameOrder.NAMES)).put(end.port, 0);
        forwards.put(end.system, end.forwards);
      }
    }
    ports.values().forEach(FabricText::number);
    StringBuilder out = new StringBuilder("name: fabric\n\ntopology:\n");
    out.append("  groups:\n    switch:\n      kind: linux\n      image: frrouting/frr:latest\n");
    out.append("    host:\n      kind: linux\n      image: alpine:latest\n  nodes:\n");
    ports
        .keySet()
        .forEach(system -> {
          String group = forwards.getOrDefault(system, false) ? "switch" : "host";
          out.append("    ").append(system).append(": {group: ").append(group).append("}\n");
        });
    out.append("  links:\n");
    for (Link link : links) {
      out.append("    - endpoints: [\"").append(interfaceOf(ports, link.a)).append("\", \"");
      out.append(interfaceOf(ports, link.b)).append("\"]\n");
      out.append(link.rate.isEmpty() ? "" : "      vars: {rate: " + link.rate + "}\n");
    }
    return out.toString();
  }

  private static void number(Map<String, Integer> ports) {
    int next = 1;
    for (Map.Entry<String, Integer> port : ports.entrySet()) {
      port.setValue(next++);
    }
  }

  private static String interfaceOf(Map<String, TreeMap<String, Integer>> ports, End end) {
    Map<String, Integer> own = ports.getOrDefault(end.system, new TreeMap<>());
    return end.system + ":eth" + own.getOrDefault(end.port, 1);
  }
}
