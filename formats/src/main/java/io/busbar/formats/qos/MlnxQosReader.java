package io.busbar.formats.qos;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads mlnx_qos -i INTERFACE. */
public final class MlnxQosReader implements LineReader {
  private static final Pattern TRUST = Pattern.compile("Priority trust (?:state|mode): (\\w+)");
  private static final Pattern MAPPED = Pattern.compile("prio:(\\d) dscp:([\\d,]+)");
  private static final Pattern ENABLED =
      Pattern.compile("^\\s*enabled\\s+([01](?:\\s+[01]){7})\\s*$");

  private final Map<Integer, Integer> priorityOf = new HashMap<>();
  private final Map<String, Place> places = new HashMap<>();
  private List<Boolean> pfc = List.of();
  private String trust = "";
  private @Nullable Place at;

  @Override
  public String kind() {
    return "mlnx_qos";
  }

  @Override
  public List<String> keywords() {
    return List.of("Priority trust ", "prio:", "enabled", "PFC configuration");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    Matcher m = TRUST.matcher(text);
    if (m.find()) {
      if (!trust.isEmpty()) {
        end(found); // the next port
      }
      trust = m.group(1);
      note("trust", line);
    }
    m = MAPPED.matcher(text);
    if (m.find()) {
      for (String dscp : m.group(2).split(",")) {
        if (dscp.matches("\\d{1,2}")) {
          priorityOf.put(Integer.parseInt(dscp), Integer.parseInt(m.group(1)));
        }
      }
      places.putIfAbsent("prio" + m.group(1), line.place());
    }
    m = ENABLED.matcher(text);
    if (m.matches()) {
      List<Boolean> on = new ArrayList<>();
      for (String bit : m.group(1).split("\\s+")) {
        on.add(bit.equals("1"));
      }
      pfc = on;
      note("pfc", line);
    }
    return false;
  }

  private void note(String name, Line line) {
    places.put(name, line.place());
    at = at == null ? line.place() : at;
  }

  @Override
  public void end(Found found) {
    if (at != null) {
      found.add(new QosState(trust, priorityOf, pfc, places, at));
    }
    priorityOf.clear();
    places.clear();
    pfc = List.of();
    trust = "";
    at = null;
  }
}
