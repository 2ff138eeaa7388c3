package io.busbar.formats.traces;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the kernel summary of {@code nsys stats} as table or CSV, of all versions' columns. */
public final class NsysStatsReader implements LineReader {
  private static final int MAX_KERNELS = 10_000;

  private List<String> header = List.of();
  private boolean csv;
  private int kernels;

  @Override
  public String kind() {
    return "nsys stats";
  }

  @Override
  public List<String> keywords() {
    return List.of("Total Time (ns)");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    if (text.contains("Total Time (ns)")) {
      csv = text.contains(",");
      header = cells(text, Integer.MAX_VALUE);
      boolean kernelSummary = header.contains("instances") && header.getLast().equals("name");
      header = kernelSummary ? header : List.of();
      return kernelSummary;
    }
    if (header.isEmpty() || text.isBlank()) {
      boolean wait = !header.isEmpty() && kernels == 0;
      header = wait ? header : List.of();
      return wait;
    }
    if (!text.strip().startsWith("--")) {
      row(text, line, found);
    }
    return true;
  }

  private void row(String text, Line line, Found found) {
    List<String> cells = cells(text, header.size());
    double total = number(cells, "total time (ns)");
    double instances = number(cells, "instances");
    if (cells.size() != header.size() || !(total > 0) || kernels == MAX_KERNELS) {
      return;
    }
    kernels++;
    String name = cells.getLast();
    found.add(
        new KernelTotal(
            name,
            Kernels.operation(name, ""),
            total,
            (long) instances,
            number(cells, "med (ns)"),
            number(cells, "min (ns)"),
            number(cells, "max (ns)"),
            line.place()));
  }

  private double number(List<String> cells, String column) {
    int at = header.indexOf(column);
    if (at < 0) {
      at = header.indexOf(column.replace(" (ns)", ""));
    }
    String text = at < 0 || at >= cells.size() ? "" : cells.get(at).replace(",", "");
    return text.matches("\\d{1,18}(?:\\.\\d{1,9})?") ? Double.parseDouble(text) : Double.NaN;
  }

  /** Headers in lower case; rows as they are. */
  private List<String> cells(String text, int most) {
    List<String> cells = new ArrayList<>();
    boolean isHeader = most == Integer.MAX_VALUE;
    String[] parts =
        csv
            ? text.split(",", isHeader ? -1 : most)
            : text.strip().split(isHeader ? "\\s{2,}|(?<=%\\))\\s+" : "\\s+", isHeader ? -1 : most);
    for (String part : parts) {
      String cell = part.strip().replaceAll("^\"|\"$", "");
      cells.add(isHeader ? cell.toLowerCase(Locale.ROOT) : cell);
    }
    return cells;
  }
}
