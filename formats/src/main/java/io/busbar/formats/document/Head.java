package io.busbar.formats.document;

import java.util.Set;

/**
 * What is looked at to tell a file's kind.
 *
 * @param start of the file, at least its first 8 KiB where it has so many
 * @param whole whether the marks were looked for in the whole file; otherwise in its start only
 * @param marks texts of readers that stand in it
 */
public record Head(byte[] start, boolean whole, Set<String> marks) {
  public Head {
    marks = Set.copyOf(marks);
  }

  /** Whether a text of {@link DocumentReader#marks} stands in it. */
  public boolean has(String mark) {
    return marks.contains(mark);
  }

  /** Whether its first character that is no blank is this one. */
  public boolean startsWith(char first) {
    for (byte b : start) {
      boolean blank = b == ' ' || b == '\n' || b == '\r' || b == '\t' || b < 0;
      if (!blank) {
        return b == first;
      }
    }
    return false;
  }

  /** Whether it may be JSON. */
  public boolean isJson() {
    return startsWith('{') || startsWith('[');
  }
}
