package io.busbar.formats.gpus;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Place;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the section on remapped rows of {@code nvidia-smi -q}, which may stand alone. */
public final class RowRemapReader implements LineReader {
  private static final Pattern GPU =
      Pattern.compile("^GPU ([0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.\\d)\\s*$");
  private static final Pattern FIELD =
      Pattern.compile(
          "^\\s*(Correctable Error|Uncorrectable Error|Pending|Remapping Failure Occurred)"
              + "\\s*:\\s*(\\S+)\\s*$");
  private static final int MOST_LINES = 12;

  private String gpu = "";
  private int left;
  private long uncorrectable;
  private boolean pending;
  private boolean failed;
  private @Nullable Place worst;

  @Override
  public String kind() {
    return "nvidia-smi -q";
  }

  @Override
  public List<String> keywords() {
    return List.of("GPU 0", "Remapped Rows", "Remapping Failure Occurred");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    Matcher named = GPU.matcher(text);
    if (named.matches()) {
      done(found);
      gpu = named.group(1);
      return false;
    }
    if (text.strip().equals("Remapped Rows")) {
      done(found);
      left = MOST_LINES;
      return true;
    }
    Matcher field = FIELD.matcher(text);
    if (field.matches()) {
      field(field.group(1), field.group(2), line.place());
    }
    left--;
    if (left <= 0) {
      done(found);
    }
    return left > 0;
  }

  private void field(String name, String value, Place at) {
    worst = worst == null ? at : worst;
    switch (name) {
      case "Uncorrectable Error" ->
          uncorrectable = value.matches("\\d{1,9}") ? Long.parseLong(value) : 0;
      case "Pending" -> {
        pending = value.equals("Yes");
        worst = pending ? at : worst;
      }
      case "Remapping Failure Occurred" -> {
        failed = value.equals("Yes");
        worst = failed ? at : worst;
      }
      default -> {
        // corrected errors do no harm
      }
    }
  }

  private void done(Found found) {
    if (worst != null) {
      found.add(new RowRemap(gpu, uncorrectable, pending, failed, worst));
    }
    worst = null;
    left = 0;
    uncorrectable = 0;
    pending = false;
    failed = false;
  }

  @Override
  public void end(Found found) {
    done(found);
  }
}
