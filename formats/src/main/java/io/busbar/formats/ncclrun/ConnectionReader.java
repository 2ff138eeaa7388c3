package io.busbar.formats.ncclrun;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Origin;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads how channels get from rank to rank, from an NCCL or RCCL log of any version. A job of 1,024
 * ranks prints such lines by the ten thousand; of one form the first ones tell it.
 */
public final class ConnectionReader implements LineReader {
  private static final Pattern ROUTE =
      Pattern.compile(
          "(\\d{1,7})(?:\\[[0-9a-fx]+\\])? ->"
              + " (\\d{1,7})(?:\\[[0-9a-fx]+\\])?\\s*(?:\\[(send|receive)\\] )?via"
              + " (?:(NET|COLLNET)/([^/]{1,40})/(\\d{1,3})(\\S*)|(P2P|SHM|direct shared"
              + " memory)(\\S*))");
  private static final Pattern BARE =
      Pattern.compile("(?:->|via) NET/([A-Za-z][\\w ]{0,30})/(\\d{1,3})(/GDRDMA)?");
  private static final int ENOUGH = 2_000;

  @Override
  public String kind() {
    return "NCCL log";
  }

  @Override
  public List<String> keywords() {
    return List.of(" via ", "-> NET/");
  }

  @Override
  public int enough() {
    return ENOUGH;
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.text();
    Matcher m = ROUTE.matcher(text);
    if (m.find()) {
      route(m, line, found);
      return false;
    }
    m = BARE.matcher(text);
    while (m.find()) {
      found.add(
          new Connection(
              -1,
              -1,
              "",
              "NET",
              m.group(1),
              Integer.parseInt(m.group(2)),
              m.group(3) != null,
              Origin.of(text),
              line.place(m.start())));
    }
    return false;
  }

  private static void route(Matcher m, Line line, Found found) {
    boolean net = m.group(4) != null;
    String transport = net ? m.group(4) : m.group(8).equals("P2P") ? "P2P" : "SHM";
    found.add(
        new Connection(
            Integer.parseInt(m.group(1)),
            Integer.parseInt(m.group(2)),
            text(m.group(3)),
            transport,
            text(m.group(5)),
            net ? Integer.parseInt(m.group(6)) : -1,
            net && m.group(7).contains("/GDRDMA"),
            Origin.of(line.text()),
            line.place(m.start())));
  }

  private static String text(@Nullable String group) {
    return group == null ? "" : group;
  }
}
