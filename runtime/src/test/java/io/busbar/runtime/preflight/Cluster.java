package io.busbar.runtime.preflight;

import io.busbar.runtime.preflight.Measured.HostFacts;
import io.busbar.runtime.preflight.Measured.PairResult;
import io.busbar.runtime.preflight.Measured.Split;
import io.busbar.runtime.preflight.Rounds.Pair;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A measurement that nobody made: healthy with some noise, and faults as a test wants them. */
final class Cluster {
  static final double RATE = 1.2e9;
  private static final double NOISE = 0.03;

  private final int hosts;
  private final int ports;
  private final Random random = new Random(5);
  final double[][][] rate;
  final double[][][] both;
  final double[][][] lossShare;
  final double[][][] pacedShare;
  final double[][][] waited;
  final double[][] tripUs;
  final int[][] mtu;
  final int[][][] reach;
  final double[] loops;
  final double[] copies;
  final double[] clockUs;
  final List<Pair> broken = new ArrayList<>();
  double halves = 1;
  double halvesWaited = 0;

  Cluster(int hosts, int ports) {
    this.hosts = hosts;
    this.ports = ports;
    rate = new double[ports][hosts][hosts];
    both = new double[ports][hosts][hosts];
    lossShare = new double[ports][hosts][hosts];
    pacedShare = new double[ports][hosts][hosts];
    waited = new double[ports][hosts][hosts];
    reach = new int[ports][hosts][hosts];
    tripUs = new double[hosts][hosts];
    mtu = new int[ports][hosts];
    loops = new double[hosts];
    copies = new double[hosts];
    clockUs = new double[hosts];
    for (int a = 0; a < hosts; a++) {
      loops[a] = noisy(5e8);
      copies[a] = noisy(8e9);
      for (int port = 0; port < ports; port++) {
        mtu[port][a] = 9000;
        for (int b = 0; b < hosts; b++) {
          rate[port][a][b] = noisy(RATE);
          both[port][a][b] = noisy(0.95);
          tripUs[a][b] = noisy(40);
        }
      }
    }
  }

  private double noisy(double value) {
    return value * (1 + NOISE * (2 * random.nextDouble() - 1));
  }

  /** What a host sends or receives on an interface is no faster than this share of the usual. */
  Cluster slow(int port, int host, double factor) {
    for (int peer = 0; peer < hosts; peer++) {
      rate[port][host][peer] = Math.min(rate[port][host][peer], noisy(factor * RATE));
      rate[port][peer][host] = Math.min(rate[port][peer][host], noisy(factor * RATE));
    }
    return this;
  }

  /** A share of segments at any rate. */
  Cluster loses(int from, int to, double share) {
    lossShare[0][from][to] = share;
    pacedShare[0][from][to] = share;
    return this;
  }

  private HostPath path(int port, int from, int to) {
    long segments = 100_000;
    long again = Math.round(segments * lossShare[port][from][to]);
    int most = Math.min(mtu[port][from], mtu[port][to]);
    int got = reach[port][from][to] == 0 ? most : reach[port][from][to];
    double alone = rate[port][from][to];
    Resent resent = new Resent(segments, again, 0);
    Resent paced = new Resent(segments, Math.round(segments * pacedShare[port][from][to]), 0);
    double busy = waited[port][from][to];
    return new HostPath(
        Rate.of(alone, busy),
        Rate.of(alone * both[port][from][to], busy),
        resent,
        paced,
        0,
        Math.min(got, most));
  }

  Measured measured() {
    List<HostFacts> facts = new ArrayList<>();
    for (int h = 0; h < hosts; h++) {
      List<Port> list = new ArrayList<>();
      for (int port = 0; port < ports; port++) {
        InetAddress address = InetAddress.getLoopbackAddress();
        list.add(new Port("eth" + port, address, 1, 2, mtu[port][h], 10_000));
      }
      HostSpeed speed = new HostSpeed(loops[h], copies[h]);
      facts.add(new HostFacts("h" + h, list, speed, new Counters(Map.of())));
    }
    List<PairResult> pairs = new ArrayList<>();
    List<List<Pair>> rounds = Rounds.all(hosts);
    for (int port = 0; port < ports; port++) {
      for (List<Pair> round : rounds) {
        for (Pair pair : round) {
          pairs.add(result(port, pair));
        }
      }
    }
    List<Split> splits = new ArrayList<>();
    for (List<int[]> half : Rounds.halves(hosts, 2, 1)) {
      List<Rate> rates =
          half.stream()
              .map(path -> Rate.of(halves * rate[0][path[0]][path[1]], halvesWaited))
              .toList();
      splits.add(new Split(1, half, rates));
    }
    return new Measured(facts, Map.of(), pairs, splits, rounds.size(), rounds.size());
  }

  private PairResult result(int port, Pair pair) {
    int a = pair.first();
    int b = pair.second();
    if (broken.contains(pair)) {
      return new PairResult(pair, port, null, "Connection refused");
    }
    double trip = tripUs[a][b];
    long clock = (long) (1000 * (clockUs[b] - clockUs[a]));
    Trips trips =
        new Trips(trip, 1.3 * trip, 4 * trip, clock, (long) (500 * trip), waited[port][a][b]);
    return new PairResult(
        pair, port, new PairFigures(path(port, a, b), path(port, b, a), trips), null);
  }

  PreflightAnswer answer() {
    PreflightQuestion question =
        new PreflightQuestion(List.of(), Duration.ofMillis(500), 2, Duration.ofMinutes(10), 2, 1);
    return Findings.of(measured(), question);
  }

  /** Codes with host, peer, interface and direction of what stands out. */
  List<String> found() {
    return answer().outliers().stream()
        .map(o ->
            String.join(
                " ",
                o.code(),
                o.host(),
                o.peer() == null ? "-" : o.peer(),
                o.scope(),
                o.direction() == null ? "-" : o.direction()))
        .toList();
  }
}
