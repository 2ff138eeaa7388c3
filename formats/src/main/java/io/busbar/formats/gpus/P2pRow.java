package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.List;

/**
 * A row of the matrix of {@code nvidia-smi topo -p2p}.
 *
 * @param cells {@code OK}, {@code X}, {@code NS}, {@code CNS}, {@code GNS}, {@code TNS} …
 */
public record P2pRow(int gpu, List<String> cells, Place at) implements Entry {
  public P2pRow {
    cells = List.copyOf(cells);
  }
}
