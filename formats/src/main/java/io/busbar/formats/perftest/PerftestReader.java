package io.busbar.formats.perftest;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads ib_write_bw and its kin: the header block and the table of bandwidths. */
public final class PerftestReader implements LineReader {
  private static final Pattern TITLE =
      Pattern.compile("^\\s*((?:RDMA_|Send|Atomic|Raw).*BW Test)\\s*$");
  private static final Pattern FIELD =
      Pattern.compile("(Device|Mtu|Link type|GID index)\\s*:\\s*(\\S+)");
  private static final Pattern ROW =
      Pattern.compile(
          "^\\s*(\\d{1,12})\\s+(\\d{1,14})\\s+([\\d.]+)\\s+([\\d.]+)(?:\\s+[\\d.]+)?\\s*$");
  private static final Pattern COMMAND = Pattern.compile("\\bib_(?:write|read|send)_bw\\s");
  private static final int MAX_ROWS = 100;
  private static final double MEBI_BITS = 8 * 1048576 / 1e9;

  private final List<PerftestRun.Row> rows = new ArrayList<>();
  private @Nullable Place at;
  private @Nullable Place mtuAt;
  private @Nullable Place gidAt;
  private String test = "";
  private String device = "";
  private int mtu;
  private int gidIndex = -1;
  private boolean ethernet;
  private boolean gpuMemory;
  private boolean commanded;
  private double toGbps = 1;

  @Override
  public String kind() {
    return "perftest";
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "_bw ",
        "BW Test",
        "Mtu  ",
        "Link type  ",
        "BW average",
        "#bytes",
        "nitializing CUDA",
        "cuMemAlloc");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    Matcher command = COMMAND.matcher(text);
    if (command.find()) {
      flush(found);
      gpuMemory = text.contains("cuda") || text.contains("rocm");
      commanded = true;
      return false;
    }
    if (text.contains("nitializing CUDA") || text.contains("cuMemAlloc")) {
      if (!rows.isEmpty()) {
        flush(found);
      }
      gpuMemory = true;
      commanded = true;
      return false;
    }
    Matcher title = TITLE.matcher(text);
    if (title.matches()) {
      boolean gpu = commanded && gpuMemory;
      flush(found);
      gpuMemory = gpu;
      commanded = false;
      test = title.group(1).strip();
      at = line.place();
      return true;
    }
    if (at == null) {
      at = line.place();
    }
    Matcher field = FIELD.matcher(text);
    while (field.find()) {
      field(field.group(1), field.group(2), line);
    }
    if (text.contains("#bytes")) {
      toGbps = text.contains("Gb/sec") ? 1 : MEBI_BITS;
    }
    gpuMemory |= text.contains("CUDA") || text.contains("cuMem");
    Matcher row = ROW.matcher(text);
    if (row.matches() && rows.size() < MAX_ROWS) {
      rows.add(
          new PerftestRun.Row(
              Long.parseLong(row.group(1)),
              Long.parseLong(row.group(2)),
              Double.parseDouble(row.group(4)) * toGbps,
              line.place()));
    }
    return true;
  }

  private void field(String name, String value, Line line) {
    switch (name) {
      case "Device" -> device = value;
      case "Mtu" -> {
        mtu = value.matches("\\d{1,5}\\[B\\]") ? Integer.parseInt(value.replace("[B]", "")) : 0;
        mtuAt = line.place();
      }
      case "Link type" -> ethernet = value.startsWith("Eth");
      default -> {
        gidIndex = value.matches("\\d{1,4}") ? Integer.parseInt(value) : -1;
        gidAt = line.place();
      }
    }
  }

  private void flush(Found found) {
    if (at != null && (mtu > 0 || !rows.isEmpty())) {
      found.add(
          new PerftestRun(
              test,
              device,
              mtu,
              ethernet,
              gpuMemory,
              gidIndex,
              rows,
              at,
              mtuAt == null ? at : mtuAt,
              gidAt == null ? at : gidAt));
    }
    rows.clear();
    at = null;
    mtuAt = null;
    gidAt = null;
    device = "";
    mtu = 0;
    gidIndex = -1;
    ethernet = false;
    gpuMemory = false;
  }

  @Override
  public void end(Found found) {
    flush(found);
  }
}
