package io.busbar.formats.preflight;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The answer of {@code busbar preflight} as JSON. Stateless. */
public final class PreflightDocument implements DocumentReader {
  @Override
  public String kind() {
    return "busbar preflight";
  }

  @Override
  public List<String> marks() {
    return List.of(PreflightReader.MARK);
  }

  @Override
  public boolean matches(Head head) {
    return head.isJson() && head.has(PreflightReader.MARK);
  }

  @Override
  public boolean streams() {
    return true;
  }

  @Override
  public boolean read(Document file, Found found) throws IOException {
    try (InputStream in = file.open()) {
      PreflightReader.read(file.name(), in, file.linesOrNull(), found);
    }
    return true;
  }
}
