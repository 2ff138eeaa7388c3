package io.busbar.formats.ports;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the tools that print a line per port: rdma link, ibdev2netdev, iblinkinfo, ibnetdiscover
 * -p, show_gids.
 */
public final class PortLineReader implements LineReader {
  private static final Pattern RDMA =
      Pattern.compile(
          "link (\\S{1,64})/(\\d{1,3})\\b(.*?) ?\\bstate (\\S+) physical_state (\\S+)(?: netdev"
              + " (\\S+))?");
  private static final Pattern LIDS = Pattern.compile("\\blid (\\d+)(?:.*\\bsm_lid (\\d+))?");
  private static final Pattern DEV2NETDEV =
      Pattern.compile("^\\s*(\\S{1,64}) port (\\d{1,3}) ==> (\\S{1,32}) \\((Up|Down)\\)");
  private static final Pattern DEV2NETDEV_VERBOSE =
      Pattern.compile(
          "^(?:\\S{7,12} )?(\\S{1,64}) \\(.*port (\\d{1,3}) \\((ACTIVE|DOWN|INIT|ARMED) *\\) ==>"
              + " (\\S{1,32})");
  private static final Pattern LINKINFO =
      Pattern.compile(
          "(\\d{1,5})\\s+(\\d{1,3})\\[\\s*\\]\\s*==\\(\\s*(\\d{1,2}X)?\\s*([\\d.]+"
              + " Gbps)?\\s*(\\w+)/\\s*(\\w+)\\s*\\)"
              + "==>\\s*(?:\\d+\\s+\\d+\\[\\s*\\]|\\[\\s*\\])?\\s*(?:\"([^\"]*)\")?\\s*(?:\\((.*)\\))?");
  private static final Pattern LINKINFO_NODE =
      Pattern.compile("^(CA|Switch|Router): (?:0x\\w+ )?(.{1,80}?):?\\s*$");
  private static final Pattern DISCOVERED =
      Pattern.compile(
          "^\\s*(?:CA|SW|RT)\\s+(\\d+)\\s+(\\d{1,3})\\s+(0x[0-9a-fA-F]+)\\s+(\\d{1,2}x)\\s+(\\S+)\\s*(.*)$");
  private static final Pattern QUOTED = Pattern.compile("'([^']{1,120})'");
  private static final Pattern SHOWN_GID =
      Pattern.compile(
          "^(\\S{1,32})\\s+(\\d{1,2})\\s+(\\d{1,4})\\s+([0-9a-fA-F:]{15,60})\\s+(?:([\\d.]{7,15})\\s+)?v(\\d)\\s*(\\S*)");

  private String kind = "rdma link";
  private String node = "";
  private boolean onSwitch;

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "physical_state ",
        " ==> ",
        ")==>",
        "4x ",
        "1x ",
        "2x ",
        "8x ",
        "12x ",
        "CA: ",
        "Switch: ",
        "\tv1\t",
        "\tv2\t",
        " v1 ",
        " v2 ");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    Matcher m = RDMA.matcher(text);
    if (m.find()) {
      rdma(m, line, found);
      return false;
    }
    m = DEV2NETDEV.matcher(text);
    if (m.find()) {
      kind = "ibdev2netdev";
      // Up and Down are the state of the IP interface: an unconfigured one is no fault of the port.
      return false;
    }
    m = DEV2NETDEV_VERBOSE.matcher(text);
    if (m.find()) {
      kind = "ibdev2netdev";
      found.add(
          new PortReading.Builder(line.place())
              .device(m.group(1), Integer.parseInt(m.group(2)))
              .put(PortField.STATE, m.group(3), line.place())
              .put(PortField.NETDEV, m.group(4), line.place())
              .build());
      return false;
    }
    m = LINKINFO_NODE.matcher(text);
    if (m.matches()) {
      onSwitch = m.group(1).equals("Switch");
      node = m.group(2);
      return false;
    }
    m = LINKINFO.matcher(text);
    if (m.find()) {
      linkInfo(m, line, found);
      return false;
    }
    m = DISCOVERED.matcher(text);
    if (m.matches()) {
      discovered(m, line, found);
      return false;
    }
    m = SHOWN_GID.matcher(text);
    if (m.find()) {
      kind = "show_gids";
      found.add(
          new GidEntry(
              m.group(1),
              Integer.parseInt(m.group(2)),
              Integer.parseInt(m.group(3)),
              m.group(4),
              Integer.parseInt(m.group(6)),
              line.place()));
    }
    return false;
  }

  private static void rdma(Matcher m, Line line, Found found) {
    PortReading.Builder port =
        new PortReading.Builder(line.place())
            .device(m.group(1), Integer.parseInt(m.group(2)))
            .put(PortField.STATE, m.group(4), line.place())
            .put(PortField.PHYSICAL, m.group(5).replace("_", ""), line.place());
    Matcher lids = LIDS.matcher(m.group(3));
    if (lids.find()) {
      port.put(PortField.LAYER, "InfiniBand", line.place());
      port.put(PortField.LID, lids.group(1), line.place());
      if (lids.group(2) != null) {
        port.put(PortField.SM_LID, lids.group(2), line.place());
      }
    } else if (m.group(6) != null) {
      port.put(PortField.LAYER, "Ethernet", line.place());
      port.put(PortField.NETDEV, m.group(6), line.place());
    }
    found.add(port.build());
  }

  private void linkInfo(Matcher m, Line line, Found found) {
    kind = "iblinkinfo";
    PortReading.Builder port =
        new PortReading.Builder(line.place())
            .node(node.isEmpty() ? "lid " + m.group(1) : node)
            .device("", Integer.parseInt(m.group(2)))
            .put(PortField.STATE, m.group(5), line.place())
            .put(PortField.PHYSICAL, m.group(6), line.place())
            .put(PortField.LAYER, "InfiniBand", line.place())
            .put(PortField.LID, m.group(1), line.place());
    if (onSwitch) {
      port.put(PortField.TYPE, PortReading.SWITCH, line.place());
    }
    put(port, PortField.WIDTH, m.group(3), line);
    put(port, PortField.SPEED, m.group(4), line);
    put(port, PortField.PEER, m.group(7), line);
    String note = m.group(8);
    if (note != null && note.contains("ould be")) {
      port.put(PortField.COULD_BE, note.replaceAll(".*?[Cc]ould be\\s*", ""), line.place());
    }
    found.add(port.build());
  }

  private static void put(
      PortReading.Builder port,
      PortField field,
      @org.jspecify.annotations.Nullable String text,
      Line line) {
    if (text != null) {
      port.put(field, text, line.place());
    }
  }

  private void discovered(Matcher m, Line line, Found found) {
    kind = "ibnetdiscover";
    String text = line.body();
    boolean linked = m.group(6).startsWith("-");
    boolean unknown = m.group(5).contains("?");
    Matcher name = QUOTED.matcher(text);
    String who = name.find() ? name.group(1) : m.group(3);
    PortReading.Builder port =
        new PortReading.Builder(line.place())
            .node(who)
            .device("", Integer.parseInt(m.group(2)))
            .put(PortField.STATE, unknown ? "down" : "active", line.place())
            .put(PortField.WIDTH, m.group(4), line.place())
            .put(PortField.SPEED, m.group(5), line.place())
            .put(PortField.LAYER, "InfiniBand", line.place())
            .put(PortField.LID, m.group(1), line.place());
    if (linked) {
      port.put(PortField.PEER, name.find() ? name.group(1) : "peer", line.place());
    }
    found.add(port.build());
  }
}
