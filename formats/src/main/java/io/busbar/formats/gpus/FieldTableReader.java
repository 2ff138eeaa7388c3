package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Place;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads tables of {@code name (unit) | value} lines, such as ibswinfo's of a switch: a field with a
 * unit must hold a number.
 */
public final class FieldTableReader implements LineReader {
  private static final Pattern FIELD =
      Pattern.compile(
          "^\\s*([\\w /#]{2,40}?) \\(((?:W|C|rpm|V|A|%|mW|GB|MB))\\)\\s*[|:]\\s*(\\S.*?)\\s*$");
  private static final Pattern PART = Pattern.compile("^((?:PSU|FAN|fan#)\\d+)");
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?|N/A|-|\\d+/\\d+");

  private static final Pattern STATUS =
      Pattern.compile("^\\s*[\\w ]{0,30}(?:status|power) +[|:]\\s*(\\w+)\\s*$");

  private String part = "the device";
  private int numbers;
  private int bad;
  private @Nullable Place first;
  private @Nullable Place temperature;

  @Override
  public String kind() {
    return "ibswinfo";
  }

  @Override
  public List<String> keywords() {
    return List.of("(W) ", "(C) ", "(rpm) ", "(V) ", "(A) ", "PSU");
  }

  @Override
  public boolean read(Line line, Found found) {
    Matcher part = PART.matcher(line.body());
    if (part.find()) {
      this.part = part.group(1);
    }
    Matcher status = STATUS.matcher(line.body());
    if (status.matches() && first != null && !status.group(1).equals("OK")) {
      bad++;
    }
    Matcher m = FIELD.matcher(line.body());
    if (m.matches()) {
      first = first == null ? line.place() : first;
      numbers++;
      if (m.group(2).equals("C") && temperature == null) {
        temperature = line.place();
      }
    }
    if (m.matches() && !NUMBER.matcher(m.group(3)).matches()) {
      found.add(
          new UnreadableField(
              this.part, m.group(1) + " (" + m.group(2) + ")", m.group(3), line.place()));
    }
    return false;
  }

  @Override
  public void end(Found found) {
    Place at = first;
    if (at != null && numbers > 3) {
      found.add(new FieldTable(numbers, bad, at, temperature == null ? at : temperature));
    }
  }
}
