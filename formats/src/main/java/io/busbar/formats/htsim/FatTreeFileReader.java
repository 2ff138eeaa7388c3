package io.busbar.formats.htsim;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.htsim.FatTreeFile.TierOfTree;
import io.busbar.formats.lines.ByteLines;
import io.busbar.formats.lines.LineWords;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads .topo files: a header, then keys per tier; case of keys does not matter. */
public final class FatTreeFileReader {
  private static final int MAX_LINES = 10_000;
  private static final int MAX_LINE_BYTES = 1024;
  private static final int MAX_VALUE = 1 << 30;
  private static final List<String> HEADER = List.of("nodes", "tiers", "podsize");
  private static final List<String> KEYS =
      List.of(
          "downlink_speed_gbps",
          "radix_down",
          "radix_up",
          "oversubscribed",
          "bundle",
          "downlink_latency_ns",
          "switch_latency_ns",
          "queue_down",
          "queue_up");

  private final String source;
  private final Problems problems;
  private final ByteLines lines;
  private final LineWords words;
  private final Map<String, Double> header = new HashMap<>();
  private final List<Map<String, Double>> tiers = new ArrayList<>();

  private FatTreeFileReader(String source, InputStream in, Problems problems) {
    this.source = source;
    this.problems = problems;
    lines = new ByteLines(in, MAX_LINE_BYTES);
    words = new LineWords(lines, 8);
  }

  /** Reads to the end of the stream; what is wrong is added to the problems. */
  public static FatTreeFile read(String source, InputStream in, Problems problems)
      throws IOException {
    return new FatTreeFileReader(source, in, problems).read();
  }

  private FatTreeFile read() throws IOException {
    while (lines.next() && lines.number() <= MAX_LINES) {
      if (words.split() > 0 && !words.startsWith(0, '#')) {
        line();
      }
    }
    for (String key : HEADER) {
      if (!header.containsKey(key)) {
        problems.add(Position.of(source), key, "", "a line '" + key + " <number>'", "");
      }
    }
    int expected = header.getOrDefault("tiers", 0.0).intValue();
    if (!problems.any() && (expected != tiers.size() || expected < 2 || expected > 3)) {
      problems.add(
          Position.of(source),
          "tiers",
          String.valueOf(expected),
          "2 or 3, and a block 'Tier i' for each; there are " + tiers.size(),
          "");
    }
    for (int tier = 0; tier < tiers.size(); tier++) {
      for (String key : List.of("downlink_speed_gbps", "radix_down")) {
        if (!(tiers.get(tier).getOrDefault(key, 0.0) > 0)) {
          problems.add(Position.of(source), key, "", "a number above 0 in tier " + tier, "");
        }
      }
    }
    return new FatTreeFile(
        source,
        header.getOrDefault("nodes", 0.0).intValue(),
        header.getOrDefault("podsize", 0.0).intValue(),
        tiers.stream().map(FatTreeFileReader::tier).toList());
  }

  private void line() {
    String key = words.text(0).toLowerCase(Locale.ROOT);
    if (key.equals("tier")) {
      if (words.number(1) != tiers.size() || tiers.size() == 3) {
        problems.add(at(1), "Tier", words.text(1), "tiers 0, 1 and 2 in order", "");
      } else {
        tiers.add(new HashMap<>());
      }
      return;
    }
    boolean known = HEADER.contains(key);
    if (!known && !KEYS.contains(key)) {
      List<String> all = new ArrayList<>(HEADER);
      all.addAll(KEYS);
      problems.add(
          at(0), "", words.text(0), "a key of a .topo file", Nearest.hint(words.text(0), all));
      return;
    }
    if (!known && tiers.isEmpty()) {
      problems.add(at(0), key, "", "a line 'Tier 0' before it", "");
      return;
    }
    double value = number(1);
    if (!(value >= 0 && value <= MAX_VALUE)) {
      problems.add(at(1), key, words.text(1), "a number from 0 to " + MAX_VALUE, "");
      return;
    }
    Double before = (known ? header : tiers.getLast()).putIfAbsent(key, value);
    if (before != null) {
      problems.add(at(0), key, words.text(0), "each key once", "");
    }
  }

  private double number(int word) {
    String text = words.text(word);
    return text.matches("\\d{1,10}(\\.\\d{1,9})?") ? Double.parseDouble(text) : Double.NaN;
  }

  private static TierOfTree tier(Map<String, Double> values) {
    return new TierOfTree(
        values.getOrDefault("downlink_speed_gbps", 0.0),
        values.getOrDefault("radix_down", 0.0).intValue(),
        values.getOrDefault("radix_up", 0.0).intValue(),
        values.getOrDefault("oversubscribed", 0.0).intValue(),
        values.getOrDefault("bundle", 1.0).intValue(),
        values.getOrDefault("downlink_latency_ns", 0.0).longValue(),
        values.getOrDefault("switch_latency_ns", 0.0).longValue(),
        values.getOrDefault("queue_down", 0.0).longValue(),
        values.getOrDefault("queue_up", 0.0).longValue());
  }

  private Position at(int word) {
    return new Position(source, lines.number(), words.column(word));
  }
}
