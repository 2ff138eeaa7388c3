package io.busbar.runtime.preflight;

import io.busbar.base.report.Severity;
import io.busbar.runtime.preflight.Measured.HostFacts;
import io.busbar.runtime.preflight.Measured.PairResult;
import io.busbar.runtime.preflight.Outlier.Beside;
import io.busbar.runtime.preflight.Outlier.Where;
import io.busbar.runtime.preflight.Outlier.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * Packets that do not arrive. TCP hides a small loss in its rate, so segments that were sent again
 * are counted, and datagrams. Slow ways lose packets because they are slow; these are left out.
 */
final class LossFindings {
  /**
   * Sound links lose less than one packet in a hundred million. From about one in a thousand on a
   * TCP flow stays below 5 Gbit/s even at 0.1 ms (Mathis 1997: 1.22 MSS / (RTT sqrt(p))), and RDMA,
   * which sends everything after a lost packet again, suffers earlier.
   */
  static final double LEAST_SHARE = 0.001;

  private static final double CRITICAL_SHARE = 0.003;

  /** Fewer may be a moment's chance. */
  static final long LEAST_SEGMENTS = 20;

  static final int LEAST_DATAGRAMS = 3;

  private final PairFindings slow;
  private final List<HostFacts> hosts;
  private final int port;
  private final long[][] again;
  private final long[][] sent;
  private final int[][] lost;

  LossFindings(List<PairResult> pairs, int port, List<HostFacts> hosts, PairFindings slow) {
    this.slow = slow;
    this.hosts = hosts;
    this.port = port;
    int count = hosts.size();
    this.again = new long[count][count];
    this.sent = new long[count][count];
    this.lost = new int[count][count];
    for (PairResult each : pairs) {
      PairFigures figures = each.figures();
      if (figures != null) {
        take(each.pair().first(), each.pair().second(), figures.there());
        take(each.pair().second(), each.pair().first(), figures.back());
      }
    }
  }

  private void take(int from, int to, Way way) {
    again[from][to] = way.retransmitted();
    sent[from][to] = way.segments();
    lost[from][to] = way.datagramsLost();
  }

  /** Share of segments that was sent again. */
  static double share(Way way) {
    return way.segments() == 0 ? 0 : (double) way.retransmitted() / way.segments();
  }

  private boolean loses(int from, int to) {
    return loses(sent[from][to], again[from][to]) && !slow.slow(from, to)
        || lost[from][to] >= LEAST_DATAGRAMS;
  }

  private static boolean loses(long segments, long repeated) {
    return repeated >= LEAST_SEGMENTS && repeated >= LEAST_SHARE * segments;
  }

  /** Whether more is lost on a way than chance explains. */
  static boolean loses(Way way) {
    return loses(way.segments(), way.retransmitted()) || way.datagramsLost() >= LEAST_DATAGRAMS;
  }

  List<Outlier> all() {
    return Blame.of(hosts.size(), this::loses).stream()
        .map(b -> b.single() ? pair(b.ways().getFirst()[0], b.ways().getFirst()[1]) : side(b))
        .toList();
  }

  /** All ways of a host on one side. */
  private Outlier side(Blame blame) {
    int host = blame.host();
    boolean receives = blame.receives();
    String name = hosts.get(host).name();
    String device = hosts.get(host).ports().get(port).name();
    double share = share(blame.ways());
    String what = receives ? "What is sent to " + name : "What " + name + " sends";
    List<String> evidence = new ArrayList<>();
    blame.ways().forEach(way -> evidence.add(line(way[0], way[1])));
    evidence.add("other ways: " + Say.percent(rest(host, receives)) + " sent again");
    return Outlier.of(
        "loss",
        severity(share),
        new Where(Outlier.HOST, name, null, device, blame.direction()),
        new Beside(share, rest(host, receives), "share"),
        new Words(
            what + " is lost in part: " + Say.percent(share) + " of segments sent again",
            "It happens with "
                + blame.ways().size()
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

  private double share(List<int[]> ways) {
    long segments = ways.stream().mapToLong(way -> sent[way[0]][way[1]]).sum();
    long repeated = ways.stream().mapToLong(way -> again[way[0]][way[1]]).sum();
    return segments == 0 ? 0 : (double) repeated / segments;
  }

  /** Of all ways without this side of this host. */
  private double rest(int host, boolean receives) {
    List<int[]> ways = new ArrayList<>();
    for (int way = 0; way < hosts.size() * hosts.size(); way++) {
      int from = way / hosts.size();
      int to = way % hosts.size();
      if ((receives ? to : from) != host && !slow.slow(from, to)) {
        ways.add(new int[] {from, to});
      }
    }
    return share(ways);
  }

  private String line(int from, int to) {
    String segments = again[from][to] + " of " + sent[from][to] + " segments sent again";
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

  /** For a slow host: what was sent again on its ways. */
  static void around(List<PairResult> pairs, int host, List<String> evidence) {
    long in = 0;
    long out = 0;
    for (PairResult each : pairs) {
      PairFigures figures = each.figures();
      if (figures != null && each.pair().first() == host) {
        out += figures.there().retransmitted();
        in += figures.back().retransmitted();
      } else if (figures != null && each.pair().second() == host) {
        out += figures.back().retransmitted();
        in += figures.there().retransmitted();
      }
    }
    if (in + out > 0) {
      evidence.add("segments sent again: " + in + " to it, " + out + " by it");
    }
  }
}
