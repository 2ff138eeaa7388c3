package io.busbar.app.call;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.quantity.QuantityFormatException;
import java.util.function.Function;

/** What a command says when one option or argument is wrong. */
public final class Refusal {
  private Refusal() {}

  /**
   * @param where the option or argument
   * @param read what was typed; empty when nothing was
   * @param expected what should have been
   * @param hint a way out; empty when there is none
   */
  public static InputException of(String where, String read, String expected, String hint) {
    return new InputException(new Problem(Position.of(where), "", read, expected, hint));
  }

  /**
   * The quantity that an option gives.
   *
   * @param where the option
   * @param parse such as {@code Bandwidth::parse}
   * @throws InputException with what was expected, when the text is none
   */
  public static <T> T parsed(String where, String read, Function<String, T> parse) {
    try {
      return parse.apply(read);
    } catch (QuantityFormatException e) {
      throw of(where, read, e.expected(), e.hint());
    }
  }
}
