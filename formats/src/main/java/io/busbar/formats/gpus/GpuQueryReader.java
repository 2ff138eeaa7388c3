package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads tables of {@code nvidia-smi --query-gpu=… --format=csv}: fields of memory errors, of rows
 * that wait to be remapped and of slow-downs by the hardware, as the messages that other outputs of
 * nvidia-smi give of them. Field names are those of {@code nvidia-smi --help-query-gpu}.
 */
public final class GpuQueryReader implements LineReader {
  /** Counts and states that are bad from one on. */
  private static final Pattern MEMORY =
      Pattern.compile(
          "ecc\\.errors\\.uncorrected\\.\\S+|remapped_rows\\.(?:failure|pending)"
              + "|retired_pages\\.(?:double_bit\\.count|pending)");

  /** The hardware itself slows down; caps by software are how a GPU keeps within its power. */
  private static final Pattern SLOWDOWN =
      Pattern.compile(
          "clocks_(?:throttle|event)_reasons\\.(?:hw_slowdown|hw_thermal_slowdown"
              + "|hw_power_brake_slowdown|sw_thermal_slowdown)");

  private List<String> header = List.of();

  @Override
  public String kind() {
    return "nvidia-smi";
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "ecc.errors.uncorrected",
        "remapped_rows.",
        "retired_pages.",
        "throttle_reasons.",
        "event_reasons.");
  }

  @Override
  public boolean read(Line line, Found found) {
    List<String> cells = cells(line.body());
    boolean head =
        cells.size() > 1
            && cells.stream().anyMatch(c -> isBad(c, MEMORY) || isBad(c, SLOWDOWN))
            && cells.stream().allMatch(c -> c.matches("[a-z][\\w.]*(?: \\[\\S+\\])?"));
    if (head) {
      header = cells.stream().map(c -> c.replaceAll(" .*", "")).toList();
      return true;
    }
    if (header.isEmpty() || cells.size() != header.size()) {
      header = List.of();
      return false;
    }
    for (int i = 0; i < cells.size(); i++) {
      String value = cells.get(i).toLowerCase(Locale.ROOT);
      boolean memory = isBad(header.get(i), MEMORY) && value.matches("[1-9]\\d{0,17}|yes");
      if (memory || isBad(header.get(i), SLOWDOWN) && value.equals("active")) {
        found.add(
            new Signal(
                memory ? "gpu-memory-text" : "throttled",
                Map.of("what", header.get(i) + " is " + cells.get(i)),
                line.origin(),
                line.place()));
      }
    }
    return true;
  }

  private static boolean isBad(String name, Pattern of) {
    return of.matcher(name.toLowerCase(Locale.ROOT).replaceAll(" .*", "")).matches();
  }

  private static List<String> cells(String text) {
    List<String> cells = new ArrayList<>();
    for (String cell : text.split(",", -1)) {
      cells.add(cell.strip());
    }
    return cells;
  }
}
