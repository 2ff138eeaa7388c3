package io.busbar.formats.perftest;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads figures in free lines: bandwidths with their unit, pairs of nodes with a bandwidth, and
 * times that the same line prints over and over.
 */
public final class FigureReader implements LineReader {
  private static final Pattern BANDWIDTH =
      Pattern.compile("(\\d{1,5}(?:\\.\\d{1,4})?) ?(GB/s|GB/sec|GBps|Gb/s|Gbps|Gbit/s|Gb/sec)\\b");
  private static final Pattern PAIR =
      Pattern.compile(
          "^\\s*([A-Za-z][A-Za-z0-9.-]{0,40}\\d)\\s*(?:,|<->|->|--|\\+|\\s)\\s*([A-Za-z][A-Za-z0-9.-]{0,40}\\d)[\\s,:=]+(\\d{1,6}\\.\\d{1,4}|\\d{1,6}(?=\\s*G[Bb]))\\s*(?:G[Bb](?:/s|ps|/sec))?\\s*(?:#.*)?$");
  private static final List<String> TIMES =
      List.of("time", "latency", "elapsed", "took", "duration");
  private static final Pattern TIME =
      Pattern.compile(
          "(?:time|latency|elapsed|took|duration)\\w*\\s*[:=]?\\s*(\\d{1,12}(?:\\.\\d{1,6})?)\\s?(us|usec|ms|msec|s|sec)\\b");
  private static final Pattern DIGITS = Pattern.compile("[*\\s]|\\d+(?:\\.\\d+)?");
  private static final Pattern NODE =
      Pattern.compile(
          "^\\s*((?:node|host|gpu|worker|dgx|n|c|server)[A-Za-z0-9.-]{0,40}\\d)[\\s,:=]+(\\d{1,6}\\.\\d{1,4}|\\d{1,6}(?=\\s*G[Bb]))\\s*(?:G[Bb](?:/s|ps|/sec))?\\s*(?:#.*)?$");
  private static final int MAX_SERIES = 64;
  private static final int MAX_SAMPLES = 20_000;
  private static final int FEWEST = 8;
  private static final int SLOWEST = 4;

  private final Map<String, List<TimeSeries.Sample>> series = new LinkedHashMap<>();

  @Override
  public String kind() {
    return "figures";
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "GB/s",
        "Gb/s",
        "Gbps",
        "Gbit/s",
        "GBps",
        "time",
        "latency",
        "elapsed",
        "took ",
        "duration",
        "node",
        "host",
        "worker",
        "dgx",
        "gpu",
        " <-> ");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    if (text.startsWith("#") || text.contains("NCCL INFO") || text.contains("Link ")) {
      return false;
    }
    Matcher pair = PAIR.matcher(text);
    if (pair.matches() && sameKind(pair.group(1), pair.group(2))) {
      found.add(
          new Pair(pair.group(1), pair.group(2), Double.parseDouble(pair.group(3)), line.place()));
      return false;
    }
    Matcher node = NODE.matcher(text);
    if (node.matches()) {
      found.add(new Pair(node.group(1), "", Double.parseDouble(node.group(2)), line.place()));
      return false;
    }
    // Most lines of a log have no such word, and looking for it is far cheaper than the pattern.
    if (TIMES.stream().anyMatch(text::contains)) {
      Matcher time = TIME.matcher(text);
      if (time.find()) {
        sample(text, time, line);
        return false;
      }
    }
    if (text.contains("GB") || text.contains("Gb")) {
      bandwidths(text, line, found);
    }
    return false;
  }

  private static void bandwidths(String text, Line line, Found found) {
    Matcher bandwidth = BANDWIDTH.matcher(text);
    while (bandwidth.find()) {
      found.add(
          new Stated(
              text.substring(0, bandwidth.start()).strip(),
              gigabytes(bandwidth),
              line.place(bandwidth.start())));
    }
  }

  private static double gigabytes(Matcher bandwidth) {
    double figure = Double.parseDouble(bandwidth.group(1));
    return bandwidth.group(2).startsWith("GB") ? figure : figure / 8;
  }

  private static boolean sameKind(String a, String b) {
    return a.replaceAll("\\d", "").equals(b.replaceAll("\\d", ""));
  }

  private void sample(String text, Matcher time, Line line) {
    String key = DIGITS.matcher(text).replaceAll("");
    List<TimeSeries.Sample> samples = series.get(key);
    if (samples == null) {
      if (series.size() >= MAX_SERIES) {
        return;
      }
      samples = new ArrayList<>();
      series.put(key, samples);
    }
    if (samples.size() < MAX_SAMPLES) {
      double factor = time.group(2).startsWith("u") ? 1 : time.group(2).startsWith("m") ? 1e3 : 1e6;
      samples.add(new TimeSeries.Sample(Double.parseDouble(time.group(1)) * factor, line.place()));
    }
  }

  @Override
  public void end(Found found) {
    for (List<TimeSeries.Sample> samples : series.values()) {
      if (samples.size() >= FEWEST) {
        double[] sorted = samples.stream().mapToDouble(TimeSeries.Sample::microseconds).toArray();
        Arrays.sort(sorted);
        List<TimeSeries.Sample> slowest =
            samples.stream()
                .sorted(Comparator.comparingDouble(TimeSeries.Sample::microseconds).reversed())
                .limit(SLOWEST)
                .toList();
        found.add(
            new TimeSeries(
                samples.size(), sorted[sorted.length / 2], slowest, samples.getFirst().at()));
      }
    }
  }
}
