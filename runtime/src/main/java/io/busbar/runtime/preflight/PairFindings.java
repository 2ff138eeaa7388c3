package io.busbar.runtime.preflight;

import io.busbar.base.report.Severity;
import io.busbar.runtime.preflight.Measured.PairResult;
import io.busbar.runtime.preflight.Outlier.Beside;
import io.busbar.runtime.preflight.Outlier.Where;
import io.busbar.runtime.preflight.Outlier.Words;
import io.busbar.runtime.preflight.Rounds.Pair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Rates and round trips on one interface of each host that stand out. */
final class PairFindings {
  /**
   * Equal links differ by a few percent over TCP. The smallest faults of links are larger: one lane
   * of four lost is 25 % off, the next lower speed 50 % or more. The floor lies between.
   */
  static final double RATE_FLOOR = 0.85;

  /** Below it a fault of a link is certain, rather than a busy host. */
  static final double CRITICAL_BELOW = 0.7;

  /** Acknowledgements take a few percent when both ways are in use; a half-duplex link half. */
  static final double BOTH_FLOOR = 0.7;

  /** A trip twice as long as others is no matter of one switch more. */
  static final double TRIP_FLOOR = 0.5;

  /** Share of the time without a processor from which on even the quickest trip may be late. */
  private static final double TRIPS_WAITED = 0.05;

  /** Shorter differences are noise of hosts, not of the network. */
  static final double LEAST_LATER_US = 20;

  private final List<PairResult> pairs;
  private final int port;
  private final List<Measured.HostFacts> hosts;
  private final double[][] byPath;
  private final double[][] unhindered;
  private final List<NotJudged> notJudged = new ArrayList<>();
  private final Outliers rates;
  private final Outliers both;
  private final Outliers trips;

  PairFindings(List<PairResult> pairs, int port, List<Measured.HostFacts> hosts) {
    this.pairs = pairs;
    this.port = port;
    this.hosts = hosts;
    int count = hosts.size();
    byPath = matrix(pairs, count, HostPath::bytesPerS);
    double[][] waited = waited(pairs, count);
    unhindered = matrix(pairs, count, w -> w.alone().unhindered());
    rates = judged("slow-pair", rates(pairs, count), unhindered, waited);
    both =
        judged(
            "slow-both-paths",
            both(pairs, count),
            matrix(pairs, count, w -> w.both().unhindered() / w.bytesPerS()),
            waited);
    trips = judged("long-round-trip", trips(pairs, count), unhinderedTrips(pairs, count), waited);
  }

  private static Outliers rates(List<PairResult> pairs, int hosts) {
    return new Outliers(matrix(pairs, hosts, HostPath::bytesPerS), RATE_FLOOR);
  }

  private static Outliers both(List<PairResult> pairs, int hosts) {
    return new Outliers(matrix(pairs, hosts, HostPath::keptShare), BOTH_FLOOR);
  }

  private static Outliers trips(List<PairResult> pairs, int hosts) {
    return new Outliers(tripMatrix(pairs, hosts), TRIP_FLOOR);
  }

  /**
   * Without what is low only because hosts were busy. What is left makes the usual figures higher
   * and closer to each other, so that more may be low beside them; hence again until nothing is.
   */
  private Outliers judged(String code, Outliers all, double[][] possible, double[][] waited) {
    Outliers left = all;
    List<int[]> explained = explained(left, possible);
    while (!explained.isEmpty()) {
      boolean[][] out = new boolean[hosts.size()][hosts.size()];
      for (int[] path : explained) {
        out[path[0]][path[1]] = true;
        String reason =
            "whenever it was measured, a host had other work to do: threads waited for a processor"
                + " in at least "
                + Say.percent(waited[path[0]][path[1]])
                + " of the time";
        notJudged.add(new NotJudged(code, name(path[0]), name(path[1]), reason));
      }
      left = left.without((from, to) -> out[from][to]);
      explained = explained(left, possible);
    }
    return left;
  }

  private List<int[]> explained(Outliers all, double[][] possible) {
    List<int[]> explained = new ArrayList<>();
    for (int from = 0; from < hosts.size(); from++) {
      for (int to = 0; to < hosts.size(); to++) {
        boolean measured = !Double.isNaN(all.at(from, to));
        if (measured && all.explained(from, to, possible[from][to])) {
          explained.add(new int[] {from, to});
        }
      }
    }
    return explained;
  }

  List<NotJudged> notJudged() {
    return List.copyOf(notJudged);
  }

