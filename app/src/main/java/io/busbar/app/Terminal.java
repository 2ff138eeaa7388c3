package io.busbar.app;

import io.busbar.app.text.TextStyle;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Standard output and error of the process, or stand-ins for them in tests. Output is UTF-8; text
 * keeps to ASCII when the terminal is something else.
 */
final class Terminal {
  private final OutputStream out;
  private final PrintStream err;
  private final TextStyle style;

  Terminal(OutputStream out, PrintStream err, TextStyle style) {
    this.out = out;
    this.err = err;
    this.style = style;
  }

  /** That of the process; colours only where somebody looks at them and NO_COLOR is not set. */
  static Terminal ofProcess() {
    boolean unicode = System.out.charset().equals(StandardCharsets.UTF_8);
    String noColor = System.getenv("NO_COLOR");
    boolean colour =
        (noColor == null || noColor.isEmpty())
            && !"dumb".equals(System.getenv("TERM"))
            && System.console() != null
            && System.console().isTerminal();
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    return new Terminal(out, System.err, new TextStyle(TextStyle.COLUMNS, colour, unicode));
  }

  /** What standard output can show. */
  TextStyle style() {
    return style;
  }

  /**
   * Writes to standard output. A reader that went away, such as {@code head}, has what it wanted.
   *
   * @throws InputException when the output cannot be written for another reason
   */
  void print(String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      String reason = String.valueOf(e.getMessage());
      if (!reason.toLowerCase(Locale.ROOT).contains("pipe")) {
        Position at = Position.of("standard output");
        throw new InputException(new Problem(at, "", "", "a place that can be written to", reason));
      }
    }
  }

  /** Writes a line to standard error; texts from outside cannot steer the terminal. */
  void complain(String line) {
    boolean unicode = err.charset().equals(StandardCharsets.UTF_8);
    err.println(new TextStyle(TextStyle.COLUMNS, false, unicode).plain(line));
  }

  /** Writes the stack trace of a fault to standard error. */
  void trace(Throwable fault) {
    fault.printStackTrace(err);
  }
}
