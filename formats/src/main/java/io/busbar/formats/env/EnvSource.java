package io.busbar.formats.env;

import io.busbar.base.problem.Position;
import io.busbar.formats.qos.QosState;
import io.busbar.formats.switchqos.SwitchQos;
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
 * @param switches configurations of switches in it
 * @param nics what it shows of the quality of service of hosts' ports
 * @param ncclVersion what a version banner in it says, {@code 2.24.3}; empty for none
 */
public record EnvSource(
    String name,
    SourceKind kind,
    List<Assignment> assignments,
    List<CommandLine> commands,
    List<PythonCall> calls,
    List<Remark> remarks,
    List<SwitchQos> switches,
    List<QosState> nics,
    String ncclVersion) {
  public EnvSource {
    assignments = List.copyOf(assignments);
    commands = List.copyOf(commands);
    calls = List.copyOf(calls);
    remarks = List.copyOf(remarks);
    switches = List.copyOf(switches);
    nics = List.copyOf(nics);
  }

  /** The same with what it says of switches and of hosts' ports. */
  EnvSource withQos(List<SwitchQos> told, List<QosState> ports) {
    SourceKind what = told.isEmpty() ? kind : SourceKind.SWITCH;
    boolean config = !told.isEmpty();
    return new EnvSource(
        name,
        what,
        config ? List.of() : assignments,
        config ? List.of() : commands,
        config ? List.of() : calls,
        config ? List.of() : remarks,
        told,
        ports,
        ncclVersion);
  }

  /** A comment. */
  public record Remark(String text, Position at) {}
}
