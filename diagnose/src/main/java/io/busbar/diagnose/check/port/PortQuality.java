package io.busbar.diagnose.check.port;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.facts.Ports;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.perftest.PerftestRun;
import io.busbar.formats.ports.PortField;
import io.busbar.formats.ports.PortReading;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Ports that are up but not as they should be: flapping, degraded, small packets, wrong addressing.
 */
public final class PortQuality implements Check {
  private static final String FLAP = "ib-link-flap";
  private static final String DEGRADED = "ib-link-degraded";
  private static final String MTU = "mtu-not-jumbo";
  private static final String ETHERNET = "ethernet-link-layer-used-as-ib";
  private static final String SPEED = "link-speed-info";
  private static final Set<String> SLOW =
      Set.of("SDR", "DDR", "QDR", "2.5 Gbps", "5.0 Gbps", "2.5", "5.0");
  private static final int SMALL_MTU = 1024;

  /** RDMA devices over ordinary interfaces: soft RoCE and soft iWARP. */
  private static final Pattern SOFTWARE = Pattern.compile("^(?:rxe|siw)");

  @Override
  public List<String> codes() {
    return List.of(FLAP, DEGRADED, MTU, ETHERNET, SPEED);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (List<PortReading> history : Ports.histories(facts)) {
      flap(history, out);
    }
    events(facts, out);
    List<PortReading> ports = Ports.latest(facts);
    degraded(ports, out);
    mtu(facts, ports, out);
    ethernet(facts, ports, out);
    speed(ports, out);
  }

  private static void flap(List<PortReading> history, Conclusions out) {
    Set<String> states = new HashSet<>();
    history.forEach(p -> states.add(p.value(PortField.STATE) + "/" + p.value(PortField.PHYSICAL)));
    boolean down = history.stream().anyMatch(p -> p.has(PortField.STATE, "down"));
    boolean named = !history.getFirst().device().isEmpty(); // else they may be different ports
    if (history.size() > 1 && states.size() > 1 && down && named) {
      Conclusion c =
          Conclusion.critical(FLAP)
              .say(
                  history.getFirst().label()
                      + " changes between "
                      + String.join(", ", states.stream().sorted().toList())
                      + " from one look to the next.");
      history.stream().limit(6).forEach(p -> c.at(p.place(PortField.STATE)));
      out.add(c);
    }
  }

  private static void events(Facts facts, Conclusions out) {
    List<Signal> async = facts.signals("ib-async-port");
    if (!async.isEmpty()) {
      out.add(
          Conclusion.critical(FLAP)
              .say(
                  "NCCL saw "
                      + facts.count("ib-async-port")
                      + " port event(s): "
                      + async.getFirst().value("event")
                      + ".")
              .at(async.stream().limit(6).toList()));
    }
    List<Signal> kernel = facts.signals("hca-link");
    boolean down =
        kernel.stream().anyMatch(s -> s.value("state").toLowerCase(Locale.ROOT).equals("down"));
    if (down) {
      Conclusion c = kernel.size() > 2 ? Conclusion.critical(FLAP) : Conclusion.warning(FLAP);
      out.add(
          c.say("The driver reports " + kernel.size() + " change(s) of the link.")
              .at(kernel.stream().limit(6).toList()));
    }
  }

  private static void degraded(List<PortReading> ports, Conclusions out) {
    double best =
        ports.stream()
            .filter(p -> p.has(PortField.STATE, "active"))
            .mapToDouble(PortReading::rateGbps)
            .filter(r -> !Double.isNaN(r))
            .max()
            .orElse(0);
    boolean fasterOnes =
        ports.stream()
            .anyMatch(p ->
                p.has(PortField.STATE, "active")
                    && !p.value(PortField.SPEED).isEmpty()
                    && !slow(p));
    for (PortReading p : ports) {
      if (!p.has(PortField.STATE, "active")) {
        continue;
      }
      String width = p.value(PortField.WIDTH).toLowerCase(Locale.ROOT);
      boolean narrow =
          width.startsWith("1x") || width.startsWith("2x") && !p.value(PortField.SPEED).isEmpty();
      boolean told = !p.value(PortField.COULD_BE).isEmpty();
      boolean slower = slow(p) && fasterOnes;
      boolean sibling =
          p.rateGbps() > 0
              && p.rateGbps() < best
              && sameType(p, ports, best)
              && p.has(PortField.LAYER, "infiniband");
      if (narrow || told || slower || sibling) {
        out.add(
            Conclusion.warning(DEGRADED)
                .say(
                    p.label()
                        + " runs at "
                        + p.value(PortField.WIDTH)
                        + " "
                        + p.value(PortField.SPEED)
                        + (p.value(PortField.RATE).isEmpty()
                            ? ""
                            : p.value(PortField.RATE) + " Gb/s")
                        + (told
                            ? ", could be " + p.value(PortField.COULD_BE)
                            : sibling
                                ? " beside ports of " + best + " Gb/s"
                                : slower ? " in a faster fabric" : "")
                        + ".")
                .at(p.place(sibling ? PortField.RATE : PortField.WIDTH))
                .at(p.place(PortField.SPEED))
                .at(p.place(told ? PortField.COULD_BE : PortField.SPEED)));
      }
    }
  }

