package io.busbar.formats.smi;

import io.busbar.base.problem.InputException;
import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.document.Document;
import io.busbar.formats.document.DocumentReader;
import io.busbar.formats.document.Head;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The matrix of {@code nvidia-smi topo -m}. Stateless. */
public final class MatrixDocument implements DocumentReader {
  private static final String FIRST = "GPU0";
  private static final String SECOND = "GPU1";

  @Override
  public String kind() {
    return "nvidia-smi topo";
  }

  @Override
  public List<String> marks() {
    return List.of(FIRST, SECOND);
  }

  @Override
  public boolean matches(Head head) {
    return head.whole() && head.has(FIRST) && head.has(SECOND);
  }

  @Override
  public boolean alone() {
    return false;
  }

  @Override
  public boolean read(Document file, Found found) {
    try {
      String text = new String(file.bytes(), StandardCharsets.UTF_8);
      SmiTopology topology = SmiTopologyReader.read(file.name(), text);
      found.add(new GpuMatrix(topology, GpuMatrix.rows(topology, file.lines())));
      return true;
    } catch (InputException e) {
      found.warn(new Place(file.name(), 0, ""), "no matrix of GPUs could be read");
      return false;
    }
  }
}
