package io.busbar.formats.ncclxml;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A graph file of NCCL: the channels that its search found, or that somebody wrote to replace the
 * search. Immutable.
 *
 * @param root the element {@code graphs}
 * @param version of the format, null when none is written
 * @param warnings what was passed over
 */
public record GraphFile(
    String source,
    Element root,
    @Nullable Integer version,
    List<Graph> graphs,
    List<Problem> warnings) {
  private static final String ROOT = "graphs";

  public GraphFile {
    graphs = List.copyOf(graphs);
    warnings = List.copyOf(warnings);
  }

  /**
   * Channels of one pattern; numbers are null when they are not written.
   *
   * @param id 0 ring, 1 tree, 2 CollNet chain, 3 NVLS, 4 CollNet direct
   * @param pattern 1 balanced tree, 2 split tree, 3 tree, 4 ring, 5 NVLS, 6 CollNet direct
   * @param crossNic whether a channel may leave through another NIC than it came in
   * @param channelCount as it is written; the channels themselves are below
   * @param intraGigabytesPerSecond of one channel inside the node
   * @param interGigabytesPerSecond of one channel between nodes
   * @param typeIntra worst path inside the node, {@code NVL}
   * @param typeInter worst path to a NIC, {@code PIX}
   */
  public record Graph(
      Element element,
      @Nullable Integer id,
      @Nullable Integer pattern,
      @Nullable Integer crossNic,
      @Nullable Integer channelCount,
      @Nullable Double intraGigabytesPerSecond,
      @Nullable Double interGigabytesPerSecond,
      @Nullable Double latencyInter,
      String typeIntra,
      String typeInter,
      @Nullable Boolean sameChannels,
      List<List<Stop>> channels) {
    public Graph {
      channels = channels.stream().map(List::copyOf).toList();
    }
  }

  /**
   * A GPU or NIC on a channel.
   *
   * @param net whether it is a NIC
   * @param dev its number
   */
  public record Stop(boolean net, int dev) {
    @Override
    public String toString() {
      return (net ? "NET/" : "GPU/") + dev;
    }
  }

  /** Whether a file begins as a graph file does. */
  public static boolean isGraph(NcclXmlReader.Document document) {
    return document.roots().getFirst().name().equals(ROOT);
  }

  /**
   * @throws InputException when it is no graph file
   */
  public static GraphFile of(NcclXmlReader.Document document) {
    Element root = document.roots().getFirst();
    if (!isGraph(document)) {
      String hint = Nearest.hint(root.name(), Set.of(ROOT));
      throw new InputException(
          new Problem(root.at(), "", root.name(), "the element graphs of a graph file", hint));
    }
    Problems warnings = new Problems();
    document.warnings().forEach(warnings::add);
    List<Graph> graphs = new ArrayList<>();
    for (Element graph : root.children("graph")) {
      graphs.add(graph(graph, warnings));
    }
    Integer version = Values.integer(root, "version", warnings);
    return new GraphFile(document.source(), root, version, graphs, warnings.list());
  }

  private static Graph graph(Element graph, Problems warnings) {
    List<List<Stop>> channels = new ArrayList<>();
    for (Element channel : graph.children("channel")) {
      List<Stop> stops = new ArrayList<>();
      for (Element stop : channel.children()) {
        Integer dev = Values.integer(stop, "dev", warnings);
        if (dev != null && (stop.name().equals("gpu") || stop.name().equals("net"))) {
          stops.add(new Stop(stop.name().equals("net"), dev));
        }
      }
      channels.add(stops);
    }
    return new Graph(
        graph,
        Values.integer(graph, "id", warnings),
        Values.integer(graph, "pattern", warnings),
        Values.integer(graph, "crossnic", warnings),
        Values.integer(graph, "nchannels", warnings),
        Values.number(graph, "speedintra", warnings),
        Values.number(graph, "speedinter", warnings),
        Values.number(graph, "latencyinter", warnings),
        graph.text("typeintra"),
        graph.text("typeinter"),
        Values.flag(graph, "samechannels", warnings),
        channels);
  }
}
