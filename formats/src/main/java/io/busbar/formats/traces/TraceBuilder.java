package io.busbar.formats.traces;

import io.busbar.formats.artefact.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gathers what a GPU did, whichever tool traced it. Times in microseconds. Not thread-safe. */
final class TraceBuilder {
  private static final int MAX_COLLECTIVES = 100_000;

  /** Of them this many are handed on from the start of the trace, and as many of the longest. */
  private static final int KEPT = 200;

  private static final int MAX_STEPS = 100_000;
  private static final int MAX_GROUPS = 256;

  private final List<CollectiveSpan> collectives = new ArrayList<>();
  private final Intervals communication = new Intervals();
  private final Intervals compute = new Intervals();
  private final Intervals copies = new Intervals();
  private final Intervals loading = new Intervals();
  private double[] steps = new double[0];
  private final List<Double> stepStarts = new ArrayList<>();

  void compute(double start, double duration) {
    compute.add(start, start + duration);
  }

  void copy(double start, double duration) {
    copies.add(start, start + duration);
  }

  /** The host waits for the next batch. */
  void loading(double start, double duration) {
    loading.add(start, start + duration);
  }

  /** A step begins. */
  void step(double start) {
    if (stepStarts.size() < MAX_STEPS) {
      stepStarts.add(start);
    }
  }

  void collective(
      String name, String group, long elements, double start, double duration, Place at) {
    communication.add(start, start + duration);
    if (collectives.size() < MAX_COLLECTIVES) {
      collectives.add(new CollectiveSpan(name, group, elements, start, duration, 0, 0, at));
    }
  }

  /** What was gathered; null when there is no kernel. */
  @Nullable GpuTrace build(int rank, int ranks, String device, Place at) {
    communication.merge();
    compute.merge();
    copies.merge();
    loading.merge();
    if (communication.isEmpty() && compute.isEmpty()) {
      return null;
    }
    steps = stepStarts.stream().mapToDouble(s -> s).sorted().toArray();
    collectives.sort(Comparator.comparingDouble(CollectiveSpan::startUs));
    Intervals busy = new Intervals();
    busy.addAll(communication);
    busy.addAll(compute);
    busy.merge();
    double span = busy.last() - busy.first();
    List<CollectiveSpan> priced = priced();
    double overlap = communication.common(compute);
    return new GpuTrace(
        rank,
        ranks,
        device,
        kept(priced),
        communication.total(),
        compute.total(),
        overlap,
        span,
        split(busy, span, communication.total() - overlap, priced),
        at);
  }

  /** Gives each collective the exposed time that no earlier one has. */
  private List<CollectiveSpan> priced() {
    List<CollectiveSpan> priced = new ArrayList<>(collectives.size());
    double done = Double.NEGATIVE_INFINITY;
    for (CollectiveSpan c : collectives) {
      double from = Math.max(done, c.startUs());
      double end = c.startUs() + c.durationUs();
      double exposed = end > from ? end - from - compute.within(from, end) : 0;
      done = Math.max(done, end);
      priced.add(
          new CollectiveSpan(
              c.name(),
              c.group(),
              c.elements(),
              c.startUs(),
              c.durationUs(),
              Math.max(0, exposed),
              stepOf(c.startUs()),
              c.at()));
    }
    return priced;
  }

  private static List<CollectiveSpan> kept(List<CollectiveSpan> all) {
    if (all.size() <= 2 * KEPT) {
      return all;
    }
    List<CollectiveSpan> kept = new ArrayList<>(all.subList(0, KEPT));
    all.subList(KEPT, all.size()).stream()
        .sorted(Comparator.comparingDouble(CollectiveSpan::durationUs).reversed())
        .limit(KEPT)
        .sorted(Comparator.comparingDouble(CollectiveSpan::startUs))
        .forEach(kept::add);
    return kept;
  }

  private int stepOf(double time) {
    int at = Arrays.binarySearch(steps, time);
    return Math.max(0, at < 0 ? -at - 2 : at);
  }

  private TimeSplit split(Intervals busy, double span, double exposed, List<CollectiveSpan> spans) {
    double from = busy.first();
    double to = busy.last();
    double copied = copies.within(from, to) - copies.common(busy);
    Intervals working = new Intervals();
    working.addAll(busy);
    working.addAll(copies);
    working.merge();
    double waited = loading.within(from, to) - loading.common(working);
    double idle = span - compute.total() - exposed - copied - waited;
    return new TimeSplit(
        Math.max(1, steps.length),
        span,
        compute.total(),
        exposed,
        Math.max(0, copied),
        Math.max(0, waited),
        Math.max(0, idle),
        groups(spans));
  }

  private static List<GroupTime> groups(List<CollectiveSpan> spans) {
    Map<List<String>, List<CollectiveSpan>> byGroup = new LinkedHashMap<>();
    for (CollectiveSpan c : spans) {
      List<String> key = List.of(c.name(), c.group());
      if (byGroup.size() < MAX_GROUPS || byGroup.containsKey(key)) {
        byGroup.computeIfAbsent(key, k -> new ArrayList<>()).add(c);
      }
    }
    List<GroupTime> groups = new ArrayList<>();
    byGroup.forEach((key, list) -> {
      Map<Integer, Integer> alone = new HashMap<>();
      list.stream()
          .filter(CollectiveSpan::alone)
          .forEach(c -> alone.merge(c.step(), 1, Integer::sum));
      groups.add(
          new GroupTime(
              key.get(0),
              key.get(1),
              list.size(),
              list.stream().mapToDouble(CollectiveSpan::durationUs).sum(),
              list.stream().mapToDouble(CollectiveSpan::exposedUs).sum(),
              alone.values().stream().mapToInt(n -> n).sum(),
              alone.values().stream().mapToInt(n -> n).max().orElse(0)));
    });
    groups.sort(Comparator.comparingDouble(GroupTime::exposedUs).reversed());
    return groups;
  }
}
