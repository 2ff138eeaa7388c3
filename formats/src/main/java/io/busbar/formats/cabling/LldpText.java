package io.busbar.formats.cabling;

import io.busbar.formats.artefact.Wrapper;
import io.busbar.formats.cabling.ReportedLinks.PortRate;
import io.busbar.formats.fabric.FabricNode.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads LLDP neighbours as switches and hosts print them: tables of SONiC, Cumulus and Arista
 * ({@code show lldp table}, {@code net show lldp}, {@code show lldp neighbors}), NX-OS's with its
 * wrapped names, blocks of {@code lldpctl} and of {@code show lldp neighbors detail}, {@code
 * lldpctl -f keyvalue}, and the rates of SONiC's {@code show interfaces status}. Prompts and
 * prefixes of collectors tell whose lines they are.
 */
final class LldpText {
  static final String COMMAND = "show lldp";

  private static final Pattern PROMPT =
      Pattern.compile(
          "^(?:[\\w.-]{1,64}@)?([A-Za-z][\\w.-]{0,127})(?:\\([^)]{0,40}\\))?(?::[^$#>]{0,80})?[$#>]"
              + " *(?:sudo +)?(?:show|lldpctl|lldpcli|net|nv|docker)\\b.*");
  private static final Pattern ANSIBLE =
      Pattern.compile("^([A-Za-z][\\w.-]{0,127}) \\| (?:CHANGED|SUCCESS) \\| rc=0 >>.*");
  private static final Pattern NEXUS =
      Pattern.compile(
          "^(\\S.*?)?\\s+((?:Eth|mgmt|Po|Ethernet)\\S*)\\s+(\\d{1,9})\\s+(?:([BRTCWPSO,"
              + " ]{1,16})\\s+)?(\\S+)\\s*$");
  private static final Pattern VALUE =
      Pattern.compile(
          "^lldp\\.(\\S{1,64}?)\\.(via|chassis\\.name|chassis\\.mac|chassis\\.descr|port\\.ifname"
              + "|port\\.local|port\\.mac|port\\.descr|port\\.auto-negotiation\\.current)=(.*)$");
  private static final Pattern BLOCK =
      Pattern.compile("^Interface:? +([^\\s,]+)(?:, via: .*| detected .*)$");
  private static final Pattern FIELD =
      Pattern.compile("^\\s*+(?:-\\s*+)?([A-Za-z][\\w ]{2,24}?)\\s*:\\s(.*)$");

  /** What columns are called, in lower case and without blanks. */
  private static final Map<String, String> ROLES =
      Map.ofEntries(
          Map.entry("localport", "own"),
          Map.entry("localinterface", "own"),
          Map.entry("interface", "own"),
          Map.entry("port", "own"),
          Map.entry("remotedevice", "peer"),
          Map.entry("remotehost", "peer"),
          Map.entry("neighbordeviceid", "peer"),
          Map.entry("neighbor", "peer"),
          Map.entry("remoteportid", "far"),
          Map.entry("remoteport", "far"),
          Map.entry("neighborportid", "far"),
          Map.entry("neighborport", "far"),
          Map.entry("remoteportdescr", "alias"),
          Map.entry("speed", "speed"),
          Map.entry("alias", "ownalias"),
          Map.entry("lanes", "lanes"));

  /** A column: its role and where it begins in the line of dashes. */
  private record Column(String role, int from, int to) {}

  private final ReportedLinks out;
  private final String usual;
  private String system;
  private boolean named;
  private List<Column> columns = List.of();
  private List<String> head = List.of();
  private boolean nexus;
  private String wrapped = "";
  private final Map<String, String> block = new HashMap<>();
  private int blockLine;
  private String blockPort = "";

  private LldpText(String system, ReportedLinks out) {
    this.system = system;
    this.usual = system;
    this.out = out;
  }

  /** Whether a text holds any of these. */
  static boolean knows(String text) {
    return text.contains("RemotePort")
        || text.contains("Remote Port")
        || text.contains("Neighbor Device ID")
        || text.contains("Local Intf")
        || text.contains("Local Port id:")
        || text.contains(", via: LLDP")
        || text.contains(".via=LLDP")
        || text.contains(" LLDP neighbors:")
        || text.contains("Interface") && text.contains("Lanes") && text.contains("Speed");
  }

