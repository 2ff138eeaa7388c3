package io.busbar.formats.ncclrun;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads where an NCCL or RCCL log begins and ends to set up a communicator. */
public final class CommunicatorReader implements LineReader {
  private static final String COMM = "comm 0x";
  private static final Pattern INIT =
      Pattern.compile(
          "comm (0x[0-9a-f]+) rank (\\d{1,7}) n[rR]anks (\\d{1,7}).*?(?:commId"
              + " (0x[0-9a-f]+))?[^-]*- ?Init (START|COMPLETE)");

  /** As many begin as end, so that both are cut at the same rank. */
  private static final int ENOUGH = 20_000;

  @Override
  public String kind() {
    return "NCCL log";
  }

  @Override
  public List<String> keywords() {
    return List.of("Init START", "Init COMPLETE");
  }

  @Override
  public int enough() {
    return ENOUGH;
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.text();
    int from = text.indexOf(COMM);
    if (from < 0) {
      return false;
    }
    Matcher m = INIT.matcher(text).region(from, text.length());
    if (m.lookingAt()) {
      String id = m.group(4) == null ? "" : m.group(4);
      found.add(
          new Communicator(
              id,
              Integer.parseInt(m.group(2)),
              Integer.parseInt(m.group(3)),
              m.group(5).equals("COMPLETE"),
              line.origin(),
              line.place()));
    }
    return false;
  }
}
