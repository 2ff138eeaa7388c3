package io.busbar.formats.counters;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads counters out of ibdiagnet: its file of all ports, and the errors in its log. */
public final class IbdiagnetReader implements LineReader {
  private static final Pattern PORT =
      Pattern.compile("^Port=(\\d{1,3}) .*?(?:Lid=(0x\\w+|\\d+)).*?(?:Port Name=(\\S+))?\\s*$");
  private static final Pattern COUNTER =
      Pattern.compile("^([a-z][a-z0-9_]{3,60})=(0x[0-9a-f]{1,16}|\\d{1,20})\\s*$");
  private static final Pattern COMPLAINT =
      Pattern.compile(
          "^-[EW]- (\\S{1,120}) - \"([a-z]\\w{3,60})\" .*?(?:difference value|value) ?="
              + " ?(\\d{1,20})");

  private String scope = "";

  @Override
  public String kind() {
    return "ibdiagnet";
  }

  @Override
  public List<String> keywords() {
    return List.of("Port=", "_counter=", "_errors=", "_wait=", "_discard=", "-E- ", "-W- ");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    Matcher port = PORT.matcher(text);
    if (port.matches()) {
      scope = port.group(3) == null ? "lid " + port.group(2) + "/" + port.group(1) : port.group(3);
      return false;
    }
    Matcher counter = COUNTER.matcher(text);
    if (counter.matches() && !scope.isEmpty()) {
      double value = number(counter.group(2));
      found.add(new CounterReading(scope, CounterNames.of(counter.group(1)), value, line.place()));
      return false;
    }
    Matcher complaint = COMPLAINT.matcher(text);
    if (complaint.find()) {
      found.add(
          new CounterReading(
              complaint.group(1),
              CounterNames.of(complaint.group(2)),
              Double.parseDouble(complaint.group(3)),
              line.place()));
    }
    return false;
  }

  private static double number(String text) {
    return text.startsWith("0x")
        ? Long.parseUnsignedLong(text.substring(2), 16)
        : Double.parseDouble(text);
  }
}
