package io.busbar.formats.ports;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads ports out of a listing of {@code /sys/class/infiniband} with values behind the paths. */
public final class SysfsPortReader implements LineReader {
  private static final Pattern VALUE =
      Pattern.compile(
          "/infiniband/([\\w.-]{1,64})/(?:ports/(\\d{1,3})/)?(state|phys_state|rate|link_layer|lid|sm_lid|hca_type|gids/\\d{1,4})\\s*[:="
              + " ]\\s*(\\S.*)$");
  private static final Map<String, PortField> FIELDS =
      Map.of(
          "state", PortField.STATE,
          "phys_state", PortField.PHYSICAL,
          "rate", PortField.RATE,
          "link_layer", PortField.LAYER,
          "lid", PortField.LID,
          "sm_lid", PortField.SM_LID);
  private static final int MAX_PORTS = 4096;

  private final Map<String, PortReading.Builder> ports = new LinkedHashMap<>();
  private final Map<String, String> types = new LinkedHashMap<>();

  @Override
  public String kind() {
    return "sysfs";
  }

  @Override
  public List<String> keywords() {
    return List.of("/infiniband/");
  }

  @Override
  public boolean read(Line line, Found found) {
    Matcher m = VALUE.matcher(line.body());
    if (!m.find()) {
      return false;
    }
    String device = m.group(1);
    int port = m.group(2) == null ? 0 : Integer.parseInt(m.group(2));
    if (m.group(3).startsWith("gids/")) {
      String gid = m.group(4).strip().toLowerCase(Locale.ROOT);
      int index = Integer.parseInt(m.group(3).substring(5));
      found.add(new GidEntry(device, port, index, gid, 0, line.place()));
    } else if (m.group(3).equals("hca_type")) {
      types.put(device, m.group(4).strip());
    } else if (ports.size() < MAX_PORTS) {
      String value = m.group(4).replaceFirst("^\\d+: ", "");
      PortField field = FIELDS.get(m.group(3));
      if (field != null) {
        ports
            .computeIfAbsent(
                device + "/" + port,
                k -> new PortReading.Builder(line.place()).device(device, port))
            .put(field, value, line.place());
      }
    }
    return false;
  }

  @Override
  public void end(Found found) {
    for (PortReading.Builder port : ports.values()) {
      if (port.tellsState()) {
        found.add(port.build());
      }
    }
    ports.clear();
  }
}
