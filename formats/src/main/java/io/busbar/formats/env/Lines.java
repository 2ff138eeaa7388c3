package io.busbar.formats.env;

import io.busbar.base.problem.Position;
import java.util.Arrays;

/** Where the lines of a text start, so that an offset becomes a position. Immutable. */
final class Lines {
  private final String source;
  private final String text;
  private final int[] starts;

  Lines(String source, String text) {
    this.source = source;
    this.text = text;
    int count = 1;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      count++;
    }
    starts = new int[count];
    int line = 1;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      starts[line++] = i + 1;
    }
  }

  int count() {
    return starts.length;
  }

  /** First character of a line, counted from 0. */
  int start(int line) {
    return starts[line];
  }

  /** Behind the last character of a line, without its end mark; a carriage return stays. */
  int end(int line) {
    return line + 1 < starts.length ? starts[line + 1] - 1 : text.length();
  }

  String line(int line) {
    return text.substring(starts[line], end(line));
  }

  /** The line of an offset, counted from 0. */
  int lineOf(int offset) {
    int found = Arrays.binarySearch(starts, offset);
    return found >= 0 ? found : -found - 2;
  }

  Position at(int offset) {
    int line = lineOf(offset);
    return new Position(source, line + 1, offset - starts[line] + 1);
  }
}
