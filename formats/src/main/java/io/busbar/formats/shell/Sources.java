package io.busbar.formats.shell;

import io.busbar.base.problem.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The texts that one run reads, so that one number says where a character stands. */
final class Sources {
  private final List<Source> sources = new ArrayList<>();
  private int next;

  private record Source(String name, int base, int[] lines) {}

  /** Adds a text; returns it with its places. */
  Traced add(String name, String text) {
    int count = 1 + (int) text.chars().filter(c -> c == '\n').count();
    int[] lines = new int[count];
    int line = 1;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      lines[line++] = i + 1;
    }
    sources.add(new Source(name, next, lines));
    Traced traced = Traced.written(text, next);
    next += text.length() + 1;
    return traced;
  }

  Position at(int place) {
    for (int i = sources.size() - 1; i >= 0; i--) {
      Source source = sources.get(i);
      if (place >= source.base) {
        int offset = place - source.base;
        int found = Arrays.binarySearch(source.lines, offset);
        int line = found >= 0 ? found : -found - 2;
        return new Position(source.name, line + 1, offset - source.lines[line] + 1);
      }
    }
    return Position.of("");
  }
}
