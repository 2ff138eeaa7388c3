package io.busbar.formats.ncclxml;

import io.busbar.base.problem.InputException;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import java.util.List;

/** A topology or graph file of NCCL, whole or cut out. Stateless. */
public final class NcclXmlDocument implements DocumentReader {
  private static final int MAX_WARNINGS = 5;

  private static final List<String> ELEMENTS =
      List.of("<system", "<graphs", "<pci ", "<gpu ", "<net ");

  @Override
  public String kind() {
    return "NCCL topology";
  }

  @Override
  public List<String> marks() {
    return ELEMENTS;
  }

  @Override
  public boolean matches(Head head) {
    return head.whole() && head.startsWith('<') && ELEMENTS.stream().anyMatch(head::has);
  }

  @Override
  public boolean read(Document file, Found found) {
    try {
      NcclXmlReader.Document document = NcclXmlReader.parse(file.name(), file.bytes());
      document.warnings().stream()
          .limit(MAX_WARNINGS)
          .forEach(w -> found.warn(new Place(file.name(), w.at().line(), ""), w.expected()));
      found.add(new XmlFile(document, file.lines().place(1), file.lines()));
    } catch (InputException e) {
      found.warn(new Place(file.name(), 0, ""), "topology: " + e.problems().getFirst());
    }
    return true;
  }
}
