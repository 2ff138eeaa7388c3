package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Place;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads nvidia-smi: its table, -L, nvlink -s, topo -p2p and the fabric section of -q; and the
 * states of links that dcgmi prints.
 */
public final class GpuReader implements LineReader {
  private static final Pattern LISTED =
      Pattern.compile("^\\s*GPU (\\d{1,3}): (.{2,60}?)(?: \\(UUID: (\\S+?)\\))?\\s*$");
  private static final Pattern TABLE =
      Pattern.compile(
          "^\\|\\s+(\\d{1,3})\\s+((?:NVIDIA|Tesla|GeForce|Quadro|A\\d+|H\\d+)[^|]*?)\\s+(?:On|Off|N/A)?\\s*\\|\\s*[0-9A-Fa-f:.]{8,20}");
  private static final Pattern LINK =
      Pattern.compile("^\\s*Link (\\d{1,2}): (?:([\\d.]+) GB/s|<?[Ii]n[Aa]ctive>?)\\s*$");
  private static final Pattern DCGM_GPU = Pattern.compile("^\\s*gpuId (\\d{1,3}):\\s*$");
  private static final Pattern DCGM_LINKS = Pattern.compile("^\\s*[UDX_](?: [UDX_]){1,63}\\s*$");
  private static final Pattern P2P =
      Pattern.compile("^\\s*GPU(\\d{1,3})((?:\\s+(?:X|OK|U|NS|CNS|GNS|TNS|DR|NVS))+)\\s*$");
  private static final Pattern FIELD =
      Pattern.compile("^\\s*+([A-Za-z][A-Za-z ]{1,39}?)\\s*+:\\s*+(.*+)$");
  private static final Pattern FABRIC = Pattern.compile("^\\s*Fabric\\s*$");
  private static final int FABRIC_LINES = 8;

  private String kind = "nvidia-smi";
  private int index = -1;
  private String model = "";
  private @Nullable Place head;
  private @Nullable Place last;
  private @Nullable Place firstInactive;
  private int active;
  private int inactive;
  private double speed = Double.NaN;
  private boolean states;
  private int fabric;
  private String state = "";
  private String status = "";
  private String cluster = "";
  private @Nullable Place stateAt;

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public List<String> keywords() {
    return List.of("GPU ", "| ", "Link ", "Fabric", "NS", "OK", "gpuId ");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    if (fabric > 0) {
      return fabricLine(text, line, found);
    }
    if (states) {
      states(text, line, found);
      return false;
    }
    Matcher gpu = DCGM_GPU.matcher(text);
    if (gpu.matches()) {
      flush(found);
      index = Integer.parseInt(gpu.group(1));
      head = line.place();
      states = true;
      return true;
    }
    if (FABRIC.matcher(text).matches()) {
      kind = "nvidia-smi -q";
      fabric = FABRIC_LINES;
      return true;
    }
    Matcher m = LISTED.matcher(text);
    if (m.matches()) {
      flush(found);
      index = Integer.parseInt(m.group(1));
      model = m.group(2);
      head = line.place();
      found.add(new GpuSeen(index, model, m.group(3) == null ? "" : m.group(3), head));
      return false;
    }
    m = LINK.matcher(text);
    if (m.matches()) {
      link(m, line);
      return false;
    }
    m = TABLE.matcher(text);
    if (m.find()) {
      found.add(new GpuSeen(Integer.parseInt(m.group(1)), m.group(2), "", line.place()));
      return false;
    }
    m = P2P.matcher(text);
    if (m.matches() && !text.contains("NV#")) {
      kind = "nvidia-smi topo -p2p";
      found.add(
          new P2pRow(
              Integer.parseInt(m.group(1)),
              List.of(m.group(2).strip().split("\\s+")),
              line.place()));
    }
    return false;
  }

  private void link(Matcher m, Line line) {
    kind = "nvidia-smi nvlink -s";
    if (head == null) {
      head = line.place();
    }
    last = line.place();
    if (m.group(2) == null) {
      inactive++;
      firstInactive = firstInactive == null ? last : firstInactive;
    } else {
      active++;
      speed = Double.parseDouble(m.group(2));
    }
  }

  /** A letter for each link: up, down, disabled, not supported. */
  private void states(String text, Line line, Found found) {
    states = false;
    if (!DCGM_LINKS.matcher(text).matches()) {
      return;
    }
    kind = "dcgmi nvlink";
    last = line.place();
    firstInactive = last;
    active = (int) text.chars().filter(c -> c == 'U').count();
    inactive = (int) text.chars().filter(c -> c == 'D').count();
    flush(found);
  }

  private boolean fabricLine(String text, Line line, Found found) {
    Matcher m = FIELD.matcher(text);
    if (m.matches()) {
      switch (m.group(1).strip()) {
        case "State" -> {
          state = m.group(2).strip();
          stateAt = line.place();
        }
        case "Status" -> status = m.group(2).strip();
        case "ClusterUUID" -> cluster = m.group(2).strip();
        default -> {}
      }
    }
    fabric--;
    if (fabric == 0) {
      fabricDone(found);
    }
    return fabric > 0;
  }

  private void fabricDone(Found found) {
    if (stateAt != null) {
      found.add(new FabricState(state, status, cluster, stateAt));
    }
    stateAt = null;
    state = "";
    status = "";
    cluster = "";
  }

  private void flush(Found found) {
    if (head != null && last != null) {
      found.add(
          new GpuLinks(
              index,
              model,
              active,
              inactive,
              speed,
              head,
              last,
              firstInactive == null ? head : firstInactive));
    }
    head = null;
    last = null;
    firstInactive = null;
    active = 0;
    inactive = 0;
    speed = Double.NaN;
  }

  @Override
  public void end(Found found) {
    flush(found);
    if (fabric > 0) {
      fabricDone(found);
    }
  }
}
