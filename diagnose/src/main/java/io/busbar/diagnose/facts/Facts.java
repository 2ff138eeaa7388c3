package io.busbar.diagnose.facts;

import io.busbar.diagnose.progress.Progress;
import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.HostMark;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.ncclrun.CollectiveCall;
import io.busbar.formats.torch.FlightEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the readers found, in the order of the files. Of one kind of record, or one message, only so
 * many are kept; {@link #count} still counts all. Filled by one thread, then only read.
 */
public final class Facts implements Found {
  /** Records of one kind that are kept. */
  public static final int MAX_RECORDS = 50_000;

  /** Messages of one id that are kept. */
  public static final int MAX_SIGNALS = 1_000;

  private static final int MAX_ORDERED = 500_000;
  private static final int MAX_WARNINGS = 20;

  private final Map<Class<?>, List<Entry>> records = new LinkedHashMap<>();
  private final Map<String, List<Signal>> signals = new LinkedHashMap<>();
  private final Map<String, Long> counts = new HashMap<>();
  private final Map<String, List<String>> warnings = new HashMap<>();
  private final Map<Place, Integer> order = new HashMap<>();
  private final Hosts hosts = new Hosts();
  private final Progress progress = new Progress();

  @Override
  public void add(Entry entry) {
    boolean kept =
        switch (entry) {
          case Signal signal -> {
            counts.merge(signal.id(), 1L, Long::sum);
            yield keep(
                signals.computeIfAbsent(signal.id(), id -> new ArrayList<>()), signal, MAX_SIGNALS);
          }
          case HostMark mark -> {
            hosts.mark(mark);
            yield false;
          }
          case CollectiveCall call -> progress.take(call);
          case FlightEntry flight -> progress.take(flight) | record(flight);
          default -> record(entry);
        };
    if (kept && order.size() < MAX_ORDERED) {
      order.putIfAbsent(entry.at(), order.size());
    }
  }

  /**
   * The facts of both, as one reading of the files of a and then of those of b gives them. So what
   * several threads or machines read joins to one answer. What of one kind is more than is kept is
   * left out as in one reading; {@link #count} still counts all.
   *
   * @param a not changed
   * @param b not changed
   */
  public static Facts merge(Facts a, Facts b) {
    Facts both = new Facts();
    both.absorb(a);
    both.absorb(b);
    return both;
  }

  private void absorb(Facts other) {
    Set<Place> kept = new HashSet<>();
    Set<Place> listed = new HashSet<>();
    other.entries().forEach(entry -> listed.add(entry.at()));
    other.records.forEach((type, list) -> {
      List<Entry> own = records.computeIfAbsent(type, t -> new ArrayList<>());
      list.forEach(entry -> note(keep(own, entry, MAX_RECORDS), entry, kept));
    });
    other.signals.forEach((id, list) -> {
      List<Signal> own = signals.computeIfAbsent(id, i -> new ArrayList<>());
      list.forEach(signal -> note(keep(own, signal, MAX_SIGNALS), signal, kept));
    });
    other.counts.forEach((id, count) -> counts.merge(id, count, Long::sum));
    other.warnings.forEach((file, list) -> {
      List<String> own = warnings.computeIfAbsent(file, f -> new ArrayList<>());
      list.stream().limit(MAX_WARNINGS - own.size()).forEach(own::add);
    });
    hosts.absorb(other.hosts);
    progress.absorb(other.progress);
    other.order.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .filter(e -> kept.contains(e.getKey()) || !listed.contains(e.getKey()))
        .limit(Math.max(0, MAX_ORDERED - order.size()))
        .forEach(e -> order.putIfAbsent(e.getKey(), order.size()));
  }

  private static void note(boolean taken, Entry entry, Set<Place> kept) {
    if (taken) {
      kept.add(entry.at());
    }
  }

  /** All that is kept, messages last. */
  public Stream<Entry> entries() {
    return Stream.concat(
        records.values().stream().flatMap(List::stream),
        signals.values().stream().flatMap(List::stream));
  }

  private boolean record(Entry entry) {
    return keep(
        records.computeIfAbsent(entry.getClass(), type -> new ArrayList<>()), entry, MAX_RECORDS);
  }

  private static <T> boolean keep(List<T> list, T entry, int limit) {
    return list.size() < limit && list.add(entry);
  }

  @Override
  public void warn(Place at, String message) {
    List<String> list = warnings.computeIfAbsent(at.file(), f -> new ArrayList<>());
    if (list.size() < MAX_WARNINGS) {
      list.add(at.line() > 0 ? "line " + at.line() + ": " + message : message);
    }
  }

  /** Warnings about a file. */
  public List<String> warnings(String file) {
    return warnings.getOrDefault(file, List.of());
  }

  /** Records of a kind. */
  public <T extends Entry> List<T> all(Class<T> type) {
    return records.getOrDefault(type, List.of()).stream().map(type::cast).toList();
  }

  /** Messages of any of these ids, those of the first id first. */
  public List<Signal> signals(String... ids) {
    return Arrays.stream(ids)
        .map(signals::get)
        .filter(Objects::nonNull)
        .flatMap(Collection::stream)
        .toList();
  }

  public boolean has(String id) {
    return signals.containsKey(id);
  }

  /** How often a message was found, also what was not kept. */
  public long count(String id) {
    return counts.getOrDefault(id, 0L);
  }

  /** Position of a record among all that was found; the largest number for what was not. */
  public int order(Place place) {
    return order.getOrDefault(place, Integer.MAX_VALUE);
  }

  /** What machine a record is about. */
  public Hosts hosts() {
    return hosts;
  }

  /** How far each rank is in each group. */
  public Progress progress() {
    return progress;
  }

  /** Whether nothing at all was found. */
  public boolean isEmpty() {
    return records.isEmpty() && signals.isEmpty();
  }
}
