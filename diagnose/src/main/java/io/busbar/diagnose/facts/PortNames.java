package io.busbar.diagnose.facts;

import io.busbar.formats.ports.PortField;
import io.busbar.formats.ports.PortReading;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One name for a port that tools call differently: by its LID (perfquery), its network interface
 * (ethtool, kernel), or its device (ibstat, sysfs). What two ports share is no name of either.
 */
public final class PortNames {
  private static final Pattern LID = Pattern.compile("lid (\\d{1,6})/(\\d{1,3})");

  /** What stands where a port has no LID. */
  static final Set<String> NO_LID = Set.of("", "0", "65535");

  private static final String AMBIGUOUS = "";

  private final Map<String, String> byLid = new HashMap<>();
  private final Map<String, String> byInterface = new HashMap<>();

  private PortNames() {}

  /** The names that looks at ports tell. */
  public static PortNames of(Facts facts) {
    PortNames names = new PortNames();
    for (PortReading port : facts.all(PortReading.class)) {
      if (port.device().isEmpty()) {
        continue;
      }
      String host = facts.hosts().of(port.at());
      String name = prefixed(host, port.device() + "/" + Math.max(1, port.port()));
      String lid = port.value(PortField.LID);
      if (!NO_LID.contains(lid)) {
        names.byLid.merge(lid, name, PortNames::same);
      }
      String netdev = port.value(PortField.NETDEV);
      if (!netdev.isEmpty()) {
        names.byInterface.merge(prefixed(host, netdev), name, PortNames::same);
      }
    }
    return names;
  }

  private static String same(String a, String b) {
    return a.equals(b) ? a : AMBIGUOUS;
  }

  private static String prefixed(String host, String name) {
    return host.isEmpty() ? name : host + " " + name;
  }

  /**
   * The port's name with its host, or what it was called when it has no other.
   *
   * @param host empty when unknown; a LID names one port of the whole fabric whatever the host
   */
  public String of(String host, String scope) {
    Matcher lid = LID.matcher(scope);
    if (lid.matches()) {
      String name = byLid.getOrDefault(lid.group(1), AMBIGUOUS);
      return name.isEmpty() ? scope : name;
    }
    String own = prefixed(host, scope);
    String name = byInterface.getOrDefault(own, AMBIGUOUS);
    return name.isEmpty() ? own : name;
  }
}
