package io.busbar.nccl.topology.report;

import io.busbar.base.problem.Problem;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.formats.ncclxml.GraphFile;
import io.busbar.formats.ncclxml.GraphFile.Graph;
import io.busbar.nccl.topology.PathNumbers;
import io.busbar.nccl.version.NcclVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A graph file of NCCL as a report: its channels and what does not fit. Stateless. */
public final class GraphReport {
  public static final String SCHEMA = "busbar/topo-graph/1";

  private static final List<String> IDS =
      List.of("ring", "tree", "CollNet chain", "NVLS", "CollNet direct");
  private static final List<String> PATTERNS =
      List.of("", "balanced tree", "split tree", "tree", "ring", "NVLS", "CollNet direct");
  private static final double GIGA = 1e9;
  private static final double FALLBACK_RATE = 0.1e9;
  private static final int RING = 4;
  private static final int MOST_CHANNELS = 32;

  private GraphReport() {}

  /** The answer. */
  public record Answer(
      String source, List<GraphRow> graphs, List<Finding> findings, List<String> warnings) {}

  /**
   * One pattern; null is what the file does not tell.
   *
   * @param channels stops of each, {@code NET/0}, {@code GPU/3}
   */
  public record GraphRow(
      @Nullable Integer id,
      String algorithm,
      String pattern,
      @Nullable Integer crossNic,
      @Nullable Double intraBytesPerS,
      @Nullable Double interBytesPerS,
      String intraType,
      String interType,
      List<List<String>> channels) {}

  /**
   * @param version of NCCL by which numbers of path types are read
   */
  public static Report of(GraphFile file, NcclVersion version) {
    List<GraphRow> graphs = file.graphs().stream().map(graph -> row(graph, version)).toList();
    List<Finding> findings = findings(file);
    List<String> warnings = file.warnings().stream().map(Problem::toString).toList();
    List<Block> blocks = new ArrayList<>();
    blocks.add(summary(graphs));
    blocks.add(new Block.Findings("Findings", findings));
    for (GraphRow graph : graphs) {
      blocks.add(channels(graph));
    }
    if (!warnings.isEmpty()) {
      blocks.add(new Block.Note("Passed over while reading", String.join("\n", warnings)));
    }
    Answer answer = new Answer(file.source(), graphs, findings, warnings);
    return new Report(SCHEMA, "Channels of " + file.source(), answer, blocks);
  }

  private static GraphRow row(Graph graph, NcclVersion version) {
    return new GraphRow(
        graph.id(),
        name(IDS, graph.id()),
        name(PATTERNS, graph.pattern()),
        graph.crossNic(),
        bytes(graph.intraGigabytesPerSecond()),
        bytes(graph.interGigabytesPerSecond()),
        type(graph.typeIntra(), version),
        type(graph.typeInter(), version),
        graph.channels().stream()
            .map(channel -> channel.stream().map(Object::toString).toList())
            .toList());
  }

  /** Recent versions write the name of a type, older ones its number. */
  private static String type(String text, NcclVersion version) {
    return text.matches("\\d{1,2}")
        ? PathNumbers.decode(version, Integer.parseInt(text)).map(Enum::name).orElse(text)
        : text;
  }

  private static String name(List<String> names, @Nullable Integer number) {
    boolean known = number != null && number >= 0 && number < names.size();
    return known ? names.get(number) : "unknown";
  }

  private static @Nullable Double bytes(@Nullable Double gigabytes) {
    return gigabytes == null ? null : (Double) (gigabytes * GIGA);
  }

  private static Block summary(List<GraphRow> graphs) {
    List<Column> columns =
        List.of(
            Column.text("graph"),
            Column.text("pattern"),
            Column.number("channels"),
            Column.number("GB/s inside"),
            Column.number("GB/s between"),
            Column.text("path inside"),
            Column.text("path to NIC"));
    List<List<String>> rows = new ArrayList<>();
    for (GraphRow graph : graphs) {
      rows.add(
          List.of(
              graph.algorithm(),
              graph.pattern(),
              graph.channels().size() + "",
              rate(graph.intraBytesPerS()),
              rate(graph.interBytesPerS()),
              graph.intraType(),
              graph.interType()));
    }
    String note = "Rates are of one channel. NCCL doubles the channels after it has read them.";
    return new Block.Table("Graphs", columns, rows, note);
  }

  private static String rate(@Nullable Double bytesPerSecond) {
    return bytesPerSecond == null ? "?" : TreeTable.gigabytes(bytesPerSecond);
  }

  private static Block channels(GraphRow graph) {
    List<List<String>> rows = new ArrayList<>();
    for (List<String> channel : graph.channels()) {
      if (rows.size() < MOST_CHANNELS) {
        rows.add(List.of(rows.size() + "", String.join(" ", channel)));
      }
    }
    List<Column> columns = List.of(Column.number("channel"), Column.text("order"));
    boolean cut = rows.size() < graph.channels().size();
    String note = cut ? "The first " + MOST_CHANNELS + "; JSON has all." : "";
    return new Block.Table(graph.algorithm(), columns, rows, note);
  }

  private static List<Finding> findings(GraphFile file) {
    List<Finding> findings = new ArrayList<>();
    List<String> counts = new ArrayList<>();
    List<String> rings = new ArrayList<>();
    List<String> fallback = new ArrayList<>();
    for (Graph graph : file.graphs()) {
      Integer written = graph.channelCount();
      Integer pattern = graph.pattern();
      String place = "line " + graph.element().at().line() + ": graph " + graph.id();
      if (written != null && written != graph.channels().size()) {
        counts.add(place + ": nchannels=\"" + written + "\", " + graph.channels().size());
      }
      if (pattern != null && pattern == RING && !sameGpus(graph)) {
        rings.add(place);
      }
      Double intra = bytes(graph.intraGigabytesPerSecond());
      if (intra != null && intra <= FALLBACK_RATE && intra > 0) {
        fallback.add(place + ": speedintra " + graph.intraGigabytesPerSecond());
      }
    }
    if (!counts.isEmpty()) {
      String why = "The number and the channels below it contradict each other.";
      String fix = "set nchannels to the number of channels below";
      findings.add(finding("graph-channel-count", "nchannels is not the count", why, counts, fix));
    }
    if (!rings.isEmpty()) {
      String why = "Every channel of a ring passes each GPU of the node once.";
      String fix = "write each GPU once into each channel";
      findings.add(finding("graph-ring-incomplete", "Rings differ in their GPUs", why, rings, fix));
    }
    if (!fallback.isEmpty()) {
      String why = "NCCL found no path and fell back to the simple order at 0.1 GB/s.";
      String fix = "look at the topology with 'busbar topo show'";
      findings.add(finding("graph-fallback", "The search found nothing", why, fallback, fix));
    }
    return findings;
  }

  private static Finding finding(
      String code, String title, String why, List<String> evidence, String fix) {
    return new Finding(code, Severity.WARNING, title, why, evidence, List.of(fix));
  }

  private static boolean sameGpus(Graph graph) {
    return graph.channels().stream()
            .map(channel ->
                channel.stream()
                    .filter(stop -> !stop.net())
                    .map(GraphFile.Stop::dev)
                    .sorted()
                    .collect(Collectors.toList()))
            .distinct()
            .count()
        <= 1;
  }
}
