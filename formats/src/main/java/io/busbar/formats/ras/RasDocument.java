package io.busbar.formats.ras;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import java.util.List;

/** The answer of NCCL's RAS as JSON. Stateless. */
public final class RasDocument implements DocumentReader {
  private static final String COMMUNICATORS = "\"communicators\"";
  private static final String HASH = "\"hash\"";

  @Override
  public String kind() {
    return "NCCL RAS";
  }

  @Override
  public List<String> marks() {
    return List.of(COMMUNICATORS, HASH);
  }

  @Override
  public boolean matches(Head head) {
    return head.whole() && head.isJson() && head.has(COMMUNICATORS) && head.has(HASH);
  }

  @Override
  public boolean read(Document file, Found found) {
    RasJsonReader.read(file.name(), file.bytes(), file.lines(), found);
    return true;
  }
}
