package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.ports.SlotReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads lanes of the GPUs' PCIe links out of nvidia-smi: {@code --query-gpu} as CSV, and the
 * section of {@code -q}. Speeds are passed over: an idle GPU lowers its own.
 */
public final class PcieLinkReader implements LineReader {
  private static final Pattern BUS =
      Pattern.compile("^\\s*GPU ([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.\\d)");
  private static final Pattern LANES =
      Pattern.compile(
          "^\\s*(Max|Current|Device Current|Device Max|Host Max)\\s*:\\s*(\\d{1,2})x\\s*$");
  private static final int PATIENCE = 6;

  private List<String> header = List.of();
  private String bus = "";
  private int most;
  private int left;

  @Override
  public String kind() {
    return "nvidia-smi";
  }

  @Override
  public List<String> keywords() {
    return List.of("pcie.link.width", "Link Width", "GPU 0000");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    if (text.contains("pcie.link.width")) {
      header = cells(text).stream().map(c -> c.toLowerCase(Locale.ROOT)).toList();
      return true;
    }
    Matcher gpu = BUS.matcher(text);
    if (gpu.find()) {
      bus = gpu.group(1);
      return false;
    }
    if (text.strip().equals("Link Width")) {
      most = 0;
      left = PATIENCE;
      return true;
    }
    if (left > 0) {
      return section(text, line, found);
    }
    return row(text, line, found);
  }

  private boolean section(String text, Line line, Found found) {
    left--;
    Matcher m = LANES.matcher(text);
    if (!m.matches()) {
      return left > 0;
    }
    if (m.group(1).equals("Max")) {
      most = Integer.parseInt(m.group(2));
    } else if (m.group(1).equals("Current") && most > 0) {
      found.add(new SlotReading(bus, "GPU", "x" + most, "x" + m.group(2), line.place()));
      left = 0;
    }
    return left > 0;
  }

  private boolean row(String text, Line line, Found found) {
    List<String> cells = cells(text);
    if (header.isEmpty() || cells.size() != header.size()) {
      header = List.of();
      return false;
    }
    String is = cell(cells, "pcie.link.width.current");
    String can = cell(cells, "pcie.link.width.max");
    if (is.matches("\\d{1,2}") && can.matches("\\d{1,2}")) {
      String index = cell(cells, "index");
      found.add(
          new SlotReading(
              cell(cells, "pci.bus_id"),
              ("GPU " + index).strip(),
              "x" + can,
              "x" + is,
              line.place()));
    }
    return true;
  }

  /** The cell of a column; units behind its name in the header do not count. */
  private String cell(List<String> cells, String column) {
    for (int i = 0; i < header.size(); i++) {
      if (header.get(i).equals(column) || header.get(i).startsWith(column + " ")) {
        return cells.get(i);
      }
    }
    return "";
  }

  private static List<String> cells(String text) {
    List<String> cells = new ArrayList<>();
    for (String cell : text.split(",", -1)) {
      cells.add(cell.strip());
    }
    return cells;
  }
}
