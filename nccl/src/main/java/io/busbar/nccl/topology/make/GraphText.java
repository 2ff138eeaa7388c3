package io.busbar.nccl.topology.make;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.formats.ncclxml.Element;
import io.busbar.formats.ncclxml.NcclXmlWriter;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.graph.Cpu;
import io.busbar.nccl.graph.GraphSearch;
import io.busbar.nccl.graph.GraphSet;
import io.busbar.nccl.graph.Machine;
import io.busbar.nccl.graph.Pattern;
import io.busbar.nccl.graph.SearchGraph;
import io.busbar.nccl.version.NcclVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph file as NCCL dumps it ({@code NCCL_GRAPH_DUMP_FILE}) for a node of a cluster: patterns,
 * channels, rates and path types as {@link GraphSearch} derives them, and an order of GPUs and NICs
 * that fits them. On one node GPUs are in their own order. Between nodes NICs take turns; a channel
 * starts at the first GPU of its NIC and goes down for rings, up for trees, as NCCL's search does
 * where NVSwitches make all orders equal. Stateless.
 */
public final class GraphText {
  private static final Position NOWHERE = Position.of("");

  private GraphText() {}

  /**
   * The text of the file.
   *
   * @throws InputException when NCCL does not drive the node's accelerators
   */
  public static String of(Cluster cluster, NcclVersion version) {
    int gpus = cluster.node().gpus();
    int nodes = Math.ceilDiv(cluster.gpus(), gpus);
    Machine machine =
        Machine.of(cluster, gpus, nodes, Cpu.INTEL, version)
            .orElseThrow(() ->
                new InputException(
                    new Problem(
                        Position.of("FILE"),
                        "",
                        cluster.name(),
                        "a cluster of NVIDIA GPUs",
                        "NCCL drives no others")));
    GraphSearch.Derived derived = GraphSearch.derive(machine, version);
    GraphSet graphs = derived.graphs();
    List<Element> all = new ArrayList<>();
    all.add(graph(0, graphs.ring(), machine));
    all.add(graph(1, graphs.tree(), machine));
    all.add(graph(2, graphs.collnetChain(), machine));
    all.add(graph(4, graphs.collnetDirect(), machine));
    all.add(graph(3, graphs.nvls(), machine));
    List<String> comments = new ArrayList<>();
    comments.add("derived for NCCL " + version + " on " + cluster.name() + ", not dumped by it");
    comments.addAll(derived.limits());
    return NcclXmlWriter.write(element("graphs", Map.of("version", "1"), all), comments);
  }

  private static Element graph(int id, SearchGraph graph, Machine machine) {
    List<List<Element>> stops = new ArrayList<>();
    for (int channel = 0; channel < graph.channels(); channel++) {
      stops.add(stops(graph.pattern(), channel, machine));
    }
    boolean same = stops.stream().map(Object::toString).distinct().count() <= 1;
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("id", "" + id);
    attributes.put("pattern", "" + graph.pattern().number());
    attributes.put("crossnic", "0");
    attributes.put("nchannels", "" + graph.channels());
    attributes.put("speedintra", number(graph.intraGigabytesPerSecond()));
    attributes.put("speedinter", number(graph.interGigabytesPerSecond()));
    attributes.put("latencyinter", number(graph.interLatencyUs()));
    attributes.put("typeintra", graph.intraType().name());
    attributes.put("typeinter", graph.interType().name());
    attributes.put("samechannels", same ? "1" : "0");
    List<Element> channels =
        stops.stream().map(list -> element("channel", Map.of(), list)).toList();
    return element("graph", attributes, channels);
  }

  private static List<Element> stops(Pattern pattern, int channel, Machine machine) {
    int gpus = machine.ranksPerNode();
    List<Element> stops = new ArrayList<>();
    if (pattern == Pattern.NVLS) {
      // Of NVLS only the head of a channel is written.
      stops.add(stop("gpu", channel % gpus));
      return stops;
    }
    boolean alone = machine.nodes() == 1 || machine.nics() == 0;
    int nic = alone ? 0 : channel % machine.nics();
    int first = alone ? 0 : nic * gpus / machine.nics();
    int stride = alone || pattern != Pattern.RING ? 1 : gpus - 1;
    if (!alone) {
      stops.add(stop("net", nic));
    }
    for (int i = 0; i < gpus; i++) {
      stops.add(stop("gpu", (first + i * stride) % gpus));
    }
    if (!alone) {
      stops.add(stop("net", nic));
    }
    return stops;
  }

  private static Element stop(String name, int dev) {
    return element(name, Map.of("dev", "" + dev), List.of());
  }

  private static Element element(
      String name, Map<String, String> attributes, List<Element> children) {
    return new Element(name, attributes, children, NOWHERE);
  }

  /** As C's {@code %g}: no zeros after the last digit. */
  private static String number(double value) {
    return value == Math.rint(value) ? "" + (long) value : "" + value;
  }
}
