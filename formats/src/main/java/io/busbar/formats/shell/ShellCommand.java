package io.busbar.formats.shell;

import io.busbar.base.problem.Position;
import java.util.List;

/**
 * A command that a script runs, with every word expanded.
 *
 * @param words the program first, without the assignments before it
 */
public record ShellCommand(List<Word> words) {
  public ShellCommand {
    words = List.copyOf(words);
  }

  /**
   * A word.
   *
   * @param text as the program would see it
   * @param at where it was written, in an assignment perhaps
   * @param known false when a part of it only the machine knows; that part stands as written
   */
  public record Word(String text, Position at, boolean known) {}

  public Position at() {
    return words.getFirst().at();
  }
}
