package io.busbar.formats.nccllog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tuning table that rank 0 prints: a header that names algorithms, then rows. The algorithms of
 * the last header are kept per process, for the last few thousand processes. Not thread-safe.
 */
final class TuningLines {
  private static final List<String> PROTOCOLS = List.of("LL", "LL128", "Simple");
  private static final int MAX_PROCESSES = 4096;
  private static final int MAX_COLUMNS = 64;

  private final Map<String, List<String>> algorithms =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<String>> eldest) {
          return size() > MAX_PROCESSES;
        }
      };

  /** {@code Algorithm | Tree | Ring | CollNetDirect |}, a block of algorithms (2.18 and later). */
  @Nullable LogEvent blocks(LogLine line) {
    Scan s = line.scan().blanks().skip("Algorithm").blanks().skip("|");
    List<String> names = new ArrayList<>();
    while (!s.failed() && !s.blanks().atEnd() && names.size() < MAX_COLUMNS) {
      names.add(s.word());
      s.blanks().skip("|");
    }
    return keep(line, s, names);
  }

  /** {@code Latency/AlgBw | Tree/ LL | Tree/ LL128 | ...}, all algorithms in one (before 2.18). */
  @Nullable LogEvent all(LogLine line) {
    Scan s = line.scan().blanks().skip("Latency/AlgBw").blanks().skip("|");
    List<String> names = new ArrayList<>();
    while (!s.failed() && !s.blanks().atEnd() && names.size() < MAX_COLUMNS) {
      String name = s.word();
      s.skip("/").word();
      s.blanks().skip("|");
      if (names.isEmpty() || !names.getLast().equals(name)) {
        names.add(name);
      }
    }
    return keep(line, s, names);
  }

  private @Nullable LogEvent keep(LogLine line, Scan s, List<String> names) {
    if (!s.failed()) {
      algorithms.put(process(line.origin()), List.copyOf(names));
    }
    // A header says nothing by itself; an odd one is told when its rows lack it.
    return null;
  }

  /** {@code AllReduce | 16.8/ 0.5 | ...}. */
  @Nullable LogEvent row(LogLine line, String function) {
    Origin origin = line.origin();
    List<String> names = algorithms.getOrDefault(process(origin), List.of());
    Scan s = line.scan().blanks().skip(function).blanks().skip("|");
    List<TuningCell> cells = new ArrayList<>();
    while (!s.failed() && !s.blanks().atEnd() && cells.size() < names.size() * PROTOCOLS.size()) {
      double latency = s.decimal();
      double rate = s.blanks().skip("/").decimal();
      s.blanks().skip("|");
      int column = cells.size();
      cells.add(
          new TuningCell(
              names.get(column / PROTOCOLS.size()),
              PROTOCOLS.get(column % PROTOCOLS.size()),
              latency,
              rate));
    }
    return s.failed() || cells.isEmpty() ? null : new LogEvent.TuningRow(origin, function, cells);
  }

  /** {@code Max NThreads | 512 | 640 | ...}. */
  @Nullable LogEvent threads(LogLine line) {
    Origin origin = line.origin();
    List<String> names = algorithms.getOrDefault(process(origin), List.of());
    Scan s = line.scan().blanks().skip("Max NThreads").blanks().skip("|");
    List<Integer> threads = new ArrayList<>();
    while (!s.failed() && !s.blanks().atEnd() && threads.size() < MAX_COLUMNS) {
      threads.add(s.count());
      s.blanks().skip("|");
    }
    return s.failed() || names.isEmpty()
        ? null
        : new LogEvent.TuningThreads(origin, names, threads);
  }

  private static String process(Origin origin) {
    return origin.host() + ":" + origin.pid() + ":" + origin.tid();
  }
}
