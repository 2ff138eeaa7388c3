package io.busbar.formats.ports;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the speed that {@code ethtool} prints of a network interface. Whether there is a link is
 * not taken as a state: an interface that nobody uses has none.
 */
public final class EthtoolReader implements LineReader {
  private static final Pattern SETTINGS = Pattern.compile("^\\s*Settings for ([\\w.@-]{1,32}):");
  private static final Pattern SPEED = Pattern.compile("^\\s+Speed: (\\d{1,7})Mb/s");
  private static final int PATIENCE = 80;

  private String device = "";
  private int idle;

  @Override
  public String kind() {
    return "ethtool";
  }

  @Override
  public List<String> keywords() {
    return List.of("Settings for ");
  }

  @Override
  public boolean read(Line line, Found found) {
    Matcher settings = SETTINGS.matcher(line.body());
    if (settings.find()) {
      device = settings.group(1);
      idle = 0;
      return true;
    }
    Matcher speed = SPEED.matcher(line.body());
    if (device.isEmpty() || !speed.find()) {
      return !device.isEmpty() && ++idle < PATIENCE;
    }
    String gigabits = Double.toString(Integer.parseInt(speed.group(1)) / 1000.0);
    found.add(
        new PortReading.Builder(line.place())
            .device(device, 0)
            .put(PortField.RATE, gigabits, line.place())
            .build());
    device = "";
    return false;
  }
}
