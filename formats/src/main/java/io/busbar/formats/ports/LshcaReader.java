package io.busbar.formats.ports;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the table of lshca: one line per function of an adapter, with its port and its slot. */
public final class LshcaReader implements LineReader {
  private List<String> header = List.of();

  @Override
  public String kind() {
    return "lshca";
  }

  @Override
  public List<String> keywords() {
    return List.of("LnkStat", "PCI_addr");
  }

  @Override
  public boolean read(Line line, Found found) {
    List<String> cells = cells(line.body());
    if (line.body().contains("LnkStat")) {
      header = cells.stream().map(cell -> cell.toLowerCase(Locale.ROOT)).toList();
      return true;
    }
    if (cells.size() == header.size()) {
      row(cells, line.place(), found);
    }
    return true;
  }

  private void row(List<String> cells, Place at, Found found) {
    PortReading.Builder port =
        new PortReading.Builder(at)
            .device(cell(cells, "rdma"), 1)
            .put(PortField.STATE, cell(cells, "lnkstat"), at)
            .put(PortField.LAYER, cell(cells, "link"), at)
            .put(PortField.RATE, cell(cells, "rate"), at)
            .put(PortField.TYPE, cell(cells, "hca_type"), at);
    if (port.has(PortField.STATE)) {
      found.add(port.build());
    }
    String can = cell(cells, "lnkcapwidth");
    String is = cell(cells, "lnkstawidth");
    if (!can.isEmpty() && !is.isEmpty()) {
      found.add(new SlotReading(cell(cells, "pci_addr"), cell(cells, "rdma"), can, is, at));
    }
  }

  private String cell(List<String> cells, String column) {
    int i = header.indexOf(column);
    return i < 0 || cells.get(i).equals("-") ? "" : cells.get(i);
  }

  private static List<String> cells(String text) {
    List<String> cells = new ArrayList<>();
    for (String cell : text.split("\\|", -1)) {
      cells.add(cell.strip());
    }
    return cells;
  }
}
