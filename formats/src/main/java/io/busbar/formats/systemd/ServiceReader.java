package io.busbar.formats.systemd;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code systemctl status} and {@code systemctl list-units}. */
public final class ServiceReader implements LineReader {
  private static final Pattern HEAD =
      Pattern.compile("^\\s*+(?:[^\\w\\s]\\s*+)?([\\w@.-]{2,80})\\.service(?: - .*)?\\s*$");
  private static final Pattern ACTIVE =
      Pattern.compile("^\\s*Active: (active|inactive|failed|activating|deactivating)\\b");
  private static final Pattern UNIT =
      Pattern.compile(
          "^\\s*+(?:[^\\w\\s]\\s*+)?([\\w@.-]{2,80})\\.service\\s+(?:loaded|not-found|masked)\\s+(active|inactive|failed|activating)\\s+\\w+");
  private static final int PATIENCE = 12;

  private String name = "";
  private boolean enabled;
  private int left;

  @Override
  public String kind() {
    return "systemctl";
  }

  @Override
  public List<String> keywords() {
    return List.of(".service");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    Matcher unit = UNIT.matcher(text);
    if (unit.find()) {
      found.add(new ServiceState(unit.group(1), unit.group(2), false, line.place()));
      return false;
    }
    Matcher head = HEAD.matcher(text);
    if (head.matches()) {
      name = head.group(1);
      enabled = false;
      left = PATIENCE;
      return true;
    }
    if (name.isEmpty()) {
      return false;
    }
    Matcher active = ACTIVE.matcher(text);
    if (active.find()) {
      found.add(new ServiceState(name, active.group(1), enabled, line.place()));
      name = "";
      return false;
    }
    enabled |= text.contains("Loaded:") && text.contains("; enabled");
    if (--left == 0) {
      name = "";
    }
    return !name.isEmpty();
  }
}
