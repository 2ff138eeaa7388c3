package io.busbar.base.file;

import java.io.IOException;

/** A file that is not read, and what was expected instead. */
public class UnreadableFile extends IOException {
  private static final long serialVersionUID = 1L;

  private final String expected;
  private final String hint;

  /**
   * @param expected what would have been read, "a file, but this is a directory"
   * @param hint what to do; may be empty
   */
  public UnreadableFile(String expected, String hint) {
    super(hint.isEmpty() ? "expected " + expected : "expected " + expected + "; " + hint);
    this.expected = expected;
    this.hint = hint;
  }

  public String expected() {
    return expected;
  }

  public String hint() {
    return hint;
  }
}
