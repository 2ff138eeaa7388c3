package io.busbar.base.problem;

import java.util.List;
import java.util.stream.Collectors;

/** The input or the call is wrong; carries every problem found. Ends a command with exit code 2. */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient List<Problem> problems;
  private final int count;

  InputException(List<Problem> problems, int count) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
    this.count = count;
  }

  /** For an input with a single problem. */
  public InputException(Problem problem) {
    this(List.of(problem), 1);
  }

  public List<Problem> problems() {
    return problems;
  }

  /** How many problems there are; more than {@link #problems()} when the list was cut. */
  public int count() {
    return count;
  }
}
