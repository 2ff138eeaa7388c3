package io.busbar.diagnose.redact;

import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Replaces IPv4, IPv6 and MAC addresses, GUIDs and UUIDs. What the diagnosis understands stays:
 * loopback, link-local, private and Docker's ranges, zeros, who shares a subnet, and a NIC's
 * vendor.
 */
final class Addresses {
  private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  private static final Pattern IPV4 =
      Pattern.compile(
          "(?<![\\w.-])("
              + OCTET
              + ")\\.("
              + OCTET
              + ")\\.("
              + OCTET
              + ")\\.("
              + OCTET
              + ")(?![\\w.-]|\\.\\d)");
  private static final Pattern MAC =
      Pattern.compile(
          "(?<![\\w:])((?:[0-9A-Fa-f]{2}:){3,17})((?:[0-9A-Fa-f]{2}:){2}[0-9A-Fa-f]{2})(?![\\w:])");
  private static final Pattern IPV6 =
      Pattern.compile(
          "(?<![\\w:.])(?=[0-9A-Fa-f:]*(?:::|(?::[0-9A-Fa-f]{1,4}){3}))"
              + "(?:[0-9A-Fa-f]{1,4}|:)(?::[0-9A-Fa-f]{0,4}){2,8}(?![\\w:])");
  private static final Pattern GUID =
      Pattern.compile("(?<=0x|\\bS-|\\bH-|\\bGUID )([0-9a-fA-F]{16})(?![0-9a-fA-F])");
  private static final Pattern UUID =
      Pattern.compile(
          "\\b([0-9a-fA-F]{8})-([0-9a-fA-F]{4})-([0-9a-fA-F]{4})-([0-9a-fA-F]{4})-([0-9a-fA-F]{12})\\b");
  private static final Pattern SERIAL =
      Pattern.compile("(?i)(serial(?: number)?\\s*[:=]\\s*)(\\w{5,})");
  private static final Set<String> KEPT_GROUPS = Set.of("fe80", "ffff", "ff02", "ff00");

  private final Aliases aliases;

  Addresses(Aliases aliases) {
    this.aliases = aliases;
  }

  String replace(String line) {
    String text = line;
    if (text.indexOf('.') >= 0) {
      text = IPV4.matcher(text).replaceAll(this::ipv4);
    }
    if (text.indexOf(':') >= 0) {
      text = MAC.matcher(text).replaceAll(m -> m.group(1) + hex("MAC address", m.group(2)));
      text = IPV6.matcher(text).replaceAll(m -> groups(m.group()));
    }
    text = GUID.matcher(text).replaceAll(m -> hex("GUID", m.group(1)));
    if (text.indexOf('-') >= 0) {
      text = UUID.matcher(text).replaceAll(m -> uuid(m));
    }
    return SERIAL
        .matcher(text)
        .replaceAll(m ->
            m.group(1).replace("\\", "\\\\").replace("$", "\\$")
                + alias("serial number", m.group(2), m.group(2).length(), "S"));
  }

  private String alias(String kind, String name, int length, String word) {
    return aliases.of(kind, name, i -> Aliases.numbered(word, i, length));
  }

  private String ipv4(MatchResult m) {
    String a = m.group(1);
    String b = m.group(2);
    String plain = m.group();
    boolean kept =
        a.equals("0")
            || a.equals("127")
            || a.equals("255")
            || plain.startsWith("169.254.")
            || plain.startsWith("172.17.")
            || plain.startsWith("192.168.122.");
    if (kept) {
      return plain;
    }
    boolean keptSecond = a.equals("172") || a.equals("192") && b.equals("168");
    boolean keptFirst = a.equals("10") || keptSecond;
    String first = keptFirst ? a : octet("", a);
    String second = keptSecond ? b : octet(a, b);
    String third = octet(a + "." + b, m.group(3));
    return first
        + "."
        + second
        + "."
        + third
        + "."
        + octet(a + "." + b + "." + m.group(3), m.group(4));
  }

  /** Below one prefix, octets of one length are exchanged among themselves. */
  private String octet(String prefix, String octet) {
    int from = octet.length() == 1 ? 1 : octet.length() == 2 ? 10 : 100;
    int count = octet.length() == 1 ? 9 : octet.length() == 2 ? 90 : 124;
    return octet.equals("0")
        ? octet
        : aliases.of(
            "IPv4 address/" + prefix + "/" + octet.length(),
            octet,
            i -> Integer.toString(from + (i * 7 - 7) % count));
  }

  private String groups(String address) {
    StringBuilder out = new StringBuilder();
    for (String group : address.split("(?<=:)|(?=:)")) {
      boolean kept =
          group.equals(":")
              || group.isEmpty()
              || group.matches("0+|[0-9a-fA-F]{1,2}")
              || KEPT_GROUPS.contains(group.toLowerCase(java.util.Locale.ROOT));
      out.append(kept ? group : hex("IPv6 address", group));
    }
    return out.toString();
  }

  private String uuid(MatchResult m) {
    StringBuilder out = new StringBuilder();
    for (int i = 1; i <= m.groupCount(); i++) {
      out.append(i == 1 ? "" : "-").append(hex("UUID", m.group(i)));
    }
    return out.toString();
  }

  /** Zeros and ones mean that there is none. */
  private String hex(String kind, String digits) {
    if (digits.matches("[0:]+|[fF:]+")) {
      return digits;
    }
    String plain = digits.replace(":", "");
    String alias =
        aliases.of(kind + "/" + plain.length(), plain, i -> Aliases.hex(i, plain.length()));
    return digits.indexOf(':') < 0 ? alias : alias.replaceAll("(..)(?=.)", "$1:");
  }
}
