package io.busbar.formats.modules;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Place;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code lsmod}. Only the heading tells that a list is whole: one that grep has cut says
 * nothing of what is missing.
 */
public final class ModuleListReader implements LineReader {
  private static final Pattern HEADING = Pattern.compile("^\\s*Module\\s+Size\\s+Used by\\b");
  private static final Pattern ROW =
      Pattern.compile("^\\s*(\\w{1,64})\\s+\\d{3,10}\\s+-?\\d{1,5}(?:\\s.*)?$");

  private final Set<String> modules = new HashSet<>();
  private @Nullable Place heading;

  @Override
  public String kind() {
    return "lsmod";
  }

  @Override
  public List<String> keywords() {
    return List.of("Used by");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    if (HEADING.matcher(text).find()) {
      end(found);
      heading = line.place();
      return true;
    }
    Matcher row = ROW.matcher(text);
    if (heading == null || !row.matches()) {
      end(found);
      return false;
    }
    modules.add(row.group(1));
    return true;
  }

  @Override
  public void end(Found found) {
    if (heading != null && !modules.isEmpty()) {
      found.add(new ModuleList(modules, heading));
    }
    modules.clear();
    heading = null;
  }
}
