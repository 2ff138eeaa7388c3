package io.busbar.diagnose.check.port;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Counters;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.facts.Ports;
import io.busbar.formats.counters.CounterNames;
import io.busbar.formats.ports.LinkQuality;
import io.busbar.formats.ports.PortField;
import io.busbar.formats.ports.PortReading;
import java.util.List;

/**
 * Ports without link, without a subnet manager, or of a virtual function that nobody switched on.
 * Ports of switches to which nothing is cabled are no fault, so many of them do not count, unless
 * their counters say that they lost a link.
 */
public final class PortDown implements Check {
  private static final String NO_LID = "65535";

  @Override
  public List<String> codes() {
    return List.of("ib-port-down", "ib-port-initializing", "ib-vf-not-activated");
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<PortReading> ports = Ports.latest(facts);
    long active = ports.stream().filter(p -> p.has(PortField.STATE, "active")).count();
    long down = ports.stream().filter(PortDown::isDown).count();
    boolean unusedOnes = active > 0 && down > 3 && down * 4 > ports.size();
    List<Counters> counters =
        Counters.of(facts).stream()
            .filter(c -> c.name().equals(CounterNames.LINK_DOWNED) && c.value() > 0)
            .toList();
    for (PortReading port : ports) {
      if (isDown(port)) {
        boolean bare =
            port.has(PortField.TYPE, PortReading.SWITCH) && port.value(PortField.PEER).isEmpty();
        boolean unused = (unusedOnes || bare && active > 0) && port.device().isEmpty();
        List<Counters> lost = unused ? lost(port, counters) : List.of();
        if (!unused || !lost.isEmpty()) {
          out.add(down(port, lost, active > 0 ? Severity.WARNING : Severity.CRITICAL, facts));
        }
      } else if (port.has(PortField.STATE, "init") || port.has(PortField.STATE, "armed")) {
        out.add(
            Conclusion.critical("ib-port-initializing")
                .say(port.label() + " has a link but is in state init.")
                .at(port.place(PortField.STATE))
                .at(port.place(PortField.PHYSICAL))
                .at(port.place(PortField.SM_LID)));
      }
    }
  }

  /** How often the port lost its link; a port that nobody uses never had one. */
  private static List<Counters> lost(PortReading port, List<Counters> downs) {
    String scope = "lid " + port.value(PortField.LID) + "/" + port.port();
    return downs.stream().filter(d -> d.scope().endsWith(scope)).limit(1).toList();
  }

  private static boolean isDown(PortReading port) {
    return port.has(PortField.STATE, "down")
        || port.value(PortField.STATE).isEmpty()
            && !port.value(PortField.PHYSICAL).isEmpty()
            && !port.has(PortField.PHYSICAL, "linkup");
  }

  private static Conclusion down(
      PortReading port, List<Counters> lost, Severity severity, Facts facts) {
    boolean linkUp = port.has(PortField.PHYSICAL, "linkup");
    boolean noLid = port.has(PortField.LID, NO_LID) || port.has(PortField.LID, "0");
    if (linkUp && noLid && !port.has(PortField.LAYER, "ethernet")) {
      return Conclusion.critical("ib-vf-not-activated")
          .say(
              port.label()
                  + " ("
                  + port.value(PortField.TYPE)
                  + ") is Down although its physical link is up, and it has no LID.")
          .at(port.place(PortField.TYPE))
          .at(port.place(PortField.STATE))
          .at(port.place(PortField.PHYSICAL))
          .at(port.place(PortField.LID));
    }
    String physical = port.value(PortField.PHYSICAL);
    Conclusion c =
        Conclusion.of("ib-port-down", severity)
            .say(
                port.label()
                    + " is down"
                    + (physical.isEmpty() ? "." : ", physical state " + physical + "."));
    lost.forEach(d -> c.say("It had a link: " + d.sentence() + ".").at(d.at()));
    c.at(port.at())
        .at(port.place(PortField.STATE))
        .at(port.place(PortField.PHYSICAL))
        .at(port.place(PortField.RATE))
        .at(port.place(PortField.LID));
    facts.all(LinkQuality.class).stream()
        .filter(q -> !q.recommendation().isEmpty() && q.device().equals(port.device()))
        .limit(1)
        .forEach(
            q -> c.say("Its firmware says: " + q.recommendation() + ".").at(q.recommendationAt()));
    if (port.rateGbps() == 10) {
      c.say("Its rate of 10 Gb/s is what a port without link shows, not a negotiated speed.");
    }
    return c;
  }
}
