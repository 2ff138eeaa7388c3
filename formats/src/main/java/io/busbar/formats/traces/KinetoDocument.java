package io.busbar.formats.traces;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * A trace of Kineto. Of one that is too large for memory the start may hold events only. Stateless.
 */
public final class KinetoDocument implements DocumentReader {
  private static final String EVENTS = "\"traceEvents\"";
  private static final String PHASE = "\"ph\"";

  @Override
  public String kind() {
    return "Kineto trace";
  }

  @Override
  public List<String> marks() {
    return List.of(EVENTS, PHASE);
  }

  @Override
  public boolean matches(Head head) {
    return head.isJson() && (head.has(EVENTS) || !head.whole() && head.has(PHASE));
  }

  @Override
  public boolean streams() {
    return true;
  }

  @Override
  public boolean read(Document file, Found found) throws IOException {
    try (InputStream in = file.open()) {
      KinetoReader.read(file.name(), in, file.linesOrNull(), found);
    }
    return true;
  }
}
