package io.busbar.app.call;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;

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
}
