package io.busbar.formats.smi;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import java.util.ArrayList;
import java.util.List;

/**
 * The matrix of {@code nvidia-smi topo -m} with its lines.
 *
 * @param rows line of each GPU, in their order
 */
public record GpuMatrix(SmiTopology topology, List<Place> rows) implements Entry {
  public GpuMatrix {
    rows = List.copyOf(rows);
  }

  @Override
  public Place at() {
    return rows.getFirst();
  }

  /** Lines of the GPUs of a matrix. */
  public static List<Place> rows(SmiTopology topology, TextLines lines) {
    int line = 1;
    while (line < lines.count() && !SmiTopologyReader.isHeader(lines.place(line).text())) {
      line++;
    }
    List<Place> rows = new ArrayList<>();
    for (String gpu : topology.gpus()) {
      Place place = lines.place(line);
      for (int i = line; i <= lines.count(); i++) {
        String text = lines.place(i).text().strip();
        if (text.startsWith(gpu)
            && text.length() > gpu.length()
            && text.charAt(gpu.length()) <= ' '
            && i > line) {
          place = lines.place(i);
          break;
        }
      }
      rows.add(place);
    }
    return rows;
  }

  public int gpus() {
    return topology.gpus().size();
  }

  public boolean nvlink(int a, int b) {
    return topology.gpuToGpu(a, b).startsWith("NV");
  }
}