  /** A figure of every path; NaN where there is none. */
  static double[][] matrix(List<PairResult> pairs, int hosts, ToDoubleFunction<HostPath> figure) {
    double[][] matrix = empty(hosts);
    for (PairResult each : pairs) {
      PairFigures figures = each.figures();
      if (figures != null) {
        Pair pair = each.pair();
        matrix[pair.first()][pair.second()] = figure.applyAsDouble(figures.there());
        matrix[pair.second()][pair.first()] = figure.applyAsDouble(figures.back());
      }
    }
    return matrix;
  }

  /** Round trips per second, so that more is better. */
  private static double[][] tripMatrix(List<PairResult> pairs, int hosts) {
    double[][] matrix = empty(hosts);
    for (PairResult each : pairs) {
      PairFigures figures = each.figures();
      if (figures != null) {
        double perSecond = 1e6 / figures.trips().minUs();
        matrix[each.pair().first()][each.pair().second()] = perSecond;
        matrix[each.pair().second()][each.pair().first()] = perSecond;
      }
    }
    return matrix;
  }

  /** No bound where threads waited for long. */
  private static double[][] unhinderedTrips(List<PairResult> pairs, int hosts) {
    double[][] matrix = empty(hosts);
    for (PairResult each : pairs) {
      PairFigures figures = each.figures();
      if (figures != null) {
        Trips trips = figures.trips();
        double most = trips.waited() < TRIPS_WAITED ? 1e6 / trips.minUs() : Double.MAX_VALUE;
        matrix[each.pair().first()][each.pair().second()] = most;
        matrix[each.pair().second()][each.pair().first()] = most;
      }
    }
    return matrix;
  }

  private static double[][] waited(List<PairResult> pairs, int hosts) {
    return matrix(pairs, hosts, w -> Math.min(w.alone().waited(), w.both().waited()));
  }

  private static double[][] empty(int hosts) {
    double[][] matrix = new double[hosts][hosts];
    for (double[] row : matrix) {
      Arrays.fill(row, Double.NaN);
    }
    return matrix;
  }

  Outliers rates() {
    return rates;
  }

  /** Whether a path is slow, by itself or by one of its ends. */
  boolean slow(int from, int to) {
    return rates.lowOut(from) || rates.lowIn(to) || rates.low(from, to);
  }

  /** Pairs that are to be measured once more before anything is said of them. */
  static Set<Pair> suspicious(List<PairResult> pairs, List<Measured.HostFacts> hosts) {
    int count = hosts.size();
    Set<Pair> suspicious = new LinkedHashSet<>();
    for (Outliers each : List.of(rates(pairs, count), both(pairs, count), trips(pairs, count))) {
      each.lowPaths().forEach(path -> suspicious.add(Pair.of(path[0], path[1])));
      for (PairResult result : pairs) {
        int a = result.pair().first();
        int b = result.pair().second();
        if (each.lowOut(a) || each.lowIn(a) || each.lowOut(b) || each.lowIn(b)) {
          suspicious.add(result.pair());
        }
      }
    }
    for (PairResult result : pairs) {
      if (result.figures() == null || PathFindings.odd(result, hosts)) {
        suspicious.add(result.pair());
      }
    }
    return suspicious;
  }

  List<Outlier> all() {
    List<Outlier> found = new ArrayList<>();
    for (int host = 0; host < hosts.size(); host++) {
      ends(host, found);
    }
    Set<Pair> told = new LinkedHashSet<>();
    for (int[] path : rates.lowPaths()) {
      boolean back = rates.low(path[1], path[0]);
      if (told.add(Pair.of(path[0], path[1]))) {
        found.add(slowPath(path[0], path[1], back));
      }
    }
    bothWays(found);
    longTrips(found);
    return found;
  }

  private String name(int host) {
    return hosts.get(host).name();
  }

  private String portName(int host) {
    return hosts.get(host).ports().get(port).name();
  }

  private void ends(int host, List<Outlier> found) {
    boolean out = rates.lowOut(host);
    boolean in = rates.lowIn(host);
    if (!out && !in) {
      return;
    }
    double best =
        out && in
            ? Math.max(rates.out(host), rates.in(host))
            : out ? rates.out(host) : rates.in(host);
    String direction = out && in ? "both" : out ? "sends" : "receives";
    String does = out && in ? "sends and receives" : direction;
    String scope = hosts.get(host).ports().size() > 1 ? Outlier.INTERFACE : Outlier.HOST;
    String code = scope.equals(Outlier.HOST) ? "slow-host" : "slow-interface";
    List<String> evidence = new ArrayList<>();
    evidence.add("with its best partners " + does + " " + Say.rate(best));
    evidence.add("the others reach " + Say.rate(rates.level()));
    long speed = hosts.get(host).ports().get(port).speedMbitPerS();
    if (speed > 0) {
      evidence.add("the driver gives the link's speed as " + speed + " Mbit/s");
    }
    LossFindings.around(pairs, host, evidence);
    String what = scope.equals(Outlier.HOST) ? name(host) : portName(host) + " of " + name(host);
    found.add(
        Outlier.of(
            code,
            severity(best / rates.level()),
            new Where(scope, name(host), null, portName(host), direction),
            new Beside(best, rates.level(), "bytes_per_s"),
            new Words(
                what
                    + " "
                    + does
                    + " at "
                    + Say.rate(best)
                    + ", the others at "
                    + Say.rate(rates.level()),
                "All its pairs are slow, whoever is the partner, and pairs without it are not: the"
                    + " cause is the host, its interface, its cable or its port of the switch.",
                evidence,
                Next.link(portName(host)))));
  }

