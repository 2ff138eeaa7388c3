package io.busbar.runtime.preflight;

import io.busbar.base.report.Severity;
import io.busbar.runtime.preflight.Measured.HostFacts;
import io.busbar.runtime.preflight.Measured.PairResult;
import io.busbar.runtime.preflight.Outlier.Beside;
import io.busbar.runtime.preflight.Outlier.Where;
import io.busbar.runtime.preflight.Outlier.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What stands out of hosts themselves: speed, clock, errors of interfaces, absence. */
final class HostFindings {
  /**
   * Equal hosts differ by some percent of turbo and heat; a governor that saves power or a missing
   * memory channel costs more.
   */
  static final double SPEED_FLOOR = 0.7;

  /** Time services keep hosts of one site well within it; beyond it logs cannot be merged. */
  static final double MOST_CLOCK_US = 10_000;

  private static final List<String> ERRORS = List.of("rx_errors", "rx_crc_errors", "tx_errors");

  private final Measured measured;

  HostFindings(Measured measured) {
    this.measured = measured;
  }

  /** Hosts that compute or copy much slower than the others. */
  static Set<Integer> slow(List<HostSpeed> speeds) {
    Set<Integer> slow = new LinkedHashSet<>();
    double[] loops = speeds.stream().mapToDouble(HostSpeed::loopsPerS).toArray();
    double[] copies = speeds.stream().mapToDouble(HostSpeed::copyBytesPerS).toArray();
    for (int host = 0; host < loops.length; host++) {
      if (low(loops, host) || low(copies, host)) {
        slow.add(host);
      }
    }
    return slow;
  }

  private static boolean low(double[] values, int host) {
    double median = Robust.median(values);
    double noise = Outliers.SIGMAS * Robust.spread(values);
    return values.length > 2 && values[host] < Math.min(SPEED_FLOOR * median, median - noise);
  }

  List<Outlier> all() {
    List<Outlier> found = new ArrayList<>();
    measured.missing().forEach((name, reason) -> found.add(missing(name, reason)));
    speeds(found);
    clocks(found);
    errors(found);
    return found;
  }

  private static Outlier missing(String name, String reason) {
    return Outlier.of(
        "missing-host",
        Severity.CRITICAL,
        Where.host(name),
        new Beside(0, 1, "agents"),
        new Words(
            name + " did not take part",
            "No agent of it could be asked.",
            List.of(reason),
            List.of(
                "start the agent by hand there, as --launch would",
                "ping, ssh, busbar --version")));
  }

  private void speeds(List<Outlier> found) {
    List<HostFacts> hosts = measured.hosts();
    double[] loops = hosts.stream().mapToDouble(h -> h.speed().loopsPerS()).toArray();
    double[] copies = hosts.stream().mapToDouble(h -> h.speed().copyBytesPerS()).toArray();
    for (int host = 0; host < hosts.size(); host++) {
      String name = hosts.get(host).name();
      if (low(loops, host)) {
        double usual = Robust.median(loops);
        String share = Say.percent(loops[host] / usual);
        String title = name + " computes at " + share + " of the speed of the others";
        found.add(
            speed(
                "slow-cpu",
                name,
                new Beside(loops[host], usual, "loops_per_s"),
                title,
                List.of(
                    "cpupower frequency-info (governor, limits)",
                    "turbostat --quiet --interval 5 (heat, power)",
                    "top (who else computes there?)")));
      }
      if (low(copies, host)) {
        double usual = Robust.median(copies);
        String title =
            name
                + " copies memory at "
                + Say.bytesPerS(copies[host])
                + ", the others at "
                + Say.bytesPerS(usual);
        found.add(
            speed(
                "slow-memory",
                name,
                new Beside(copies[host], usual, "bytes_per_s"),
                title,
                List.of(
                    "dmidecode -t memory (are all channels filled, at one speed?)",
                    "numactl -H; dmesg | grep -i -E 'edac|mce'")));
      }
    }
  }

  private static Outlier speed(
      String code, String name, Beside beside, String title, List<String> next) {
    String why =
        "The best of many short slices, measured again while the other hosts did nothing. All ranks"
            + " of a step wait for the slowest host.";
    Words words = new Words(title, why, List.of(), next);
    return Outlier.of(code, Severity.WARNING, Where.host(name), beside, words);
  }

  /** A host's offset is the median of what its partners see. */
  private void clocks(List<Outlier> found) {
    int count = measured.hosts().size();
    double[][] ahead = new double[count][count];
    double[][] bound = new double[count][count];
    for (double[] row : ahead) {
      Arrays.fill(row, Double.NaN);
    }
    for (PairResult each : measured.pairs()) {
      PairFigures figures = each.figures();
      if (figures != null) {
        int a = each.pair().first();
        int b = each.pair().second();
        ahead[b][a] = figures.trips().clockNs() / 1e3;
        ahead[a][b] = -ahead[b][a];
        bound[a][b] = figures.trips().boundNs() / 1e3;
        bound[b][a] = bound[a][b];
      }
    }
    for (int host = 0; host < count; host++) {
      double offset = Robust.median(ahead[host]);
      double sure = Robust.median(bound[host]);
      if (Math.abs(offset) - sure > MOST_CLOCK_US && (count > 2 || host == 0)) {
        found.add(clock(host, offset, sure));
      }
    }
  }

  private Outlier clock(int host, double offset, double sure) {
    List<HostFacts> hosts = measured.hosts();
    String name = hosts.get(host).name();
    boolean two = hosts.size() == 2;
    String others = two ? hosts.get(1).name() : "most others";
    String which = two ? " With two hosts it cannot be said whose clock is wrong." : "";
    Where where = two ? new Where(Outlier.PAIR, name, others, null, null) : Where.host(name);
    return Outlier.of(
        "clock-offset",
        Severity.WARNING,
        where,
        new Beside(Math.abs(offset), 0, "us"),
        new Words(
            "the clock of "
                + name
                + " is "
                + Say.micros(Math.abs(offset))
                + (offset > 0 ? " ahead of " : " behind ")
                + others,
            "Within "
                + Say.micros(sure)
                + ", from the quickest round trips. Logs and traces of hosts cannot be put in order"
                + " with it."
                + which,
            List.of(),
            List.of("chronyc tracking; chronyc sources", "timedatectl (is a time service on?)")));
  }

  private void errors(List<Outlier> found) {
    for (HostFacts host : measured.hosts()) {
      for (Port port : host.ports()) {
        List<String> evidence = new ArrayList<>();
        long most = 0;
        for (Map.Entry<String, Long> each : host.counted().values().entrySet()) {
          String[] parts = each.getKey().split("/", -1);
          boolean error = parts.length == 2 && ERRORS.contains(parts[1]);
          if (error && parts[0].equals(port.name()) && each.getValue() > 0) {
            evidence.add(parts[1] + " grew by " + each.getValue() + " meanwhile");
            most = Math.max(most, each.getValue());
          }
        }
        if (!evidence.isEmpty()) {
          found.add(errors(host.name(), port.name(), most, evidence));
        }
      }
    }
  }

  private static Outlier errors(String host, String port, long most, List<String> evidence) {
    return Outlier.of(
        "interface-errors",
        Severity.WARNING,
        new Where(Outlier.INTERFACE, host, null, port, null),
        new Beside(most, 0, "packets"),
        new Words(
            port + " of " + host + " counts errors",
            "Damaged packets: optics, cable, or a port that does not agree on error correction.",
            evidence.stream().sorted().toList(),
            Next.loss(port)));
  }
}
