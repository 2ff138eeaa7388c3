package io.busbar.formats.artefact;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Lines of a file in memory by their number, for evidence of readers that keep numbers only.
 *
 * @param bytes the file's; not to be changed
 * @param starts where lines begin
 */
public record TextLines(String file, byte[] bytes, int[] starts) {
  public TextLines(String file, byte[] bytes) {
    this(file, bytes, startsIn(bytes));
  }

  private static int[] startsIn(byte[] bytes) {
    int[] found = new int[64];
    int count = 1;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        if (count == found.length) {
          found = Arrays.copyOf(found, count * 2);
        }
        found[count++] = i + 1;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /**
   * A line as evidence.
   *
   * @param line from 1; outside the file it has no text
   */
  public Place place(int line) {
    if (line < 1 || line > starts.length) {
      return new Place(file, Math.max(line, 1), "");
    }
    int from = starts[line - 1];
    int to = line < starts.length ? starts[line] - 1 : bytes.length;
    int length = Math.min(Math.max(to - from, 0), 4 * Place.MAX_TEXT);
    return new Place(file, line, new String(bytes, from, length, StandardCharsets.UTF_8));
  }

  public int count() {
    return starts.length;
  }

  /** The last line that holds this text, or the first one of the file. */
  public Place lastWith(String text) {
    for (int line = starts.length; line >= 1; line--) {
      Place place = place(line);
      if (place.text().contains(text)) {
        return place;
      }
    }
    return place(1);
  }

  /** Arrays by what they hold. */
  @Override
  public boolean equals(Object other) {
    return other instanceof TextLines lines
        && file.equals(lines.file)
        && Arrays.equals(bytes, lines.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * file.hashCode() + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "TextLines[" + file + ", " + starts.length + " lines]";
  }
}
