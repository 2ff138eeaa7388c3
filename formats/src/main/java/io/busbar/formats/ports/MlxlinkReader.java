package io.busbar.formats.ports;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.counters.CounterNames;
import io.busbar.formats.counters.CounterReading;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads mlxlink: state of a link, its bit error rates, and what the firmware recommends. */
public final class MlxlinkReader implements LineReader {
  private static final Pattern COMMAND = Pattern.compile("mlxlink\\b.*?-d\\s+(\\S{1,64})");
  private static final Pattern FIELD =
      Pattern.compile("^([A-Z][\\w .\\[\\]/()-]{2,40}?)\\s+: (.{1,200}?)\\s*$");
  private static final Pattern RATE =
      Pattern.compile("\\d{1,4}(?:\\.\\d{1,6})?[Ee][-+]?\\d{1,4}|0");
  private static final Map<String, String> COUNTERS =
      Map.of(
          "symbol errors", CounterNames.SYMBOL_ERRORS,
          "link down counter", CounterNames.LINK_DOWNED,
          "link error recovery counter", CounterNames.LINK_RECOVERIES);

  /** InfiniBand's speeds as the tool names them, slowest first. */
  private static final List<String> SPEEDS =
      List.of("SDR", "DDR", "QDR", "FDR10", "FDR", "EDR", "HDR", "NDR", "XDR");

  private static final Pattern OFFERED = Pattern.compile("\\(([\\w,]{3,100})\\)");

  private String device = "";
  private PortReading.@Nullable Builder port;
  private int enabled = -1;
  private @Nullable Place at;
  private @Nullable Place berAt;
  private @Nullable Place recommendationAt;
  private double ber = Double.NaN;
  private String recommendation = "";

  @Override
  public String kind() {
    return "mlxlink";
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "mlxlink", "Operational Info", "Troubleshooting Info", "BER Info", "Physical BER");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    Matcher command = COMMAND.matcher(text);
    if (command.find()) {
      end(found);
      device = command.group(1);
      return true;
    }
    if (text.contains("Operational Info")) {
      String named = device;
      end(found);
      device = named;
      return true;
    }
    Matcher m = FIELD.matcher(text);
    if (m.matches()) {
      field(m.group(1).toLowerCase(Locale.ROOT), m.group(2), line, found);
    }
    return true;
  }

  private void field(String name, String value, Line line, Found found) {
    at = at == null ? line.place() : at;
    switch (name) {
      case "state" -> state(value, line);
      case "physical state" -> put(PortField.PHYSICAL, value, line);
      case "speed" -> put(PortField.SPEED, value, line);
      case "width" -> put(PortField.WIDTH, value, line);
      case "enabled link speed" -> enabled = fastest(value);
      case "supported cable speed" -> cable(value, line);
      case "recommendation" -> {
        recommendation = value.startsWith("No issue") ? "" : value;
        recommendationAt = line.place();
      }
      case "effective physical ber", "symbol ber" -> {
        if (RATE.matcher(value).matches() && !(ber > Double.parseDouble(value))) {
          ber = Double.parseDouble(value);
          berAt = line.place();
        }
      }
      default -> {
        String counter = COUNTERS.get(name);
        if (counter != null && value.matches("\\d{1,18}")) {
          found.add(new CounterReading(device, counter, Double.parseDouble(value), line.place()));
        }
      }
    }
  }

  private static int fastest(String value) {
    Matcher m = OFFERED.matcher(value);
    return m.find()
        ? List.of(m.group(1).split(",")).stream().mapToInt(SPEEDS::indexOf).max().orElse(-1)
        : -1;
  }

  /** What port and cable both could do is what the link could run at. */
  private void cable(String value, Line line) {
    int could = Math.min(enabled, fastest(value));
    if (port == null || could < 0) {
      return;
    }
    int runs = SPEEDS.indexOf(port.told(PortField.SPEED).replace("IB-", ""));
    if (runs >= 0 && runs < could) {
      put(PortField.COULD_BE, SPEEDS.get(could), line);
    }
  }

  private void state(String value, Line line) {
    String word = value.replaceAll("\\x1b\\[[0-9;]*m", "").strip();
    boolean up = word.startsWith("Active") || word.startsWith("Init") || word.startsWith("Arm");
    port = new PortReading.Builder(line.place()).device(device, 0);
    put(PortField.STATE, up ? word : "Down", line);
    if (!up) {
      put(PortField.PHYSICAL, word, line);
    }
  }

  private void put(PortField field, String value, Line line) {
    if (port != null && !value.equals("N/A") && !(field == PortField.PHYSICAL && port.has(field))) {
      port.put(field, value, line.place());
    }
  }

  @Override
  public void end(Found found) {
    if (port != null) {
      found.add(port.build());
    }
    Place first = at;
    if (first != null && (!Double.isNaN(ber) || !recommendation.isEmpty())) {
      found.add(
          new LinkQuality(
              device,
              ber,
              recommendation,
              berAt == null ? first : berAt,
              recommendationAt == null ? first : recommendationAt,
              first));
    }
    device = "";
    port = null;
    enabled = -1;
    at = null;
    berAt = null;
    recommendationAt = null;
    ber = Double.NaN;
    recommendation = "";
  }
}
