package io.busbar.formats.osu;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bandwidth tables of the OSU micro-benchmarks: a title, comments, then sizes with
 * megabytes per second; {@code osu_mbw_mr} adds a column of messages.
 */
public final class OsuBandwidthReader implements LineReader {
  private static final int MAX_ROWS = 1000;
  private static final Pattern TITLE =
      Pattern.compile(
          "# (OSU .{0,60}?\\b(?:Bandwidth|Bi-?[Dd]irectional"
              + " Bandwidth)\\b.{0,40}\\bTest\\b.{0,40})");
  private static final Pattern PAIRS = Pattern.compile("\\[ pairs: (\\d{1,7}) \\]");
  private static final Pattern ROW =
      Pattern.compile("^\\s*(\\d{1,18})\\s+(\\d{1,12}(?:\\.\\d{1,9})?)(?:\\s+[\\d.]{1,24})*\\s*$");

  private final List<OsuBandwidth.Row> rows = new ArrayList<>();
  private @Nullable Place title;
  private String name = "";
  private int pairs = 1;

  @Override
  public String kind() {
    return "OSU bandwidth";
  }

  @Override
  public List<String> keywords() {
    return List.of("# OSU ");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    Matcher head = TITLE.matcher(text);
    if (head.find()) {
      end(found);
      title = line.place();
      name = head.group(1).strip();
      return true;
    }
    if (title == null) {
      return false;
    }
    Matcher many = PAIRS.matcher(text);
    if (many.find()) {
      pairs = Math.max(1, Integer.parseInt(many.group(1)));
    }
    Matcher row = ROW.matcher(text);
    if (row.matches()) {
      if (rows.size() < MAX_ROWS) {
        double rate = Double.parseDouble(row.group(2));
        rows.add(new OsuBandwidth.Row(Long.parseLong(row.group(1)), rate, line.place()));
      }
      return true;
    }
    boolean between = rows.isEmpty() && (text.isBlank() || text.strip().startsWith("#"));
    if (!between && !rows.isEmpty()) {
      end(found);
    }
    return between;
  }

  @Override
  public void end(Found found) {
    if (title != null && !rows.isEmpty()) {
      boolean both = name.matches(".*Bi-?[Dd]irectional.*");
      found.add(new OsuBandwidth(name, both, pairs, rows, title));
    }
    rows.clear();
    title = null;
    pairs = 1;
  }
}
