package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Origin;
import io.busbar.formats.artefact.Signal;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the connectivity matrix of p2pBandwidthLatencyTest: 1 where a GPU reaches another directly.
 * It gives the messages that the list of the same program gives.
 */
public final class PeerMatrixReader implements LineReader {
  private static final Pattern HEADER = Pattern.compile("^\\s*D\\\\D(?:\\s+\\d{1,3})+\\s*$");
  private static final Pattern ROW = Pattern.compile("^\\s*(\\d{1,3})((?:\\s+[01])+)\\s*$");
  private static final int MOST = 64;

  private int rows = -1;

  @Override
  public String kind() {
    return "p2pBandwidthLatencyTest";
  }

  @Override
  public List<String> keywords() {
    return List.of("P2P Connectivity Matrix");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    if (text.contains("P2P Connectivity Matrix")) {
      rows = 0;
      return true;
    }
    if (rows < 0 || HEADER.matcher(text).matches()) {
      return rows >= 0;
    }
    Matcher m = ROW.matcher(text);
    if (!m.matches() || rows == MOST) {
      rows = -1;
      return false;
    }
    rows++;
    String[] cells = m.group(2).strip().split("\\s+");
    for (int b = 0; b < cells.length; b++) {
      if (!String.valueOf(b).equals(m.group(1))) {
        found.add(
            new Signal(
                cells[b].equals("1") ? "peer-allowed" : "peer-denied",
                Map.of("a", m.group(1), "b", String.valueOf(b)),
                Origin.UNKNOWN,
                line.place()));
      }
    }
    return true;
  }
}
