package io.busbar.app.call;

import io.busbar.app.render.text.TextStyle;
import io.busbar.app.serve.Watch;
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
import org.jspecify.annotations.Nullable;

/**
 * Standard output and error of the process, or stand-ins for them in tests. Output is UTF-8; text
 * keeps to ASCII when the terminal is something else.
 */
public final class Terminal {
  /** The class that a process of this program starts with; named here for those that start one. */
  public static final String MAIN_CLASS = "io.busbar.app.Main";

  private final OutputStream out;
  private final PrintStream err;
  private final TextStyle style;
  private final boolean ofProcess;
  private final boolean watched;
  private final @Nullable Watch watch;

  public Terminal(OutputStream out, PrintStream err, TextStyle style) {
    this(out, err, style, false, false, null);
  }

  private Terminal(
      OutputStream out,
      PrintStream err,
      TextStyle style,
      boolean ofProcess,
      boolean watched,
      @Nullable Watch watch) {
    this.out = out;
    this.err = err;
    this.style = style;
    this.ofProcess = ofProcess;
    this.watched = watched;
    this.watch = watch;
  }

  /** That of the process; colours only where somebody looks at them and NO_COLOR is not set. */
  public static Terminal ofProcess() {
    boolean unicode = System.out.charset().equals(StandardCharsets.UTF_8);
    String noColor = System.getenv("NO_COLOR");
    boolean watched =
        !"dumb".equals(System.getenv("TERM"))
            && System.console() != null
            && System.console().isTerminal();
    boolean colour = (noColor == null || noColor.isEmpty()) && watched;
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    TextStyle style = new TextStyle(columns(System.getenv("COLUMNS")), colour, unicode);
    return new Terminal(out, System.err, style, true, watched, null);
  }

  /** One that nobody reads, for a command whose answer another face shows. */
  public static Terminal watchedBy(Watch watch) {
    OutputStream nowhere = OutputStream.nullOutputStream();
    PrintStream silent = new PrintStream(nowhere, false, StandardCharsets.UTF_8);
    return new Terminal(nowhere, silent, TextStyle.FILE, false, true, watch);
  }

  /**
   * Columns that a shell tells of; {@link TextStyle#COLUMNS} when it tells none that make sense.
   * Shells set COLUMNS for themselves and hand it on only when it is exported.
   */
  public static int columns(@Nullable String told) {
    if (told == null || !told.matches("[0-9]{2,4}")) {
      return TextStyle.COLUMNS;
    }
    int columns = Integer.parseInt(told);
    return columns < TextStyle.NARROWEST || columns > TextStyle.WIDEST
        ? TextStyle.COLUMNS
        : columns;
  }

  /** What standard output can show. */
  public TextStyle style() {
    return style;
  }

  /**
   * Writes to standard output. A reader that went away, such as {@code head}, has what it wanted.
   *
   * @throws InputException when the output cannot be written for another reason
   */
  public void print(String text) {
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
  public void complain(String line) {
    boolean unicode = err.charset().equals(StandardCharsets.UTF_8);
    err.println(new TextStyle(TextStyle.COLUMNS, false, unicode).plain(line));
  }

  /** Whether somebody looks at a terminal, who may want to see how far a long run is. */
  public boolean showsProgress() {
    return watched;
  }

  /** Whether a page looks on. */
  public boolean isPage() {
    return watch != null;
  }

  /** Writes over the last line of progress; an empty one takes it away. */
  public void progress(String line) {
    if (watch != null) {
      watch.progress(line);
      return;
    }
    String shown = line.substring(0, Math.min(line.length(), TextStyle.COLUMNS - 1));
    err.print("\r" + shown + "\u001b[K");
    err.flush();
  }

  /**
   * What is done when the user presses Ctrl-C. It runs beside everything else, and the process ends
   * when it returns or when the answer is printed.
   */
  public void onInterrupt(Runnable action) {
    if (watch != null) {
      watch.onStop(action);
    }
    if (ofProcess) {
      Runtime.getRuntime().addShutdownHook(new Thread(action, "interrupt"));
    }
  }

  /** Whether it is that of the process, not a stand-in. */
  public boolean isOfProcess() {
    return ofProcess;
  }

  /** Writes the stack trace of a fault to standard error. */
  public void trace(Throwable fault) {
    fault.printStackTrace(err);
  }
}
