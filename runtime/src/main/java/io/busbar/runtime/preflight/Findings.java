package io.busbar.runtime.preflight;

import io.busbar.runtime.preflight.Measured.HostFacts;
import io.busbar.runtime.preflight.Measured.PairResult;
import io.busbar.runtime.preflight.Measured.Split;
import io.busbar.runtime.preflight.PreflightAnswer.Halves;
import io.busbar.runtime.preflight.PreflightAnswer.Healthy;
import io.busbar.runtime.preflight.PreflightAnswer.HostRow;
import io.busbar.runtime.preflight.PreflightAnswer.InterfaceRow;
import io.busbar.runtime.preflight.PreflightAnswer.PairRow;
import io.busbar.runtime.preflight.PreflightAnswer.PathRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is made of a measurement: outliers by rank, healthy figures, and rows for other programs.
 */
final class Findings {
  static final String TESTS =
      "TCP and UDP over the network interfaces, not RDMA and not GPUs: links, MTU, loss and hosts"
          + " are tested, verbs, GPUDirect and NCCL are not";

  /** Hosts explain interfaces, these explain pairs. */
  private static final List<String> SCOPES =
      List.of(Outlier.HOST, Outlier.INTERFACE, Outlier.SET, Outlier.PAIR);

  private static final Comparator<Outlier> WORST_FIRST =
      Comparator.comparing(Outlier::severity)
          .reversed()
          .thenComparing(o -> SCOPES.indexOf(o.scope()))
          .thenComparing(Comparator.comparingDouble(Outlier::factor).reversed());

  private final Measured measured;
  private final List<PairFindings> byPort = new ArrayList<>();
  private final @Nullable SetFindings set;

  private Findings(Measured measured) {
    this.measured = measured;
    for (int port = 0; port < measured.commonPorts(); port++) {
      byPort.add(new PairFindings(pairs(port), port, measured.hosts()));
    }
    set = byPort.isEmpty() ? null : new SetFindings(measured, byPort.getFirst());
  }

  static PreflightAnswer of(Measured measured, PreflightQuestion question) {
    return new Findings(measured).answer(question);
  }

  private List<PairResult> pairs(int port) {
    return measured.pairs().stream().filter(pair -> pair.port() == port).toList();
  }

  private PreflightAnswer answer(PreflightQuestion question) {
    int hosts = measured.hosts().size();
    int ports = measured.commonPorts();
    return new PreflightAnswer(
        TESTS,
        hosts,
        ports,
        outliers(),
        notJudged(),
        healthy(),
        measured.rounds(),
        measured.allRounds(),
        measured.pairs().size(),
        hosts * (hosts - 1) / 2 * ports,
        question.duration().toNanos() / 1e9,
        question.streams(),
        question.seed(),
        measured.hosts().stream().map(this::row).toList(),
        measured.splits().stream().map(this::row).toList(),
        measured.pairs().stream().map(this::row).toList());
  }

  private List<NotJudged> notJudged() {
    List<NotJudged> all = new ArrayList<>();
    for (int port = 0; port < byPort.size(); port++) {
      PairFindings rates = byPort.get(port);
      all.addAll(rates.notJudged());
      all.addAll(new LossFindings(pairs(port), port, measured.hosts(), rates).notJudged());
    }
    if (set != null) {
      all.addAll(set.notJudged());
    }
    return all;
  }

  private List<Outlier> outliers() {
    List<Outlier> found = new ArrayList<>(new HostFindings(measured).all());
    for (int port = 0; port < byPort.size(); port++) {
      List<PairResult> pairs = pairs(port);
      found.addAll(byPort.get(port).all());
      found.addAll(new LossFindings(pairs, port, measured.hosts(), byPort.get(port)).all());
      found.addAll(new PathFindings(pairs, port, measured.hosts()).all());
    }
    if (set != null) {
      found.addAll(set.all());
    }
    found.sort(WORST_FIRST);
    return found;
  }

