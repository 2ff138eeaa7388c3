package io.busbar.runtime.preflight;

import io.busbar.base.report.Severity;
import io.busbar.runtime.preflight.Measured.HostFacts;
import io.busbar.runtime.preflight.Measured.PairResult;
import io.busbar.runtime.preflight.Outlier.Beside;
import io.busbar.runtime.preflight.Outlier.Where;
import io.busbar.runtime.preflight.Outlier.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Packets that do not arrive. TCP hides a small loss in its rate, so segments are counted that were
 * sent again and had not arrived, and datagrams. TCP also overfills queues by itself until they
 * drop, so what is lost at full rate counts only when a part of the rate loses as well. Slow paths
 * lose packets because they are slow; these are left out.
 */
final class LossFindings {
  /**
   * Sound links lose less than one packet in a hundred million. From about one in a thousand on a
   * TCP flow stays below 5 Gbit/s even at 0.1 ms (Mathis 1997: 1.22 MSS / (RTT sqrt(p))), and RDMA,
   * which sends everything after a lost packet again, suffers earlier.
   */
  static final double LEAST_SHARE = 0.001;

  private static final double CRITICAL_SHARE = 0.003;

  /** Fewer may be a moment's chance; at a part of the rate sound links lose none in millions. */
  private static final long LEAST_SEGMENTS = 5;

  static final int LEAST_DATAGRAMS = 3;

  private final PairFindings slow;
  private final List<HostFacts> hosts;
  private final int port;
  private final Resent[][] full;
  private final Resent[][] paced;
  private final int[][] lost;

  LossFindings(List<PairResult> pairs, int port, List<HostFacts> hosts, PairFindings slow) {
    this.slow = slow;
    this.hosts = hosts;
    this.port = port;
    int count = hosts.size();
    this.full = new Resent[count][count];
    this.paced = new Resent[count][count];
    this.lost = new int[count][count];
    for (int host = 0; host < count; host++) {
      Arrays.fill(full[host], Resent.NOTHING);
      Arrays.fill(paced[host], Resent.NOTHING);
    }
    for (PairResult each : pairs) {
      PairFigures figures = each.figures();
      if (figures != null) {
        take(each.pair().first(), each.pair().second(), figures.there());
        take(each.pair().second(), each.pair().first(), figures.back());
      }
    }
  }

  private void take(int from, int to, HostPath path) {
    full[from][to] = path.resent();
    paced[from][to] = path.paced();
    lost[from][to] = path.datagramsLost();
  }

  private boolean loses(int from, int to) {
    return drops(full[from][to]) && drops(paced[from][to]) && !slow.slow(from, to)
        || lost[from][to] >= LEAST_DATAGRAMS;
  }

  private static boolean drops(Resent resent) {
    return resent.lost() >= LEAST_SEGMENTS && resent.lostShare() >= LEAST_SHARE;
  }

  /** Whether a pair is to be measured at a part of its rate as well. */
  static boolean odd(PairFigures figures) {
    return drops(figures.there().resent()) || drops(figures.back().resent());
  }

  /** Whether more is lost on a path than chance and full queues explain. */
  static boolean loses(HostPath path) {
    return drops(path.resent()) && drops(path.paced()) || path.datagramsLost() >= LEAST_DATAGRAMS;
  }

  /** Paths on which only full queues lost something, or on which that is not known. */
  List<NotJudged> notJudged() {
    List<NotJudged> all = new ArrayList<>();
    for (int path = 0; path < hosts.size() * hosts.size(); path++) {
      int from = path / hosts.size();
      int to = path % hosts.size();
      if (drops(full[from][to]) && !slow.slow(from, to) && !loses(from, to)) {
        String why =
            paced[from][to].segments() == 0
                ? "; it was not measured at a part of the rate"
                : ". At a quarter of the rate "
                    + count(paced[from][to])
                    + ": a queue on the path overflows when TCP fills it, such as that of a shaper or a"
                    + " switch with little memory";
        all.add(
            new NotJudged(
                "loss",
                hosts.get(from).name(),
                hosts.get(to).name(),
                "at full rate " + count(full[from][to]) + why));
      }
    }
    return all;
  }

  private static String count(Resent resent) {
    return resent.lost() + " of " + resent.segments() + " segments were lost";
  }

