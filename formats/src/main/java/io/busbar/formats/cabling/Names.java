package io.busbar.formats.cabling;

import io.busbar.formats.fabric.FabricNode.Kind;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What names and descriptions say of a system and of a port. Stateless. */
final class Names {
  private static final Pattern ADDRESS =
      Pattern.compile("(?i)[0-9a-f]{2}([:-][0-9a-f]{2}){5,7}|[0-9a-f]{4}(\\.[0-9a-f]{4}){2}");
  private static final Pattern INTERNET =
      Pattern.compile("[\\d.]+|[0-9a-fA-F:]{0,60}:[0-9a-fA-F:]{1,60}");

  private static final Pattern SWITCH_SYSTEM =
      Pattern.compile(
          "(?i)sonic|cumulus|arista|nx-?os|nexus|junos|\\bonyx\\b|mlnx-os|comware|ocnos|icos|sr"
              + " ?linux|timos|picos|dell.*os10|\\brgos\\b|versatile"
              + " routing|\\bswitch\\b|frrouting|cisco ios|edgecore|h3c|arcos");
  private static final Pattern HOST_SYSTEM =
      Pattern.compile(
          "(?i)ubuntu|debian gnu|centos|red hat|rhel|rocky|alma ?linux|suse|oracle linux|amazon"
              + " linux|dgx|gnu/linux|esxi|windows|fedora");
  private static final Pattern SWITCH_NAME =
      Pattern.compile(
          "(?i)leaf|spine|(?<![a-z])(?:rtr|router|tor|agg|core|dist|cr|sw|switch|ssw|fsw|rsw|csw)(?![a-z])"
              + "|switch");
  private static final Pattern HOST_NAME =
      Pattern.compile(
          "(?i)(?<![a-z])(?:gpu|node|host|server|srv|dgx|hgx|compute|worker|client|storage|vm|login"
              + "|cn|gb200|h100|h200|b200|a100)(?![a-z])");
  private static final Pattern SWITCH_PORT =
      Pattern.compile(
          "(?i)(?:ethernet|eth?)\\d+(?:[/:]\\d+)+|ethernet\\d+|et\\d+(?:/\\d+)*|swp\\d\\S*|etp\\d+\\w?"
              + "|(?:[a-z]{0,20}gig[a-z]{0,20}|te|hu|fo|twe|gi)\\w{0,20}?\\d{1,4}(?:/\\d+)+|(?:xe|et|ge)-\\d\\S*"
              + "|e\\d+-\\d+(?:-\\d+)?|ethernet-\\d\\S*|eth-\\d\\S*|[a-z]{0,20}gige\\d+(?:/\\d+)*"
              + "|port-?channel\\d+|1/\\d+\\S*|int-\\S+");
  private static final Pattern HOST_PORT =
      Pattern.compile(
          "(?i)en[oxp]\\d?\\S+|ens\\d\\S*|eth\\d+|mlx\\d_\\d+|ib\\d\\S*|bond\\d+|roce\\S+|rdma\\S+|hca\\S+"
              + "|nic\\S+|bnxt\\S*|rail\\S*|gpu\\S*|cx\\d\\S*|p\\d+p\\d+");
  private static final Pattern MANAGEMENT_PORT =
      Pattern.compile(
          "(?i)mgmt\\S*|management\\S*|ma\\d\\S*|fxp\\d|em0|oob\\S*|ipmi\\S*|bmc\\S*|ilo|i?drac\\S*");

  private Names() {}

  static boolean hardwareAddress(String name) {
    return ADDRESS.matcher(name).matches();
  }

  static boolean internetAddress(String name) {
    return INTERNET.matcher(name).matches();
  }

  /** What a system's own description says; null when it says neither. */
  static @Nullable Kind described(String description) {
    if (SWITCH_SYSTEM.matcher(description).find()) {
      return Kind.SWITCH;
    }
    return HOST_SYSTEM.matcher(description).find() ? Kind.ADAPTER : null;
  }

  /** What a system is by its name; null when that says neither. */
  static @Nullable Kind byName(String system) {
    if (SWITCH_NAME.matcher(system).find()) {
      return Kind.SWITCH;
    }
    return HOST_NAME.matcher(system).find() ? Kind.ADAPTER : null;
  }

  /** What a system with such a port is; null when that says neither. */
  static @Nullable Kind byPort(String port) {
    if (SWITCH_PORT.matcher(port).matches()) {
      return Kind.SWITCH;
    }
    return HOST_PORT.matcher(port).matches() ? Kind.ADAPTER : null;
  }

  /** Whether a port is for management only; a switch's {@code eth0} is one. */
  static boolean management(Kind kind, String port) {
    return MANAGEMENT_PORT.matcher(port).matches()
        || kind == Kind.SWITCH && port.equalsIgnoreCase("eth0");
  }

  /** The name without its domain, in lower case; addresses stay whole. */
  static String shortName(String system) {
    String lower = system.toLowerCase(Locale.ROOT);
    int dot = lower.indexOf('.');
    return dot <= 0 || internetAddress(lower) || hardwareAddress(lower)
        ? lower
        : lower.substring(0, dot);
  }
}
