package io.busbar.formats.switchqos;

import io.busbar.base.problem.Position;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells a switch by its ports and its name, where its configuration says nothing of lossless
 * traffic. A file is left alone that is clearly not of a RoCE fabric: ports of 10 Gb/s and less, a
 * management network by its name, power or log-in of stations at its ports, a router between sites
 * (MPLS, address translation, encrypted paths). Stateless.
 */
final class BareSwitch {
  /** Texts of which one stands in every such file. */
  static final List<String> MARKS =
      List.of("DEVICE_METADATA", "interface Ethernet", "nv set interface ");

  private static final int LEAST_PORTS = 2;
  private static final double LEAST_GIGABITS = 25;
  private static final Pattern PORT =
      Pattern.compile("(?m)^interface Ethernet\\d{1,3}(?:/\\d{1,3}){0,3}[ \\t\\r]*$");
  private static final Pattern NAME =
      Pattern.compile("(?m)^(?:hostname|switchname) (\\S{1,128})[ \\t\\r]*$");
  private static final Pattern NEXUS =
      Pattern.compile("(?m)^(?:feature \\w|vdc |!Command: show running-config|switchname )");
  private static final Pattern NVUE_PORT = Pattern.compile("(?m)^\\s*nv set interface \\S*swp\\d");
  private static final Pattern NVUE_NAME =
      Pattern.compile("(?m)^\\s*nv set system hostname (\\S{1,128})");
  private static final Pattern SPEED =
      Pattern.compile("(?mi)^\\s+speed (?:forced |auto )?(\\d{1,6})(g\\w*)?\\b.*$");
  private static final Pattern OTHER_NETWORK =
      Pattern.compile("(?i)(?:^|[^a-z])(?:oob|mgmt|management|ipmi|bmc)(?:[^a-z]|$)");
  private static final Pattern OFFICE =
      Pattern.compile(
          "(?m)^interface (?:Fast|Gigabit|TwoGigabit)"
              + "|^[ \\t]{1,16}(?:poe |power inline|dot1x |switchport phone |switchport voice )");
  private static final Pattern WIDE_AREA =
      Pattern.compile(
          "(?m)^(?:mpls (?:ip|ldp)|ip nat |ip security|crypto |interface Dps"
              + "|router (?:path-selection|adaptive-virtual-topology)"
              + "|feature mpls )");

  private BareSwitch() {}

  /** The switch, without any setting; empty when a text is none, or none of a RoCE fabric. */
  static List<SwitchQos> read(String source, String usual, String text) {
    if (MARKS.stream().noneMatch(text::contains)
        || OFFICE.matcher(text).find()
        || WIDE_AREA.matcher(text).find()) {
      return List.of();
    }
    String start = text.stripLeading();
    List<SwitchQos> found =
        start.startsWith("{") ? sonic(source, usual, text) : lines(source, usual, text);
    return found.stream().filter(one -> !OTHER_NETWORK.matcher(one.system()).find()).toList();
  }

  private static List<SwitchQos> sonic(String source, String usual, String text) {
    if (!text.contains("DEVICE_METADATA")
        || !(TreeReader.parse(source, text.getBytes(StandardCharsets.UTF_8))
            instanceof Tree.Mapping tree)) {
      return List.of();
    }
    int ports = 0;
    double most = 0;
    if (tree.get("PORT") instanceof Tree.Mapping table) {
      for (Tree.Entry entry : table.entries().values()) {
        String speed = entry.value() instanceof Tree.Mapping row ? row.text("speed") : null;
        ports++;
        boolean number = speed != null && speed.matches("\\d{1,7}");
        most = Math.max(most, number ? Double.parseDouble(speed) / 1000 : 0);
      }
    }
    if (ports < LEAST_PORTS || slow(most) || text.contains("\"Mgmt")) {
      return List.of();
    }
    return List.of(bare(SonicQos.read(source, usual, tree), most));
  }

  private static List<SwitchQos> lines(String source, String usual, String text) {
    boolean cumulus = NVUE_PORT.matcher(text).find();
    Matcher name = (cumulus ? NVUE_NAME : NAME).matcher(text);
    boolean named = name.find();
    if (!cumulus
            && (!named || PORT.matcher(text).results().limit(LEAST_PORTS).count() < LEAST_PORTS)
        || slow(fastest(text))) {
      return List.of();
    }
    String vendor =
        cumulus ? "Cumulus NVUE" : NEXUS.matcher(text).find() ? "Cisco NX-OS" : "Arista EOS";
    int line = named ? (int) text.substring(0, name.start(1)).lines().count() : 1;
    QosBuilder out = new QosBuilder(usual, vendor, new Position(source, Math.max(1, line), 0));
    out.gigabits = fastest(text);
    if (named) {
      out.system = name.group(1);
    }
    return List.of(out.build());
  }

  private static SwitchQos bare(SwitchQos one, double gigabits) {
    QosBuilder out = new QosBuilder(one.system(), one.vendor(), one.at());
    out.gigabits = gigabits;
    return out.build();
  }

  /** Whether all rates that are given are those of servers' first ports, years ago. */
  private static boolean slow(double gigabits) {
    return gigabits > 0 && gigabits < LEAST_GIGABITS;
  }

  /** The fastest rate that is given to a port, Gb/s; 0 without any. */
  private static double fastest(String text) {
    double most = 0;
    Matcher speed = SPEED.matcher(text);
    while (speed.find()) {
      double number = Double.parseDouble(speed.group(1));
      boolean giga =
          speed.group(2) != null && speed.group(2).toLowerCase(Locale.ROOT).startsWith("g");
      most = Math.max(most, giga ? number : number / 1000);
    }
    return most;
  }
}
