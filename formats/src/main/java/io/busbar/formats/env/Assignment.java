package io.busbar.formats.env;

import io.busbar.base.problem.Position;
import org.jspecify.annotations.Nullable;

/**
 * A variable that is set.
 *
 * @param name exactly as the reading program would see it, blanks included
 * @param value as the program would see it after shell, YAML or Dockerfile took their quotes off
 * @param known whether the value is known; otherwise it comes from outside the file and {@code
 *     value} is what stands there
 * @param manner how it is set
 * @param at file, line and column of the name
 * @param whole all that sets it: the statement, or the words on a command line
 * @param nameAt where the name stands; null when it cannot be edited there
 * @param valueAt where the value stands, inside its quotes; null when it cannot be edited there
 * @param alone whether {@code whole} can become a comment without harm to its surroundings
 * @param conditional whether it stands in a branch, loop or function, so that another may win
 * @param scope process, container or command that it belongs to; empty for the whole file
 * @param node host on which it was seen; empty when unknown
 * @param comment text of the comments at its line and directly below; empty for none
 */
public record Assignment(
    String name,
    String value,
    boolean known,
    Manner manner,
    Position at,
    Span whole,
    @Nullable Span nameAt,
    @Nullable Span valueAt,
    boolean alone,
    boolean conditional,
    String scope,
    String node,
    String comment) {

  /** How a variable is set. */
  public enum Manner {
    /** Exported by a shell, set in an image, a listing, a log, Python: a process sees it. */
    SET,
    /** A shell variable that is not exported. */
    UNEXPORTED,
    /** On a command line, for that command: {@code NAME=VALUE cmd}, {@code mpirun -x}. */
    COMMAND,
    /** A plain number or boolean in YAML, where Kubernetes wants a text. */
    YAML_PLAIN,
    /** Handed on by name only ({@code mpirun -x NAME}). */
    FORWARDED,
    /** A parameter of MPI ({@code --mca NAME VALUE}), which no process sees as NAME. */
    MCA
  }

  /** The same with another comment. */
  Assignment withComment(String text) {
    return new Assignment(
        name,
        value,
        known,
        manner,
        at,
        whole,
        nameAt,
        valueAt,
        alone,
        conditional,
        scope,
        node,
        text);
  }

  /** The same, set by a larger part of the text. */
  Assignment withWhole(Span larger) {
    return new Assignment(
        name,
        value,
        known,
        manner,
        at,
        larger,
        nameAt,
        valueAt,
        alone,
        conditional,
        scope,
        node,
        comment);
  }

  /** The same with another manner. */
  Assignment withManner(Manner other) {
    return new Assignment(
        name,
        value,
        known,
        other,
        at,
        whole,
        nameAt,
        valueAt,
        alone,
        conditional,
        scope,
        node,
        comment);
  }
}
