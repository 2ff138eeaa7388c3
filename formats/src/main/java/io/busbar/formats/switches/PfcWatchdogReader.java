package io.busbar.formats.switches;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Wrapper;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads rows of SONiC's {@code show pfcwd stats}, with or without the head of the table. */
public final class PfcWatchdogReader implements LineReader {
  private static final Pattern ROW =
      Pattern.compile(
          "^\\s*(Ethernet[\\d/]{1,12}):(\\d{1,2})\\s+(stormed|operational)\\s+(\\d{1,12})/(\\d{1,12})"
              + "\\s+\\d{1,18}/(\\d{1,18})\\s+\\d{1,18}/(\\d{1,18})\\b.*$");

  @Override
  public String kind() {
    return "SONiC pfcwd";
  }

  @Override
  public List<String> keywords() {
    return List.of(" stormed ", " operational ");
  }

  @Override
  public boolean read(Line line, Found found) {
    Matcher m = ROW.matcher(line.body());
    if (m.matches()) {
      found.add(
          new PfcWatchdog(
              Wrapper.host(line.text()),
              m.group(1),
              Integer.parseInt(m.group(2)),
              m.group(3).equals("stormed"),
              Long.parseLong(m.group(4)),
              Long.parseLong(m.group(5)),
              Long.parseLong(m.group(6)) + Long.parseLong(m.group(7)),
              line.place()));
    }
    return false;
  }
}
