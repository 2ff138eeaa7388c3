package io.busbar.app;

import io.busbar.app.text.TextStyle;
import java.util.function.Function;

/**
 * What a command gives back.
 *
 * @param text its text, for a place of a given style
 * @param exitCode of the process; see {@link ExitCodes}
 * @param file what {@code --out} writes when that is not the text, which is then printed as well;
 *     empty otherwise
 */
record Answer(Function<TextStyle, String> text, int exitCode, String file) {
  /** Of a process that only helped another one: nothing is printed, and no file written. */
  static final Answer NOTHING = of("");

  Answer(Function<TextStyle, String> text, int exitCode) {
    this(text, exitCode, "");
  }

  /** The same with a file of its own for {@code --out}. */
  Answer withFile(String content) {
    return new Answer(text, exitCode, content);
  }

  /** A text that is the same wherever it goes, such as a file to edit. */
  static Answer of(String text) {
    return new Answer(style -> text, ExitCodes.DONE);
  }
}