  List<Outlier> all() {
    return Blame.of(hosts.size(), this::loses).stream()
        .map(b -> b.single() ? pair(b.paths().getFirst()[0], b.paths().getFirst()[1]) : side(b))
        .toList();
  }

  /** All paths of a host on one side. */
  private Outlier side(Blame blame) {
    int host = blame.host();
    boolean receives = blame.receives();
    String name = hosts.get(host).name();
    String device = hosts.get(host).ports().get(port).name();
    double share = share(blame.paths());
    String what = receives ? "What is sent to " + name : "What " + name + " sends";
    List<String> evidence = new ArrayList<>();
    blame.paths().forEach(path -> evidence.add(line(path[0], path[1])));
    evidence.add("other paths at full rate: " + Say.percent(rest(host, receives)) + " lost");
    return Outlier.of(
        "loss",
        severity(share),
        new Where(Outlier.HOST, name, null, device, blame.direction()),
        new Beside(share, rest(host, receives), "share"),
        new Words(
            what + " is lost in part: " + Say.percent(share),
            "It happens with "
                + blame.paths().size()
                + " of its "
                + (hosts.size() - 1)
                + " partners in this direction, so the cause is its link, its port of the switch,"
                + " or the host. The rate of TCP need not show it; RDMA would.",
            evidence,
            Next.loss(device)));
  }

  private static Severity severity(double share) {
    return share >= CRITICAL_SHARE ? Severity.CRITICAL : Severity.WARNING;
  }

  /** Of what was sent at a part of the rate; where TCP lost nothing, of datagrams. */
  private double share(List<int[]> paths) {
    double share = lostShare(paths, paced);
    long datagrams = paths.stream().mapToLong(path -> lost[path[0]][path[1]]).sum();
    return share > 0 ? share : (double) datagrams / (paths.size() * Datagrams.COUNT);
  }

  private static double lostShare(List<int[]> paths, Resent[][] of) {
    Resent sum = Resent.NOTHING;
    for (int[] path : paths) {
      sum = sum.plus(of[path[0]][path[1]]);
    }
    return sum.lostShare();
  }

  /** Of all paths without this side of this host. */
  private double rest(int host, boolean receives) {
    List<int[]> paths = new ArrayList<>();
    for (int path = 0; path < hosts.size() * hosts.size(); path++) {
      int from = path / hosts.size();
      int to = path % hosts.size();
      if ((receives ? to : from) != host && !slow.slow(from, to)) {
        paths.add(new int[] {from, to});
      }
    }
    return lostShare(paths, full);
  }

  private String line(int from, int to) {
    Resent slowly = paced[from][to];
    String segments =
        count(full[from][to])
            + (slowly.segments() == 0 ? "" : ", at a quarter of the rate " + count(slowly));
    String datagrams = lost[from][to] + " of " + Datagrams.COUNT + " datagrams lost";
    return hosts.get(from).name()
        + " to "
        + hosts.get(to).name()
        + ": "
        + segments
        + ", "
        + datagrams;
  }

  private Outlier pair(int from, int to) {
    String a = hosts.get(from).name();
    String b = hosts.get(to).name();
    double share = share(List.of(new int[] {from, to}));
    String why =
        hosts.size() > 2
            ? "Others do not lose what they exchange with these two, so the path between them does."
            : "There are two hosts only, so it cannot be said which side it is; a third would"
                + " tell.";
    return Outlier.of(
        "loss",
        severity(share),
        Where.pair(a, b, hosts.get(from).ports().get(port).name(), "sends"),
        new Beside(share, 0, "share"),
        new Words(
            "what " + a + " sends to " + b + " is lost in part",
            why,
            List.of(line(from, to)),
            Next.loss(hosts.get(to).ports().get(port).name())));
  }

  /** For a slow host: what was sent again on its paths. */
  static void around(List<PairResult> pairs, int host, List<String> evidence) {
    long in = 0;
    long out = 0;
    for (PairResult each : pairs) {
      PairFigures figures = each.figures();
      if (figures != null && each.pair().first() == host) {
        out += figures.there().resent().again();
        in += figures.back().resent().again();
      } else if (figures != null && each.pair().second() == host) {
        out += figures.back().resent().again();
        in += figures.there().resent().again();
      }
    }
    if (in + out > 0) {
      evidence.add("segments sent again: " + in + " to it, " + out + " by it");
    }
  }
}