  private static boolean slow(PortReading p) {
    return SLOW.contains(p.value(PortField.SPEED));
  }

  private static boolean sameType(PortReading p, List<PortReading> ports, double best) {
    return ports.stream()
        .anyMatch(o ->
            o.rateGbps() == best
                && !o.value(PortField.TYPE).isEmpty()
                && o.value(PortField.TYPE).equals(p.value(PortField.TYPE)));
  }

  private static void mtu(Facts facts, List<PortReading> ports, Conclusions out) {
    for (PortReading p : ports) {
      String mtu = p.value(PortField.ACTIVE_MTU);
      if (!mtu.isEmpty()
          && Integer.parseInt(mtu) <= SMALL_MTU
          && !p.has(PortField.STATE, "down")
          && !p.has(PortField.LAYER, "infiniband")) {
        // Devices made in software run on whatever interface is there.
        boolean software = SOFTWARE.matcher(p.device()).find();
        out.add(
            Conclusion.of(MTU, software ? Severity.INFO : Severity.WARNING)
                .say(p.label() + " has an active MTU of " + mtu + ".")
                .at(p.place(PortField.ACTIVE_MTU)));
      }
    }
    for (PerftestRun run : facts.all(PerftestRun.class)) {
      if (run.mtu() > 0 && run.mtu() <= SMALL_MTU && run.ethernet()) {
        out.add(
            Conclusion.warning(MTU)
                .say("The test on " + run.device() + " ran with an MTU of " + run.mtu() + ".")
                .at(run.mtuAt()));
      }
    }
  }

  private static void ethernet(Facts facts, List<PortReading> ports, Conclusions out) {
    List<Signal> refused = facts.signals("errno-19", "no-ib-devices", "lid-missing");
    List<PortReading> ethernet =
        ports.stream().filter(p -> p.has(PortField.LAYER, "ethernet")).toList();
    if (!refused.isEmpty() && !ethernet.isEmpty()) {
      PortReading p = ethernet.getFirst();
      out.add(
          Conclusion.warning(ETHERNET)
              .say(
                  p.label()
                      + " is an Ethernet port"
                      + (p.value(PortField.LID).isEmpty()
                          ? ""
                          : " (LID " + p.value(PortField.LID) + ")")
                      + ", and a program fails on it.")
              .at(p.place(PortField.LAYER))
              .at(p.place(PortField.LID))
              .at(refused.stream().limit(3).toList()));
    }
  }

  private static void speed(List<PortReading> ports, Conclusions out) {
    List<PortReading> up = ports.stream().filter(p -> p.has(PortField.STATE, "active")).toList();
    if (!up.isEmpty()) {
      out.healthy(
          up.size() + " port(s) are active.",
          up.stream().limit(3).map(p -> p.place(PortField.STATE)).toList());
    }
    List<PortReading> active =
        ports.stream().filter(p -> p.has(PortField.STATE, "active") && p.rateGbps() > 10).toList();
    if (active.isEmpty()) {
      return;
    }
    Conclusion c = Conclusion.info(SPEED);
    for (PortReading p : active.subList(0, Math.min(8, active.size()))) {
      c.say(p.label() + ": " + p.value(PortField.RATE) + " Gb/s.").at(p.place(PortField.RATE));
    }
    out.add(c);
  }
}
