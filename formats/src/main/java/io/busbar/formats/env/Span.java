package io.busbar.formats.env;

/** Characters of a text, {@code end} excluded. */
public record Span(int start, int end) {
  public Span {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("no span: " + start + ".." + end);
    }
  }

  /** Whether the two share a character or start together. */
  public boolean overlaps(Span other) {
    return start == other.start || (start < other.end && other.start < end);
  }
}