  static ReportedLinks read(String source, String system, String text) {
    ReportedLinks out = new ReportedLinks(source, COMMAND);
    LldpText reader = new LldpText(system, out);
    int number = 0;
    for (String raw : text.split("\n", -1)) {
      number++;
      String host = Wrapper.host(raw);
      if (!host.isEmpty()) {
        reader.enter(host);
      }
      reader.line(Wrapper.body(raw).stripTrailing(), number);
    }
    reader.endBlock();
    if (!reader.named) {
      out.guessed();
    }
    return out;
  }

  private void enter(String host) {
    if (!host.equals(system) || !named) {
      endBlock();
      columns = List.of();
      nexus = false;
    }
    system = host;
    named = true;
  }

  private void line(String text, int number) {
    Matcher m = PROMPT.matcher(text);
    if (!m.matches()) {
      m = ANSIBLE.matcher(text);
    }
    if (m.matches()) {
      enter(m.group(1));
      columns = List.of();
      return;
    }
    m = VALUE.matcher(text);
    if (m.matches()) {
      keyed(m.group(1), m.group(2), m.group(3).strip(), number);
      return;
    }
    if (text.contains("Local Intf") && text.contains("Port ID")) {
      nexus = true;
      wrapped = "";
      columns = List.of();
      return;
    }
    m = BLOCK.matcher(text);
    if (m.matches()) {
      endBlock();
      blockPort = m.group(1);
      blockLine = number;
      return;
    }
    if (head(text) || dashes(text)) {
      return;
    }
    nexus &=
        !text.stripLeading().startsWith("Chassis id:"); // with detail, blocks follow the same head
    if (nexus) {
      nexus(text, number);
    } else if (!columns.isEmpty()) {
      row(text, number);
    } else {
      field(text, number);
    }
  }

  // Blocks: lldpctl, Arista and NX-OS with detail.

  private void field(String text, int number) {
    Matcher m = FIELD.matcher(text);
    if (!m.matches()) {
      return;
    }
    String key = m.group(1).toLowerCase(Locale.ROOT).replace(" ", "");
    String value = m.group(2).strip();
    if (key.equals("chassisid") && blockPort.isEmpty() && block.isEmpty()) {
      blockLine = number;
    } else if (key.equals("chassisid") && block.containsKey("sysname")) {
      endBlock(); // NX-OS begins the next neighbour so, without a line for its port
      blockLine = number;
    }
    if (key.equals("localportid")) {
      blockPort = value;
    }
    block.putIfAbsent(key, value);
  }

  private static String bare(@Nullable String value) {
    if (value == null) {
      return "";
    }
    String plain = value.replaceFirst("^(?:mac|ifname|local|ip) +", "").replace("\"", "").strip();
    return plain.equals("not advertised") || plain.equals("null") ? "" : plain;
  }

  private String either(String key, String other) {
    String value = bare(block.get(key));
    return value.isEmpty() ? bare(block.get(other)) : value;
  }

  private void endBlock() {
    if (!blockPort.isEmpty() && !block.isEmpty()) {
      String name = either("sysname", "systemname");
      String peer = name.isEmpty() ? bare(block.get("chassisid")) : name;
      String far = bare(block.get("portid"));
      String alias = either("portdescr", "portdescription");
      Kind kind = Names.described(either("sysdescr", "systemdescription"));
      double rate = Rates.ofMedium(bare(block.get("mauopertype")));
      neighbour(
          blockPort, new CableEnd(peer, kind, far.isEmpty() ? alias : far, alias), rate, blockLine);
    }
    block.clear();
    blockPort = "";
  }

  private void keyed(String port, String key, String value, int number) {
    if (key.equals("via")) {
      endBlock();
      blockPort = port;
      blockLine = number;
    }
    String field =
        switch (key) {
          case "chassis.name" -> "sysname";
          case "chassis.mac" -> "chassisid";
          case "chassis.descr" -> "sysdescr";
          case "port.descr" -> "portdescr";
          case "port.auto-negotiation.current" -> "mauopertype";
          default -> key.startsWith("port.") ? "portid" : "";
        };
    if (!field.isEmpty() && port.equals(blockPort)) {
      block.putIfAbsent(field, value);
    }
  }

  // Tables.

