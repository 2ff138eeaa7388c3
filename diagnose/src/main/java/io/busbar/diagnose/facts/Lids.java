package io.busbar.diagnose.facts;

import io.busbar.diagnose.facts.Subject.Kind;
import io.busbar.formats.counters.CounterReading;
import io.busbar.formats.ports.PortField;
import io.busbar.formats.ports.PortReading;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Whose a LID is that is no adapter's in the files. {@code perfquery} asks for counters of any port
 * of the fabric, so that the host which asked is ill only when nothing says that the LID is not its
 * own: its adapters have others, or it asks for several. All ports of a switch have the LID of its
 * port 0, each port of an adapter has its own (InfiniBand Architecture Specification, volume 1);
 * adapters that are sold have at most two ports. Immutable.
 */
final class Lids {
  private static final String LID = "lid ";
  private static final int MOST_ADAPTER_PORTS = 2;

  /** What perfquery calls the sum over all ports. */
  private static final int ALL_PORTS = 255;

  private final Map<String, Set<String>> adaptersOfHost = new HashMap<>();
  private final Map<String, Set<String>> askedByHost = new HashMap<>();
  private final Map<String, Set<String>> portsOfLid = new HashMap<>();
  private final Map<String, String> switches = new HashMap<>();

  Lids(Facts facts) {
    for (PortReading port : facts.all(PortReading.class)) {
      String lid = port.value(PortField.LID);
      if (PortNames.NO_LID.contains(lid)) {
        continue;
      }
      if (!port.device().isEmpty()) {
        put(adaptersOfHost, facts.hosts().of(port.at()), lid);
      } else if (port.has(PortField.TYPE, PortReading.SWITCH)) {
        switches.put(lid, port.node());
      }
    }
    for (CounterReading counter : facts.all(CounterReading.class)) {
      String scope = counter.scope();
      if (scope.startsWith(LID)) {
        String lid = scope.substring(LID.length(), scope.lastIndexOf('/'));
        put(askedByHost, facts.hosts().of(counter.at()), lid);
        portsOfLid
            .computeIfAbsent(lid, l -> new HashSet<>())
            .add(scope.substring(scope.lastIndexOf('/') + 1));
      }
    }
  }

  private static void put(Map<String, Set<String>> sets, String host, String lid) {
    sets.computeIfAbsent(host, h -> new HashSet<>()).add(lid);
  }

  /**
   * The port of a LID that no adapter in the files has, on the host that was looked at or off it.
   */
  Subject port(String host, String lid, int number) {
    boolean ofSwitch =
        switches.containsKey(lid)
            || number > MOST_ADAPTER_PORTS && number != ALL_PORTS
            || portsOfLid.getOrDefault(lid, Set.of()).size() > 1;
    Kind kind = ofSwitch ? Kind.SWITCH_PORT : Kind.NIC_PORT;
    return isOwn(host, lid)
        ? new Subject(Kind.NIC_PORT, host, LID + lid, number, -1)
        : new Subject(kind, switches.getOrDefault(lid, LID + lid), "", number, -1);
  }

  private boolean isOwn(String host, String lid) {
    Set<String> own = adaptersOfHost.getOrDefault(host, Set.of());
    return own.isEmpty()
        ? askedByHost.getOrDefault(host, Set.of()).size() <= 1 && !switches.containsKey(lid)
        : own.contains(lid);
  }
}
