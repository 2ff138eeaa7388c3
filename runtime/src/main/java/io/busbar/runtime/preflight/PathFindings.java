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
import java.util.Map;
import java.util.TreeMap;

/** Pairs that cannot talk, and packets that are too large for some of the path. */
final class PathFindings {
  private final List<PairResult> pairs;
  private final List<HostFacts> hosts;
  private final int port;

  PathFindings(List<PairResult> pairs, int port, List<HostFacts> hosts) {
    this.pairs = pairs;
    this.port = port;
    this.hosts = hosts;
  }

  /** Whether a pair is to be measured again for its datagrams. */
  static boolean odd(PairResult result, List<HostFacts> hosts) {
    PairFigures figures = result.figures();
    if (figures == null) {
      return true;
    }
    int most =
        Math.min(
            mtu(hosts, result.pair().first(), result.port()),
            mtu(hosts, result.pair().second(), result.port()));
    return figures.there().reachBytes() < most
        || figures.back().reachBytes() < most
        || figures.there().datagramsLost() >= LossFindings.LEAST_DATAGRAMS
        || figures.back().datagramsLost() >= LossFindings.LEAST_DATAGRAMS;
  }

  private static int mtu(List<HostFacts> hosts, int host, int port) {
    return hosts.get(host).ports().get(port).mtuBytes();
  }

  private int mtu(int host) {
    return mtu(hosts, host, port);
  }

  private String name(int host) {
    return hosts.get(host).name();
  }

  private String device(int host) {
    return hosts.get(host).ports().get(port).name();
  }

  List<Outlier> all() {
    List<Outlier> found = new ArrayList<>();
    unreachable(found);
    mismatch(found);
    blackHoles(found);
    return found;
  }

  private void unreachable(List<Outlier> found) {
    List<PairResult> failed = pairs.stream().filter(p -> p.figures() == null).toList();
    List<Integer> blamed = new ArrayList<>();
    for (int host = 0; host < hosts.size() && hosts.size() > 2; host++) {
      int number = host;
      List<PairResult> own = pairs.stream().filter(p -> of(p, number)).toList();
      List<PairResult> bad = own.stream().filter(failed::contains).toList();
      if (bad.size() > 1 && bad.size() >= Blame.MOST_PATHS * own.size()) {
        blamed.add(host);
        String what = bad.size() + " of its " + own.size() + " pairs";
        Where where = new Where(Outlier.HOST, name(host), null, device(host), "both");
        found.add(broken(where, name(host) + " fails with " + what, bad));
      }
    }
    for (PairResult each : failed) {
      int a = each.pair().first();
      int b = each.pair().second();
      if (!blamed.contains(a) && !blamed.contains(b)) {
        Where where = Where.pair(name(a), name(b), device(a), "both");
        found.add(
            broken(where, name(a) + " and " + name(b) + " fail with each other", List.of(each)));
      }
    }
  }

  private static boolean of(PairResult result, int host) {
    return result.pair().first() == host || result.pair().second() == host;
  }

  private Outlier broken(Where where, String title, List<PairResult> bad) {
    List<String> evidence =
        bad.stream()
            .map(p -> name(p.pair().first()) + " - " + name(p.pair().second()) + ": " + p.failure())
            .toList();
    return Outlier.of(
        "unreachable",
        Severity.CRITICAL,
        where,
        new Beside(bad.size(), 0, "pairs"),
        new Words(
            title,
            "A connection was not made or broke off. A firewall between hosts, a wrong route, an"
                + " address of another network, or a link that is down.",
            evidence,
            List.of(
                "ip route get ADDRESS on both hosts",
                "nc -zv ADDRESS PORT with a listener there; look for firewalls",
                "ip -br link; dmesg | grep -i link")));
  }

  /** The usual MTU is that of most hosts; with a tie nobody is odd by itself. */
  private void mismatch(List<Outlier> found) {
    TreeMap<Integer, Integer> counts = new TreeMap<>();
    for (int host = 0; host < hosts.size(); host++) {
      counts.merge(mtu(host), 1, Integer::sum);
    }
    if (counts.size() < 2) {
      return;
    }
    int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    List<Integer> usual =
        counts.entrySet().stream()
            .filter(e -> e.getValue() == most)
            .map(Map.Entry::getKey)
            .toList();
    if (usual.size() > 1) {
      found.add(tie(counts));
      return;
    }
    for (int host = 0; host < hosts.size(); host++) {
      if (mtu(host) != usual.getFirst()) {
        found.add(odd(host, usual.getFirst()));
      }
    }
  }

