package io.busbar.formats.shell;

import io.busbar.base.problem.Position;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a script does, as far as it can be read.
 *
 * @param commands in the order in which they run
 * @param directives options of a batch system, {@code --nodes=4}, in order
 * @param files texts that the script writes, by the name it gives them
 * @param guesses conditions that only the machine can decide, with what was taken for them
 * @param cut whether the script did more than is followed
 */
public record ShellOutcome(
    List<ShellCommand> commands,
    List<ShellCommand.Word> directives,
    Map<String, Written> files,
    List<Guess> guesses,
    boolean cut) {
  public ShellOutcome {
    commands = List.copyOf(commands);
    directives = List.copyOf(directives);
    files = Map.copyOf(files);
    guesses = List.copyOf(guesses);
  }

  /** A condition that was not decided by the script. */
  public record Guess(Position at, boolean taken) {}

  /** Text written to a file, and where each of its lines stands in the script. */
  public record Written(String text, List<Position> lines) {
    public Written {
      lines = List.copyOf(lines);
    }

    /** Where a place of the text stands in the script. */
    public Position at(int line, int column) {
      if (line < 1 || line > lines.size()) {
        return lines.isEmpty() ? Position.of("") : lines.getLast();
      }
      Position start = lines.get(line - 1);
      return new Position(start.source(), start.line(), column == 0 ? 0 : column);
    }
  }

  /** The text of a file that a command names, or null. */
  public @Nullable Written file(String name) {
    return files.get(name);
  }
}
