package io.busbar.base.problem;

/**
 * Where something was read: a place in a file, or an option of the command line.
 *
 * @param source file name as the user gave it, {@code -} for standard input, or an option ({@code
 *     --tp})
 * @param line 1-based; 0 when the source as a whole is meant
 * @param column 1-based; 0 when the line as a whole is meant
 */
public record Position(String source, int line, int column) {

  /** The source as a whole, or an option of the command line. */
  public static Position of(String source) {
    return new Position(source, 0, 0);
  }

  /** {@code plan.yaml:12:7}, {@code plan.yaml} or {@code --tp}. */
  @Override
  public String toString() {
    return line == 0
        ? source
        : column == 0 ? source + ":" + line : source + ":" + line + ":" + column;
  }
}
