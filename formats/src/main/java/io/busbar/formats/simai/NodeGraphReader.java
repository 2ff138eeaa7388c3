package io.busbar.formats.simai;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.lines.ByteLines;
import io.busbar.formats.lines.LineWords;
import io.busbar.formats.simai.NodeGraphFile.Link;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads topology files. The first line has six words (nodes, GPUs per server, NVSwitches, switches,
 * links, GPU type) or, in the older form, three (nodes, switches, links); the second lists all
 * switches; each further line is a link: from, to, rate, delay, loss rate.
 */
public final class NodeGraphReader {
  static final int MAX_NODES = 4_000_000;
  static final int MAX_LINKS = 8_000_000;
  private static final int MAX_LINE_BYTES = 1 << 20;
  private static final int MAX_WORDS = 1 << 17;
  private static final int LINK_WORDS = 5;
  private static final Pattern QUANTITY =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{0,15})?(?:[eE][-+]?\\d{1,3})?)([A-Za-z]+)");
  private static final Map<String, Double> RATES =
      Map.of("bps", 1.0, "Kbps", 1e3, "Mbps", 1e6, "Gbps", 1e9, "Tbps", 1e12);
  private static final Map<String, Double> DELAYS =
      Map.of("s", 1.0, "ms", 1e-3, "us", 1e-6, "ns", 1e-9, "ps", 1e-12);

  private final String source;
  private final Problems problems;
  private final ByteLines lines;
  private final LineWords words;
  private int nodes;
  private int gpusPerServer;
  private int nvSwitches;
  private long switchCount;
  private long linkCount;
  private String gpuType = "";
  private final List<Integer> switches = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();

  private NodeGraphReader(String source, InputStream in, Problems problems) {
    this.source = source;
    this.problems = problems;
    lines = new ByteLines(in, MAX_LINE_BYTES);
    words = new LineWords(lines, MAX_WORDS);
  }

  /**
   * Reads to the end of the stream.
   *
   * @param source name for messages
   * @param problems what is wrong is added; what could be read is returned all the same
   */
  public static NodeGraphFile read(String source, InputStream in, Problems problems)
      throws IOException {
    return new NodeGraphReader(source, in, problems).read();
  }

  private NodeGraphFile read() throws IOException {
    if (nextLine()) {
      header();
      if (!problems.any()) {
        body();
      }
    } else {
      problems.add(Position.of(source), "", "", "a first line with nodes, switches and links", "");
    }
    return new NodeGraphFile(source, nodes, gpusPerServer, nvSwitches, gpuType, switches, links);
  }

  private void body() throws IOException {
    if (switchCount > 0) {
      if (nextLine()) {
        switchLine();
      } else {
        problems.add(Position.of(source), "", "", "a second line with all switches", "");
      }
    }
    while (nextLine()) {
      if (links.size() == linkCount) {
        problems.add(
            at(0), "", lines.text(), "no more than the " + linkCount + " links of line 1", "");
        return;
      }
      link();
    }
    if (links.size() != linkCount && !problems.any()) {
      problems.add(
          Position.of(source),
          "links",
          String.valueOf(linkCount),
          links.size() + ", as many as there are lines of them",
          "the file may be cut off");
    }
  }

  private boolean nextLine() throws IOException {
    while (lines.next()) {
      if (words.split() > 0 && !words.startsWith(0, '#')) {
        return true;
      }
    }
    return false;
  }

  private void header() {
    if (words.count() >= 6) {
      nodes = (int) whole(0, "nodes", MAX_NODES);
      gpusPerServer = (int) whole(1, "gpus per server", MAX_NODES);
      nvSwitches = (int) whole(2, "NVSwitches", MAX_NODES);
      switchCount = nvSwitches + whole(3, "switches", MAX_NODES);
      linkCount = whole(4, "links", MAX_LINKS);
      gpuType = words.text(5);
    } else if (words.count() == 3) {
      nodes = (int) whole(0, "nodes", MAX_NODES);
      switchCount = whole(1, "switches", MAX_NODES);
      linkCount = whole(2, "links", MAX_LINKS);
    } else {
      problems.add(
          at(0),
          "",
          lines.text(),
          "nodes, GPUs per server, NVSwitches, switches, links and GPU type; or nodes, switches and"
              + " links",
          "");
    }
    if (switchCount > nodes) {
      problems.add(
          at(0),
          "switches",
          String.valueOf(switchCount),
          "no more than the " + nodes + " nodes",
          "");
    }
  }

  private void switchLine() {
    BitSet seen = new BitSet();
    for (int word = 0; word < words.count(); word++) {
      int node = (int) whole(word, "switch", nodes - 1L);
      if (seen.get(node)) {
        problems.add(at(word), "switch", words.text(word), "each switch once", "");
      }
      seen.set(node);
      switches.add(node);
    }
    if (switches.size() != switchCount) {
      problems.add(
          at(0), "switches", String.valueOf(switches.size()), switchCount + ", as line 1 says", "");
    }
  }

  private void link() {
    int before = problems.count();
    if (words.count() != LINK_WORDS) {
      problems.add(at(0), "", lines.text(), "a link: from, to, rate, delay and loss rate", "");
      return;
    }
    int from = (int) whole(0, "from", nodes - 1L);
    int to = (int) whole(1, "to", nodes - 1L);
    double rate = quantity(2, RATES, "a rate such as 400Gbps");
    double delay = quantity(3, DELAYS, "a delay such as 0.0005ms");
    double loss = loss(4);
    if (problems.count() == before && from == to) {
      problems.add(at(0), "", lines.text(), "two different nodes", "");
    }
    if (problems.count() == before) {
      links.add(new Link(lines.number(), from, to, rate, delay, loss));
    }
  }

  private double loss(int word) {
    String text = words.text(word);
    double value = text.matches("[0-9.eE+-]{1,24}") ? parse(text) : Double.NaN;
    if (!(value >= 0 && value <= 1)) {
      problems.add(at(word), "loss rate", text, "a number from 0 to 1", "");
      return 0;
    }
    return value;
  }

  private static double parse(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private double quantity(int word, Map<String, Double> units, String expected) {
    String text = words.text(word);
    Matcher matcher = QUANTITY.matcher(text);
    Double unit = matcher.matches() ? units.get(matcher.group(2)) : null;
    double value = unit == null ? Double.NaN : parse(matcher.group(1)) * unit;
    if (!(value >= 0 && value < 1e18)) {
      problems.add(at(word), "", text, expected, "");
      return 0;
    }
    return value;
  }

  private long whole(int word, String key, long most) {
    long value = words.number(word);
    if (value < 0 || value > most) {
      problems.add(at(word), key, words.text(word), "a whole number from 0 to " + most, "");
      return 0;
    }
    return value;
  }

  private Position at(int word) {
    return new Position(source, lines.number(), words.column(word));
  }
}
