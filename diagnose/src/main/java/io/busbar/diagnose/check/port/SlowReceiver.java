package io.busbar.diagnose.check.port;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Counters;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.counters.CounterNames;
import io.busbar.formats.ports.PortField;
import io.busbar.formats.ports.PortReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A switch's port that waits for credit longer than it sends although an adapter is at its other
 * end. Ports inside a fabric wait for what is behind the next switch; behind an adapter there is
 * only its own host, which takes in less than the link brings. Needs two looks at the counters, and
 * iblinkinfo for what a port leads to. Ticks of the waiting and words of the data are compared as
 * they are counted: both are of the order of a few bytes' time.
 */
public final class SlowReceiver implements Check {
  private static final String CODE = "ib-receiver-slow";

  /** How fabric tools call an adapter: its host and the device. */
  private static final Pattern ADAPTER =
      Pattern.compile("(?i) (?:mlx\\d|hca|ibp|ibs|qib|hfi|bnxt)");

  private static final double MUCH = 1000;

  @Override
  public List<String> codes() {
    return List.of(CODE);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    Map<String, PortReading> adapters = new HashMap<>();
    for (PortReading port : facts.all(PortReading.class)) {
      if (port.has(PortField.TYPE, PortReading.SWITCH)
          && ADAPTER.matcher(port.value(PortField.PEER)).find()) {
        adapters.put("lid " + port.value(PortField.LID) + "/" + port.port(), port);
        adapters.put(port.node() + "/" + port.port(), port);
      }
    }
    if (adapters.isEmpty()) {
      return;
    }
    Map<String, Counters> sent = new HashMap<>();
    List<Counters> waits = new ArrayList<>();
    for (Counters c : Counters.of(facts)) {
      if (c.name().equals(CounterNames.XMIT_DATA)) {
        sent.put(c.scope(), c);
      } else if (c.name().equals(CounterNames.XMIT_WAIT) && c.growth() > MUCH) {
        waits.add(c);
      }
    }
    for (Counters wait : waits) {
      PortReading port = adapters.get(wait.scope());
      Counters data = sent.get(wait.scope());
      if (port != null && data != null && wait.growth() > data.growth()) {
        out.add(conclusion(port, wait, data));
      }
    }
  }

  private static Conclusion conclusion(PortReading port, Counters wait, Counters data) {
    return Conclusion.warning(CODE)
        .say(
            port.label()
                + " leads to "
                + port.value(PortField.PEER)
                + ", which gives back no room: "
                + wait.sentence()
                + ", "
                + data.sentence()
                + ".")
        .at(port.at())
        .at(wait.at())
        .at(data.at());
  }
}
