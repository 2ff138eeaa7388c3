package io.busbar.formats.collected;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the headers of the collecting script, so that an output is known even when it holds nothing
 * that any reader takes.
 */
public final class CollectedReader implements LineReader {
  private static final String HEADER = "# busbar collect: ";
  private static final String NOT_HERE = ": not here";

  private @Nullable String first;

  @Override
  public String kind() {
    return first == null ? "collected" : first;
  }

  @Override
  public List<String> keywords() {
    return List.of(HEADER);
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.body();
    if (text.startsWith(HEADER)) {
      boolean here = !text.endsWith(NOT_HERE);
      int end = text.length() - (here ? 0 : NOT_HERE.length());
      String command = text.substring(HEADER.length(), end);
      first = first == null ? here ? tool(command) : "tools that are not here" : first;
      found.add(new Collected(command, here, line.place()));
    }
    return false;
  }

  private static String tool(String command) {
    int blank = command.indexOf(' ');
    return blank < 0 ? command : command.substring(0, blank);
  }
}