  /** The head of a table; two blanks part its columns. */
  private boolean head(String text) {
    List<String> names = new ArrayList<>();
    for (String word : text.strip().split("\\s{2,}")) {
      names.add(ROLES.getOrDefault(word.toLowerCase(Locale.ROOT).replace(" ", ""), ""));
    }
    boolean neighbours = names.contains("own") && names.contains("peer") && names.contains("far");
    boolean status = names.contains("own") && names.contains("speed") && names.contains("lanes");
    if (!neighbours && !status) {
      return false;
    }
    endBlock();
    head = names;
    nexus = false;
    columns = new ArrayList<>();
    for (String name : names) {
      columns.add(new Column(name, -1, -1));
    }
    return true;
  }

  private boolean dashes(String text) {
    if (columns.isEmpty() || !text.strip().matches("-[- ]{5,}")) {
      return !text.isEmpty() && text.strip().matches("-{3,}");
    }
    List<Column> placed = new ArrayList<>();
    Matcher m = Pattern.compile("-+").matcher(text);
    while (m.find()) {
      String role = placed.size() < head.size() ? head.get(placed.size()) : "";
      placed.add(new Column(role, m.start(), m.end()));
    }
    if (placed.size() == head.size()) {
      columns = placed;
    } else if (placed.size() == 1) {
      columns = List.of(); // the line below a table
    }
    return true;
  }

  private void row(String text, int number) {
    if (text.isBlank()) {
      return;
    }
    String[] cells = text.strip().split("\\s{2,}");
    Map<String, String> row = new HashMap<>();
    if (cells.length == columns.size()) {
      for (int i = 0; i < cells.length; i++) {
        row.put(columns.get(i).role, cells[i].strip());
      }
    } else if (columns.getFirst().from >= 0) {
      for (int i = 0; i < columns.size(); i++) {
        int from = Math.min(text.length(), columns.get(i).from);
        int to = i + 1 < columns.size() ? columns.get(i + 1).from : text.length();
        row.put(columns.get(i).role, text.substring(from, Math.min(text.length(), to)).strip());
      }
    } else {
      words(text, row);
    }
    String own = row.getOrDefault("own", "");
    if (own.isEmpty() || own.contains(" ") || own.startsWith("Total")) {
      return;
    }
    if (head.contains("lanes")) {
      double gigabits = Rates.of(row.getOrDefault("speed", ""), 0);
      out.rate(new PortRate(system, own, row.getOrDefault("ownalias", ""), gigabits));
      return;
    }
    String peer = row.getOrDefault("peer", "");
    String far = row.getOrDefault("far", "");
    double gigabits = Rates.of(row.getOrDefault("speed", ""), 0);
    if (peer.isEmpty() && far.isEmpty()) {
      return;
    }
    neighbour(
        own,
        new CableEnd(peer.isEmpty() ? far : peer, null, far, row.getOrDefault("alias", "")),
        gigabits,
        number);
  }

  /** Arista's columns touch when names are long: port first, then name, far port and hold time. */
  private void words(String text, Map<String, String> row) {
    String[] words = text.strip().split("\\s+");
    if (words.length >= 4 && words[words.length - 1].matches("\\d{1,6}")) {
      row.put("own", words[0]);
      row.put("far", words[words.length - 2]);
      row.put("peer", String.join("_", List.of(words).subList(1, words.length - 2)));
    }
  }

  private void nexus(String text, int number) {
    Matcher m = NEXUS.matcher(text);
    if (m.matches()) {
      String peer = m.group(1) == null || m.group(1).isBlank() ? wrapped : m.group(1).strip();
      if (!peer.isEmpty()) {
        neighbour(m.group(2), new CableEnd(peer, null, m.group(5), ""), 0, number);
      }
      wrapped = "";
    } else {
      boolean name = text.strip().matches("\\S+") && !text.startsWith(" ");
      wrapped = name ? text.strip() : "";
    }
  }

  private void neighbour(String own, CableEnd peer, double gigabits, int line) {
    if (peer.system().isEmpty() || peer.port().isEmpty()) {
      out.remark("unreadable-line", line, "port " + own + " tells no name of its neighbour");
      return;
    }
    String name = named ? system : usual;
    out.cable(new ReportedCable(new CableEnd(name, null, own, ""), peer, false, gigabits, line));
  }
}
