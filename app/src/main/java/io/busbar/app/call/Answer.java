package io.busbar.app.call;

import io.busbar.app.render.text.Ascii;
import io.busbar.app.render.text.TextStyle;
import io.busbar.base.report.Report;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a command gives back.
 *
 * @param text its text, for a place of a given style
 * @param exitCode of the process; see {@link ExitCodes}
 * @param file what {@code --out} writes when that is not the text, which is then printed as well;
 *     empty otherwise
 * @param report what the text was made of, for other faces than the command line; null when it is
 *     no report
 */
public record Answer(
    Function<TextStyle, String> text, int exitCode, String file, @Nullable Report report) {
  /** Of a process that only helped another one: nothing is printed, and no file written. */
  public static final Answer NOTHING = of("");

  /** The same with the exit code of the other one. */
  public static Answer nothing(int exitCode) {
    return new Answer(NOTHING.text, exitCode);
  }

  boolean isNothing() {
    return text == NOTHING.text;
  }

  public Answer(Function<TextStyle, String> text, int exitCode) {
    this(text, exitCode, "", null);
  }

  /** A report, shown in some way. */
  public Answer(Function<TextStyle, String> text, int exitCode, Report report) {
    this(text, exitCode, "", report);
  }

  /** The same with a file of its own for {@code --out}. */
  public Answer withFile(String content) {
    return new Answer(text, exitCode, content, report);
  }

  /** A text that is the same wherever it goes, such as a file to edit. */
  public static Answer of(String text) {
    String clean = Ascii.withoutControls(text);
    return new Answer(style -> clean, ExitCodes.DONE);
  }
}