  private static Severity severity(double share) {
    return share < CRITICAL_BELOW ? Severity.CRITICAL : Severity.WARNING;
  }

  private Outlier slowPath(int from, int to, boolean back) {
    double rate = rate(from, to);
    double expected = rates.expected(from, to);
    String arrow = back ? " and back" : "";
    String why =
        rates.comparable()
            ? "Both reach more with other hosts, so the cause lies on the path between them: a link"
                + " between switches, a route that several flows share, or a hash that puts them on"
                + " one."
            : "There are two hosts only, so it cannot be said which side it is; a third host would"
                + " tell.";
    List<String> evidence = new ArrayList<>();
    evidence.add(name(from) + " to " + name(to) + " " + Say.rate(rate));
    evidence.add("expected by what both reach otherwise " + Say.rate(expected));
    return Outlier.of(
        "slow-pair",
        severity(rate / expected),
        Where.pair(name(from), name(to), portName(from), back ? "both" : "sends"),
        new Beside(rate, expected, "bytes_per_s"),
        new Words(
            name(from)
                + " to "
                + name(to)
                + arrow
                + " is slow: "
                + Say.rate(rate)
                + " instead of "
                + Say.rate(expected),
            why,
            evidence,
            Next.path(hosts.get(to).ports().get(port).address().getHostAddress())));
  }

  /** Bytes per second of a path. */
  double rate(int from, int to) {
    return byPath[from][to];
  }

  /** The most that a host may reach, where it had other work to do. */
  double possible(int host) {
    double[] column = Arrays.stream(unhindered).mapToDouble(row -> row[host]).toArray();
    return Math.max(Robust.upperQuarter(unhindered[host]), Robust.upperQuarter(column));
  }

  private void bothWays(List<Outlier> found) {
    for (int host = 0; host < hosts.size(); host++) {
      if (both.lowOut(host) && both.lowIn(host)) {
        double share = Math.max(both.out(host), both.in(host));
        found.add(
            Outlier.of(
                "slow-both-paths",
                Severity.WARNING,
                new Where(Outlier.INTERFACE, name(host), null, portName(host), "both"),
                new Beside(share, both.level(), "share"),
                new Words(
                    name(host) + " loses speed when it sends and receives at once",
                    "Each direction keeps "
                        + Say.percent(share)
                        + " of its rate, that of the others "
                        + Say.percent(both.level())
                        + ": a half-duplex link, a slot of PCIe that is too narrow, or a busy"
                        + " host.",
                    List.of(),
                    Next.link(portName(host)))));
      }
    }
  }

  private void longTrips(List<Outlier> found) {
    Set<Integer> blamed = new LinkedHashSet<>();
    double usual = 1e6 / trips.level();
    for (int host = 0; host < hosts.size(); host++) {
      double own = 1e6 / trips.out(host);
      if (trips.lowOut(host) && own > usual + LEAST_LATER_US) {
        blamed.add(host);
        Where where = new Where(Outlier.HOST, name(host), null, portName(host), null);
        found.add(late(where, name(host), own, usual, "Round trips to all hosts take longer."));
      }
    }
    for (int[] path : trips.lowPaths()) {
      double own = 1e6 / trips.at(path[0], path[1]);
      double expected = 1e6 / trips.expected(path[0], path[1]);
      if (path[0] < path[1] && own > expected + LEAST_LATER_US && !blamed.contains(path[0])) {
        String names = name(path[0]) + " and " + name(path[1]);
        String why = "Both are quicker with other hosts, so it is the path between them.";
        Where where = Where.pair(name(path[0]), name(path[1]), portName(path[0]), "both");
        found.add(late(where, names, own, expected, why));
      }
    }
  }

  private Outlier late(Where where, String who, double own, double usual, String why) {
    return Outlier.of(
        "long-round-trip",
        Severity.WARNING,
        where,
        new Beside(own, usual, "us"),
        new Words(
            "the quickest round trip of "
                + who
                + " takes "
                + Say.micros(own)
                + ", that of the"
                + " others "
                + Say.micros(usual),
            why,
            List.of(),
            Next.trip(where.interfaceName())));
  }
}
