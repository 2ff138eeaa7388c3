package io.busbar.base.problem;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Collects the problems of one input, so that all are reported at once. Not thread-safe. */
public final class Problems {
  private static final int MAX_KEPT = 20;
  private final List<Problem> kept = new ArrayList<>();
  private int count;

  public void add(Problem problem) {
    count++;
    if (kept.size() < MAX_KEPT) {
      kept.add(problem);
    }
  }

  public void add(Position at, String key, String read, String expected, String hint) {
    add(new Problem(at, key, read, expected, hint));
  }

  /** Makes a problem only when it is one of those that are kept; a file may have very many. */
  public void add(Supplier<Problem> problem) {
    if (kept.size() < MAX_KEPT) {
      add(problem.get());
    } else {
      count++;
    }
  }

  /** Takes over what another reader found, once, and counts what it did not keep. */
  public void addAll(InputException found) {
    found.problems().stream().filter(p -> !kept.contains(p)).forEach(this::add);
    count += found.count() - found.problems().size();
  }

  /** The same of problems that were collected apart. */
  public void addAll(Problems found) {
    found.kept.stream().filter(p -> !kept.contains(p)).forEach(this::add);
    count += found.count - found.kept.size();
  }

  /** Whether no more are kept: from now on they are only counted. */
  public boolean isFull() {
    return kept.size() == MAX_KEPT;
  }

  public boolean any() {
    return count > 0;
  }

  /** How many were added, including those beyond the twenty that are kept. */
  public int count() {
    return count;
  }

  public List<Problem> list() {
    return List.copyOf(kept);
  }

  /**
   * @throws InputException with everything collected, when there is anything
   */
  public void throwIfAny() {
    if (any()) {
      throw new InputException(list(), count);
    }
  }
}