  /** Of paths that are not slow and lose nothing, trips of all pairs, and all hosts. */
  private List<Healthy> healthy() {
    List<Healthy> all = new ArrayList<>();
    List<Double> rates = new ArrayList<>();
    List<Double> both = new ArrayList<>();
    List<Double> again = new ArrayList<>();
    for (PairResult each : measured.pairs()) {
      PairFigures figures = each.figures();
      if (figures != null) {
        int a = each.pair().first();
        int b = each.pair().second();
        boolean there = byPort.get(each.port()).slow(a, b) || LossFindings.loses(figures.there());
        boolean back = byPort.get(each.port()).slow(b, a) || LossFindings.loses(figures.back());
        take(figures.there(), there, rates, both, again);
        take(figures.back(), back, rates, both, again);
      }
    }
    add(all, "rate one way", "bytes_per_s", rates);
    add(all, "rate while both ways are in use", "bytes_per_s", both);
    add(all, "segments lost", "share", again);
    add(all, "quickest round trip", "us", trips(Trips::minUs));
    add(all, "usual round trip", "us", trips(Trips::medianUs));
    add(all, "round trip, 99 of 100", "us", trips(Trips::p99Us));
    List<HostFacts> hosts = measured.hosts();
    add(
        all,
        "turns of a loop",
        "loops_per_s",
        hosts.stream().map(h -> h.speed().loopsPerS()).toList());
    add(
        all,
        "memory copy",
        "bytes_per_s",
        hosts.stream().map(h -> h.speed().copyBytesPerS()).toList());
    return all;
  }

  private static void take(
      HostPath path, boolean odd, List<Double> rates, List<Double> both, List<Double> again) {
    if (!odd) {
      rates.add(path.bytesPerS());
      both.add(path.both().bytesPerS());
      again.add(path.resent().lostShare());
    }
  }

  private List<Double> trips(ToDoubleFunction<Trips> figure) {
    List<Double> all = new ArrayList<>();
    for (PairResult each : measured.pairs()) {
      PairFigures figures = each.figures();
      if (figures != null) {
        all.add(figure.applyAsDouble(figures.trips()));
      }
    }
    return all;
  }

  private static void add(List<Healthy> all, String figure, String unit, List<Double> values) {
    double[] known =
        values.stream().mapToDouble(Double::doubleValue).filter(v -> !Double.isNaN(v)).toArray();
    if (known.length > 0) {
      double least = Arrays.stream(known).min().orElse(0);
      double most = Arrays.stream(known).max().orElse(0);
      all.add(new Healthy(figure, unit, Robust.median(known), least, most, known.length));
    }
  }

  private HostRow row(HostFacts host) {
    int number = measured.hosts().indexOf(host);
    List<Double> ahead = new ArrayList<>();
    List<Double> bounds = new ArrayList<>();
    for (PairResult each : measured.pairs()) {
      PairFigures figures = each.figures();
      boolean first = each.pair().first() == number;
      if (figures != null && (first || each.pair().second() == number)) {
        ahead.add((first ? -1 : 1) * figures.trips().clockNs() / 1e3);
        bounds.add(figures.trips().boundNs() / 1e3);
      }
    }
    Counters counted = host.counted();
    return new HostRow(
        host.name(),
        host.ports().stream().map(port -> row(port, counted)).toList(),
        known(host.speed().loopsPerS()),
        known(host.speed().copyBytesPerS()),
        known(median(ahead)),
        known(median(bounds)),
        counted.of(Counters.RETRANSMITTED),
        counted.of(Counters.LOST_RETRANSMIT),
        counted.of(Counters.SYN_RETRANSMITTED));
  }

  private static double median(List<Double> values) {
    return Robust.median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private static InterfaceRow row(Port port, Counters counted) {
    String name = port.name() + "/";
    return new InterfaceRow(
        port.name(),
        port.address().getHostAddress(),
        port.mtuBytes(),
        port.speedMbitPerS(),
        counted.of(name + "rx_errors") + counted.of(name + "tx_errors"),
        counted.of(name + "rx_dropped") + counted.of(name + "tx_dropped"));
  }

  private Halves row(Split split) {
    int index = measured.splits().indexOf(split);
    double sum = split.rates().stream().mapToDouble(Rate::bytesPerS).filter(v -> v > 0).sum();
    double share = set == null ? Double.NaN : set.share(split);
    return new Halves(split.number(), index % 2 == 0 ? "there" : "back", sum, known(share));
  }

  private PairRow row(PairResult result) {
    String first = measured.hosts().get(result.pair().first()).name();
    String second = measured.hosts().get(result.pair().second()).name();
    PairFigures figures = result.figures();
    if (figures == null) {
      String failure = result.failure();
      return new PairRow(first, second, result.port(), failure, null, null, null, null, null);
    }
    return new PairRow(
        first,
        second,
        result.port(),
        null,
        row(figures.there()),
        row(figures.back()),
        figures.trips().minUs(),
        figures.trips().medianUs(),
        figures.trips().p99Us());
  }

  private static PathRow row(HostPath path) {
    return new PathRow(
        path.bytesPerS(),
        path.both().bytesPerS(),
        path.resent().segments(),
        path.resent().again(),
        path.resent().needless(),
        path.paced().segments(),
        path.paced().lost(),
        Datagrams.COUNT,
        path.datagramsLost(),
        path.reachBytes(),
        path.alone().waited());
  }
}
