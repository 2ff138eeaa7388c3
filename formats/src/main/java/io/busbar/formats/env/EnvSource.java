package io.busbar.formats.env;

import io.busbar.base.problem.Position;
import java.util.List;

/**
 * What was read from one file.
 *
 * @param name the file as the user named it
 * @param kind what it is
 * @param assignments variables, in order
 * @param commands command lines, in order
 * @param calls calls in Python, in order
 * @param remarks comments, in order
 * @param ncclVersion what a version banner in it says, {@code 2.24.3}; empty for none
 */
public record EnvSource(
    String name,
    SourceKind kind,
    List<Assignment> assignments,
    List<CommandLine> commands,
    List<PythonCall> calls,
    List<Remark> remarks,
    String ncclVersion) {
  public EnvSource {
    assignments = List.copyOf(assignments);
    commands = List.copyOf(commands);
    calls = List.copyOf(calls);
    remarks = List.copyOf(remarks);
  }

  /** A comment. */
  public record Remark(String text, Position at) {}
}
