package io.busbar.formats.ports;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Place;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tools that print a block of {@code name: value} lines per port: ibstat, ibstatus,
 * ibv_devinfo, ibportstate. Excerpts without the line that names the device are read too.
 */
public final class PortBlockReader implements LineReader {
  private static final Pattern ADAPTER =
      Pattern.compile("^.{0,40}?(?:CA '([^']{1,64})'|hca_id:\\s*(\\S{1,64}))");
  private static final Pattern STATUS =
      Pattern.compile("Infiniband device '([^']{1,64})' port (\\d{1,3}) status");
  private static final Pattern PORT = Pattern.compile("^\\s*[Pp]ort:?\\s+(\\d{1,3}):?\\s*$");
  private static final Pattern PORT_INFO =
      Pattern.compile("Port info:\\s*(.{0,60}?)\\s*[Pp]ort (\\d{1,3})");
  private static final Pattern VALUE =
      Pattern.compile("^\\s*([A-Za-z][A-Za-z_ ]{1,30}?)\\s*:[\\s.]*(\\S.*)$");
  private static final Pattern GID =
      Pattern.compile(
          "GID\\[\\s*(\\d{1,4})\\]:\\s*([0-9a-fA-F:.]{3,60})(?:,\\s*(?:IB/)?RoCE v(\\d))?");
  private static final int PATIENCE = 40;

  private static final Map<String, PortField> FIELDS =
      Map.ofEntries(
          Map.entry("state", PortField.STATE),
          Map.entry("linkstate", PortField.STATE),
          Map.entry("physicalstate", PortField.PHYSICAL),
          Map.entry("physstate", PortField.PHYSICAL),
          Map.entry("physlinkstate", PortField.PHYSICAL),
          Map.entry("rate", PortField.RATE),
          Map.entry("baselid", PortField.LID),
          Map.entry("portlid", PortField.LID),
          Map.entry("smlid", PortField.SM_LID),
          Map.entry("linklayer", PortField.LAYER),
          Map.entry("catype", PortField.TYPE),
          Map.entry("activemtu", PortField.ACTIVE_MTU),
          Map.entry("activewidth", PortField.WIDTH),
          Map.entry("linkwidthactive", PortField.WIDTH),
          Map.entry("activespeed", PortField.SPEED),
          Map.entry("linkspeedactive", PortField.SPEED));

  private String kind = "ibv_devinfo";
  private String device = "";
  private String type = "";
  private @Nullable Place typeAt;
  private int port;
  private PortReading.@Nullable Builder block;
  private int idle;

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "CA '",
        "hca_id:",
        "Infiniband device '",
        "Physical state:",
        "phys state:",
        "phys_state:",
        "active_mtu:",
        "PhysLinkState:",
        "Port info:",
        "PORT_DOWN",
        "PORT_INIT",
        "PORT_ARMED",
        "PORT_ACTIVE",
        "State: Active",
        "State: Down",
        "State: Init",
        "GID[");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    if (heading(line, text, found)) {
      idle = 0;
      return true;
    }
    Matcher gid = GID.matcher(text);
    if (gid.find()) {
      int version = gid.group(3) == null ? 0 : Integer.parseInt(gid.group(3));
      int index = Integer.parseInt(gid.group(1));
      found.add(
          new GidEntry(
              device, port, index, gid.group(2).toLowerCase(Locale.ROOT), version, line.place()));
      return true;
    }
    Matcher m = VALUE.matcher(text);
    PortField field = m.matches() ? FIELDS.get(name(m.group(1))) : null;
    if (field == null) {
      return ++idle < PATIENCE || flush(found);
    }
    idle = 0;
    if (field == PortField.TYPE) {
      type = m.group(2).strip();
      typeAt = line.place();
      return true;
    }
    if (block == null || field == PortField.STATE && block.has(PortField.STATE)) {
      open(line, found);
    }
    if (block != null) {
      block.put(field, m.group(2), line.place());
    }
    return true;
  }

  private boolean heading(Line line, String text, Found found) {
    Matcher adapter = ADAPTER.matcher(text);
    if (adapter.find()) {
      flush(found);
      boolean ibstat = adapter.group(1) != null;
      kind = ibstat ? "ibstat" : "ibv_devinfo";
      device = ibstat ? adapter.group(1) : adapter.group(2);
      type = "";
      port = 0;
      return true;
    }
    Matcher status = STATUS.matcher(text);
    if (status.find()) {
      kind = "ibstatus";
      device = status.group(1);
      type = "";
      port = Integer.parseInt(status.group(2));
      open(line, found);
      return true;
    }
    Matcher info = PORT_INFO.matcher(text);
    if (info.find()) {
      kind = "ibportstate";
      device = info.group(1).strip();
      port = Integer.parseInt(info.group(2));
      open(line, found);
      return true;
    }
    Matcher number = PORT.matcher(text);
    if (number.matches()) {
      port = Integer.parseInt(number.group(1));
      open(line, found);
      return true;
    }
    return false;
  }

  private void open(Line line, Found found) {
    flush(found);
    block = new PortReading.Builder(line.place()).device(device, port);
    if (!type.isEmpty() && typeAt != null) {
      block.put(PortField.TYPE, type, typeAt);
    }
  }

  private static String name(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
  }

  /** Always false: nothing more is wanted. */
  private boolean flush(Found found) {
    if (block != null && block.tellsState()) {
      found.add(block.build());
    }
    block = null;
    idle = 0;
    return false;
  }

  @Override
  public void end(Found found) {
    flush(found);
  }
}
