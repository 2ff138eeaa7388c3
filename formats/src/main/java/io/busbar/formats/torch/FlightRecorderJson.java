package io.busbar.formats.torch;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import java.util.List;

/** A dump of the flight recorder as JSON. Stateless. */
public final class FlightRecorderJson implements DocumentReader {
  private static final String STATUS = "\"pg_status\"";
  private static final String NUMBER = "\"collective_seq_id\"";

  @Override
  public String kind() {
    return "flight recorder";
  }

  @Override
  public List<String> marks() {
    return List.of(STATUS, NUMBER);
  }

  @Override
  public boolean matches(Head head) {
    return head.whole() && head.isJson() && (head.has(STATUS) || head.has(NUMBER));
  }

  @Override
  public boolean read(Document file, Found found) {
    FlightRecorderReader.read(file.name(), file.bytes(), file.lines(), found);
    return true;
  }
}