  private Outlier tie(TreeMap<Integer, Integer> counts) {
    List<String> evidence = new ArrayList<>();
    for (int host = 0; host < hosts.size(); host++) {
      evidence.add(name(host) + " " + device(host) + ": " + mtu(host) + " bytes");
    }
    return Outlier.of(
        "mtu-mismatch",
        Severity.WARNING,
        Where.set(),
        new Beside(counts.firstKey(), counts.lastKey(), "bytes"),
        new Words(
            "the hosts have different MTUs: "
                + counts.firstKey()
                + " to "
                + counts.lastKey()
                + " bytes",
            "None is that of most hosts, so it cannot be said which one is wrong. TCP agrees on the"
                + " smaller one; datagrams and RDMA do not.",
            evidence,
            Next.mtu(device(0), counts.lastKey(), "ADDRESS")));
  }

  private Outlier odd(int host, int usual) {
    List<String> evidence = new ArrayList<>();
    evidence.add(
        name(host) + " " + device(host) + ": " + mtu(host) + " bytes, most others " + usual);
    int dropped = 0;
    for (PairResult each : pairs) {
      PairFigures figures = each.figures();
      if (figures == null || !of(each, host)) {
        continue;
      }
      boolean first = each.pair().first() == host;
      HostPath towards =
          mtu(host) < usual
              ? first ? figures.back() : figures.there()
              : first ? figures.there() : figures.back();
      if (towards.reachBytes() > 0 && towards.reachBytes() < Math.max(mtu(host), usual)) {
        dropped++;
      }
    }
    if (dropped > 0) {
      String path = mtu(host) < usual ? "to it" : "from it";
      evidence.add(
          "packets of "
              + Math.max(mtu(host), usual)
              + " bytes "
              + path
              + " do not arrive with "
              + dropped
              + " partners");
    }
    return Outlier.of(
        "mtu-mismatch",
        dropped > 0 ? Severity.CRITICAL : Severity.WARNING,
        new Where(Outlier.HOST, name(host), null, device(host), null),
        new Beside(mtu(host), usual, "bytes"),
        new Words(
            name(host) + " has an MTU of " + mtu(host) + " bytes, the others " + usual,
            "TCP agrees on the smaller one when it connects, so rates need not show it. Datagrams"
                + " of the larger size vanish, and RDMA connections fail or use small packets.",
            evidence,
            Next.mtu(
                device(host),
                usual,
                hosts.get(host).ports().get(port).address().getHostAddress())));
  }

  /** Both ends take packets of a size that do not get through. */
  private void blackHoles(List<Outlier> found) {
    double[][] reach = PairFindings.matrix(pairs, hosts.size(), HostPath::reachBytes);
    if (Arrays.stream(reach).flatMapToDouble(Arrays::stream).noneMatch(bytes -> bytes > 0)) {
      if (pairs.stream().anyMatch(p -> p.figures() != null)) {
        found.add(silence());
      }
      return;
    }
    for (Blame each :
        Blame.of(hosts.size(), (from, to) -> reach[from][to] < Math.min(mtu(from), mtu(to)))) {
      int[] first = each.paths().getFirst();
      List<String> evidence = new ArrayList<>();
      for (int[] path : each.paths()) {
        int bytes = (int) reach[path[0]][path[1]];
        String largest = bytes == 0 ? "no packet at all" : "at most " + bytes + " bytes";
        evidence.add(name(path[0]) + " to " + name(path[1]) + " by UDP, uncut: " + largest);
      }
      Where where =
          each.single()
              ? Where.pair(name(first[0]), name(first[1]), device(first[0]), "sends")
              : new Where(
                  Outlier.HOST, name(each.host()), null, device(each.host()), each.direction());
      found.add(hole(where, first, (int) reach[first[0]][first[1]], evidence));
    }
  }

  private Outlier silence() {
    return Outlier.of(
        "no-datagrams",
        Severity.INFO,
        Where.set(),
        new Beside(0, 0, "bytes"),
        new Words(
            "no datagram arrives anywhere",
            "A firewall may drop UDP. Path MTU and loss of datagrams were not tested.",
            List.of(),
            List.of("allow UDP between the hosts while this runs")));
  }

  private Outlier hole(Where where, int[] path, int reach, List<String> evidence) {
    int most = Math.min(mtu(path[0]), mtu(path[1]));
    String host = where.host();
    String between =
        where.peer() != null
            ? "from " + host + " to " + where.peer()
            : "receives".equals(where.direction()) ? "to " + host : "out of " + host;
    String address = hosts.get(path[1]).ports().get(port).address().getHostAddress();
    return Outlier.of(
        "mtu-black-hole",
        Severity.CRITICAL,
        where,
        new Beside(reach, most, "bytes"),
        new Words(
            "packets of " + most + " bytes do not get " + between,
            "Both interfaces allow them, but part of the path drops them without notice, such as a"
                + " switch with a smaller MTU. TCP may stall on it; large RDMA messages fail.",
            evidence,
            Next.mtu(device(path[0]), most, address)));
  }
}
