package io.busbar.formats.shell;

import io.busbar.formats.shell.ShellWords.Token;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a parsed script. Words are tokens still to be expanded. */
sealed interface ShellNode {
  /**
   * A command with its assignments before it.
   *
   * @param words words and test operators, in order
   * @param arrays what {@code NAME=(...)} words hold, in the order of those words
   * @param into word that names the file its output goes to, or null
   * @param document here-document that it reads, or null
   */
  record Simple(
      List<Token> words, List<Elements> arrays, @Nullable Token into, @Nullable Document document)
      implements ShellNode {}

  /** The words between the parentheses of the array assignment {@code name}. */
  record Elements(Token name, List<Token> words) {}

  /** Body of a here-document: from, to, and whether expansions are made in it. */
  record Document(int start, int end, boolean expanded) {}

  /** Commands joined by pipes: the words that leave are the last one's. */
  record Pipe(List<ShellNode> parts) implements ShellNode {}

  /** {@code left && right} or {@code left || right}. */
  record Chain(ShellNode left, boolean and, ShellNode right) implements ShellNode {}

  record Not(ShellNode node) implements ShellNode {}

  record Group(List<ShellNode> body) implements ShellNode {}

  record If(List<ShellNode> condition, List<ShellNode> then, List<ShellNode> otherwise)
      implements ShellNode {}

  record Loop(List<ShellNode> condition, boolean until, List<ShellNode> body)
      implements ShellNode {}

  record For(String name, List<Token> words, boolean overArguments, List<ShellNode> body)
      implements ShellNode {}

  record Case(Token word, List<Arm> arms) implements ShellNode {}

  record Arm(List<Token> patterns, List<ShellNode> body) {}

  record Function(String name, List<ShellNode> body) implements ShellNode {}
}
