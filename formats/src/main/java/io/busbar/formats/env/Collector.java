package io.busbar.formats.env;

import io.busbar.base.problem.Position;
import io.busbar.formats.env.Assignment.Manner;
import io.busbar.formats.env.EnvSource.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a reader has found so far in one text. Readers of parts of the text (a fenced block, a RUN
 * line) share it. One use, not thread-safe.
 */
final class Collector {
  private static final int MOST = 200_000;

  final String text;
  final Lines lines;
  private final List<Assignment> assignments = new ArrayList<>();
  private final List<CommandLine> commands = new ArrayList<>();
  private final List<PythonCall> calls = new ArrayList<>();

  /** Comments by line, counted from 1. */
  private final TreeMap<Integer, Remark> remarks = new TreeMap<>();

  private String ncclVersion = "";

  Collector(String name, String text) {
    this.text = text;
    lines = new Lines(name, text);
  }

  void assign(Assignment assignment) {
    if (assignments.size() < MOST) {
      assignments.add(assignment);
    }
  }

  /** A value that a process sees exactly as it stands in the text. */
  void literal(Span name, Span value, Span whole, boolean alone, String scope, String node) {
    assign(
        new Assignment(
            text.substring(name.start(), name.end()),
            text.substring(value.start(), value.end()),
            true,
            Manner.SET,
            lines.at(name.start()),
            whole,
            name,
            value,
            alone,
            false,
            scope,
            node,
            ""));
  }

  void command(List<String> words, Span whole) {
    if (commands.size() < MOST && !words.isEmpty()) {
      commands.add(new CommandLine(words, lines.at(whole.start()), whole, ""));
    }
  }

  void call(PythonCall call) {
    if (calls.size() < MOST) {
      calls.add(call);
    }
  }

  /** A comment; {@code offset} is that of its mark. */
  void remark(int offset, String comment) {
    Position at = lines.at(offset);
    remarks.merge(
        at.line(),
        new Remark(comment.strip(), at),
        (a, b) -> new Remark(a.text() + " " + b.text(), a.at()));
  }

  /** The first version banner counts. */
  void version(String version) {
    if (ncclVersion.isEmpty()) {
      ncclVersion = version;
    }
  }

  List<Assignment> assignments() {
    return assignments;
  }

  /** Makes the exported of plain shell variables, once it is known which are exported. */
  void replaceAssignment(int index, Assignment by) {
    assignments.set(index, by);
  }

  EnvSource finish(String name, SourceKind kind) {
    List<Assignment> commented = new ArrayList<>(assignments.size());
    for (Assignment a : assignments) {
      String comment = commentAt(a.at().line(), lines.lineOf(a.whole().end()) + 1);
      commented.add(comment.isEmpty() ? a : a.withComment(comment));
    }
    List<CommandLine> told = new ArrayList<>(commands.size());
    for (CommandLine c : commands) {
      String comment = commentAt(c.at().line(), lines.lineOf(c.whole().end()) + 1);
      told.add(comment.isEmpty() ? c : c.withComment(comment));
    }
    return new EnvSource(
        name,
        kind,
        commented,
        told,
        calls,
        List.copyOf(remarks.values()),
        List.of(),
        List.of(),
        ncclVersion);
  }

  /** The comment at a line, and those on the lines directly below that hold nothing else. */
  private String commentAt(int first, int last) {
    StringBuilder out = new StringBuilder();
    for (int line = first; line <= last; line++) {
      append(out, remarks.get(line));
    }
    for (int line = last + 1; line <= last + 3; line++) {
      Remark below = remarks.get(line);
      if (below == null || !startsLine(below)) {
        break;
      }
      append(out, below);
    }
    return out.toString();
  }

  private boolean startsLine(Remark remark) {
    return lines.line(remark.at().line() - 1).substring(0, remark.at().column() - 1).isBlank();
  }

  private static void append(StringBuilder out, @Nullable Remark remark) {
    if (remark != null) {
      out.append(out.isEmpty() ? "" : " ").append(remark.text());
    }
  }
}
