package io.busbar.runtime.preflight;

import io.busbar.base.report.Severity;
import io.busbar.runtime.preflight.Measured.HostFacts;
import io.busbar.runtime.preflight.Measured.Split;
import io.busbar.runtime.preflight.Outlier.Beside;
import io.busbar.runtime.preflight.Outlier.Where;
import io.busbar.runtime.preflight.Outlier.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What stands out of all hosts together: halves that disturb each other, sorts of hosts. */
final class SetFindings {
  /** All paths of a half together, over the same paths in rounds; healthy fabrics keep it. */
  static final double HALVES_FLOOR = 0.8;

  private final Measured measured;
  private final PairFindings first;

  /**
   * @param first interface, on which halves are measured
   */
  SetFindings(Measured measured, PairFindings first) {
    this.measured = measured;
    this.first = first;
  }

  /** What the paths of a half reached together, as a share of what they reached in rounds. */
  double share(Split split) {
    return share(split, Rate::bytesPerS);
  }

  private double share(Split split, ToDoubleFunction<Rate> figure) {
    double together = 0;
    double alone = 0;
    for (int i = 0; i < split.partners().size(); i++) {
      int[] path = split.partners().get(i);
      double rate = figure.applyAsDouble(split.rates().get(i));
      double usual = first.rate(path[0], path[1]);
      if (!Double.isNaN(rate) && !Double.isNaN(usual)) {
        together += rate;
        alone += usual;
      }
    }
    return alone == 0 ? Double.NaN : together / alone;
  }

  List<Outlier> all() {
    List<Outlier> found = new ArrayList<>();
    double[] shares = measured.splits().stream().mapToDouble(this::share).toArray();
    double usual = usual();
    if (usual < HALVES_FLOOR) {
      found.add(congestion(usual, shares));
    }
    sorts(found);
    ports(found);
    return found;
  }

  /** Of halves that no busy host has spoilt. */
  private double usual() {
    return Robust.median(
        measured.splits().stream()
            .filter(s -> several(s) && !spoilt(s))
            .mapToDouble(this::share)
            .toArray());
  }

  /** Whether paths were measured beside each other; one alone, as of two hosts, shares nothing. */
  private boolean several(Split split) {
    int measuredPaths = 0;
    for (int i = 0; i < split.partners().size(); i++) {
      int[] path = split.partners().get(i);
      boolean known = !Double.isNaN(first.rate(path[0], path[1]));
      measuredPaths += known && !Double.isNaN(split.rates().get(i).bytesPerS()) ? 1 : 0;
    }
    return measuredPaths > 1;
  }

  private boolean spoilt(Split split) {
    return several(split)
        && share(split) < HALVES_FLOOR
        && share(split, Rate::unhindered) >= HALVES_FLOOR;
  }

  List<NotJudged> notJudged() {
    List<Split> spoilt = measured.splits().stream().filter(this::spoilt).toList();
    if (spoilt.isEmpty()) {
      return List.of();
    }
    String reason =
        spoilt.size()
            + " of "
            + measured.splits().size()
            + " transfers between halves were slow while hosts had other work to do";
    return List.of(new NotJudged("congestion", "", null, reason));
  }

  private Outlier congestion(double usual, double[] shares) {
    List<String> evidence = new ArrayList<>();
    for (int i = 0; i < shares.length; i++) {
      String path = i % 2 == 0 ? "there" : "back";
      int number = measured.splits().get(i).number();
      evidence.add("halves " + number + " " + path + ": " + Say.percent(shares[i]));
    }
    return Outlier.of(
        "congestion",
        Severity.WARNING,
        Where.set(),
        new Beside(usual, 1, "share"),
        new Words(
            "halves that send to each other reach " + Say.percent(usual) + " of their pairs' rates",
            "Paths share links: the fabric is oversubscribed, or its hash puts several flows on one"
                + " link while others are free.",
            evidence,
            List.of(
                "use of the links between switches while it runs",
                "busbar fabric show; busbar design --topology (is it oversubscribed by design?)",
                "--streams 8: if it is better, the hash is the cause")));
  }

  /** Two kinds of hosts in about equal number, of which none is odd. */
  private void sorts(List<Outlier> found) {
    Outliers rates = first.rates();
    List<HostFacts> hosts = measured.hosts();
    double least = Double.MAX_VALUE;
    double most = 0;
    boolean blamed = false;
    for (int host = 0; host < hosts.size(); host++) {
      blamed |= rates.lowOut(host) || rates.lowIn(host);
      double best = Math.max(rates.out(host), rates.in(host));
      double possible = Math.max(best, first.possible(host));
      least = Double.isNaN(best) ? least : Math.min(least, possible);
      most = Double.isNaN(best) ? most : Math.max(most, best);
    }
    if (hosts.size() < 3 || blamed || least >= PairFindings.RATE_FLOOR * most) {
      return;
    }
    List<String> evidence = new ArrayList<>();
    for (int host = 0; host < hosts.size(); host++) {
      double best = Math.max(rates.out(host), rates.in(host));
      evidence.add(hosts.get(host).name() + ": " + Say.rate(best));
    }
    found.add(
        Outlier.of(
            "unequal-hosts",
            Severity.WARNING,
            Where.set(),
            new Beside(least, most, "bytes_per_s"),
            new Words(
                "hosts reach between " + Say.rate(least) + " and " + Say.rate(most),
                "There is no bulk that the others could be compared with, as where half of the"
                    + " hosts have slower links.",
                evidence,
                List.of("preflight hosts of each kind by themselves"))));
  }

  private void ports(List<Outlier> found) {
    int most = measured.hosts().stream().mapToInt(h -> h.ports().size()).max().orElse(0);
    for (HostFacts host : measured.hosts()) {
      if (host.ports().size() < most) {
        List<String> names = host.ports().stream().map(Port::name).toList();
        found.add(
            Outlier.of(
                "missing-interface",
                Severity.CRITICAL,
                Where.host(host.name()),
                new Beside(host.ports().size(), most, "interfaces"),
                new Words(
                    host.name() + " has " + host.ports().size() + " of " + most + " interfaces",
                    "Interfaces are matched by their order, so on all hosts only the first "
                        + measured.commonPorts()
                        + " were measured.",
                    List.of("it has " + String.join(", ", names)),
                    List.of("ip -br addr; dmesg | grep -i link"))));
      }
    }
  }
}
