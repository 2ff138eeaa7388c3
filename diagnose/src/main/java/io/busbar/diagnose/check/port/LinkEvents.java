package io.busbar.diagnose.check.port;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Links that went down by the logs of switches and of hosts' Ethernet drivers; needs the messages
 * {@code switch-link} and {@code host-link}. A link that came back, or went down twice, flaps.
 */
public final class LinkEvents implements Check {
  private static final String FLAP = "ib-link-flap";
  private static final String SWITCH_DOWN = "switch-port-down";
  private static final String HOST_DOWN = "ib-port-down";

  @Override
  public List<String> codes() {
    return List.of(FLAP, SWITCH_DOWN, HOST_DOWN);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    ports("switch-link", SWITCH_DOWN, facts, out);
    ports("host-link", HOST_DOWN, facts, out);
  }

  private static void ports(String message, String downCode, Facts facts, Conclusions out) {
    Map<String, List<Signal>> ports = new LinkedHashMap<>();
    for (Signal s : facts.signals(message)) {
      String port = (facts.hosts().of(s.at()) + " " + s.value("port")).strip();
      ports.computeIfAbsent(port, p -> new ArrayList<>()).add(s);
    }
    ports.forEach((port, events) -> port(port, events, downCode, out));
  }

  private static void port(String port, List<Signal> events, String downCode, Conclusions out) {
    int downs = 0;
    boolean returned = false;
    for (Signal s : events) {
      String state = s.value("state").toLowerCase(Locale.ROOT);
      if (state.contains("flap")) {
        downs++;
        returned = true;
      } else if (isDown(state)) {
        downs++;
      } else {
        returned |= downs > 0;
      }
    }
    if (downs == 0) {
      return;
    }
    String who = port.isEmpty() ? "A link" : port;
    Conclusion c;
    if (returned || downs > 1) {
      c = downs > 1 ? Conclusion.critical(FLAP) : Conclusion.warning(FLAP);
      c.say(who + " went down " + downs + " time(s)" + (returned ? " and came back." : "."));
    } else {
      c =
          downCode.equals(SWITCH_DOWN)
              ? Conclusion.critical(SWITCH_DOWN)
              : Conclusion.warning(downCode);
      c.confidence(Conclusion.Confidence.MEDIUM).say(who + " went down.");
    }
    out.add(c.at(events));
  }

  private static boolean isDown(String state) {
    return state.contains("down")
        || state.contains("lost")
        || state.contains("disconnected")
        || state.endsWith("off");
  }
}
