package io.busbar.diagnose.facts;

import io.busbar.formats.ports.PortReading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks at ports, gathered per port in the order in which they were made. */
public final class Ports {
  private Ports() {}

  /** Readings by port; the same device on another host is another port. */
  public static List<List<PortReading>> histories(Facts facts) {
    Map<String, List<PortReading>> byPort = new LinkedHashMap<>();
    for (PortReading reading : facts.all(PortReading.class)) {
      String key = facts.hosts().of(reading.at()) + "|" + reading.label();
      byPort.computeIfAbsent(key, k -> new ArrayList<>()).add(reading);
    }
    return List.copyOf(byPort.values());
  }

  /** The last look at each port. */
  public static List<PortReading> latest(Facts facts) {
    return histories(facts).stream().map(List::getLast).toList();
  }
}
