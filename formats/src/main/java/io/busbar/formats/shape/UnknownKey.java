package io.busbar.formats.shape;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.util.Collection;

/**
 * What is said of a key that a mapping does not have. The text is made only for problems that are
 * kept, since a file may have very many such keys. Stateless.
 */
public final class UnknownKey {
  private UnknownKey() {}

  /**
   * Says which keys there are, and which of them was most likely meant.
   *
   * @param at of the key
   * @param path dotted, of the key
   * @param name as it was read
   */
  public static void add(
      Problems problems, Position at, String path, String name, Collection<String> known) {
    problems.add(() ->
        new Problem(
            at, path, name, "one of " + String.join(", ", known), Nearest.hint(name, known)));
  }

  /** The same where the keys are too many to name: {@code expected} says what they are. */
  public static void add(
      Problems problems,
      Position at,
      String path,
      String name,
      String expected,
      Collection<String> known) {
    problems.add(() -> new Problem(at, path, name, expected, Nearest.hint(name, known)));
  }
}
