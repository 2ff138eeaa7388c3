package io.busbar.app;

import io.busbar.app.text.TextStyle;
import java.util.function.Function;

/**
 * What a command gives back.
 *
 * @param text its text, for a place of a given style
 * @param exitCode of the process; see {@link ExitCodes}
 */
record Answer(Function<TextStyle, String> text, int exitCode) {

  /** A text that is the same wherever it goes, such as a file to edit. */
  static Answer of(String text) {
    return new Answer(style -> text, ExitCodes.DONE);
  }
}
