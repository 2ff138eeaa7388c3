package io.busbar.formats.nccltests;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import java.io.IOException;
import java.util.List;

/** Tables of nccl-tests, which may stand anywhere in a log. Stateless. */
public final class TableDocument implements DocumentReader {
  private static final List<String> WORDS =
      List.of(
          "busbw",
          "Out of bounds values",
          "# Using devices",
          " float ",
          " half ",
          " bfloat16 ",
          " int8 ",
          " uint8 ");

  @Override
  public String kind() {
    return "nccl-tests";
  }

  @Override
  public List<String> marks() {
    return WORDS;
  }

  @Override
  public boolean matches(Head head) {
    return head.whole() && WORDS.stream().anyMatch(head::has);
  }

  @Override
  public boolean alone() {
    return false;
  }

  @Override
  public boolean read(Document file, Found found) throws IOException {
    List<NcclTestsTable> tables = NcclTestsReader.read(file.name(), file.open()).tables();
    tables.forEach(t -> found.add(new Measured(t, file.lines().place(t.line()), file.lines())));
    return !tables.isEmpty();
  }
}
