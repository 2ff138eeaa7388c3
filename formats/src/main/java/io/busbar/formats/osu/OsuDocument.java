package io.busbar.formats.osu;

import io.busbar.base.problem.Problems;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import java.io.IOException;
import java.util.List;

/** Tables of the OSU micro-benchmarks, which may stand anywhere in a log. Stateless. */
public final class OsuDocument implements DocumentReader {
  private static final String TITLE = "# OSU ";

  @Override
  public String kind() {
    return "OSU benchmark";
  }

  @Override
  public List<String> marks() {
    return List.of(TITLE);
  }

  @Override
  public boolean matches(Head head) {
    return head.whole() && head.has(TITLE);
  }

  @Override
  public boolean alone() {
    return false;
  }

  @Override
  public boolean read(Document file, Found found) throws IOException {
    Problems warnings = new Problems();
    List<OsuTable> tables = OsuReader.read(file.name(), file.open(), warnings);
    tables.forEach(t -> found.add(new OsuMeasured(t, file.lines().place(t.line()), file.lines())));
    return !tables.isEmpty();
  }
}
