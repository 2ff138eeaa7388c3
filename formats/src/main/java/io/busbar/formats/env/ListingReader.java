package io.busbar.formats.env;

import io.busbar.formats.shell.ShellWords;

/**
 * Reads listings of literal {@code NAME=VALUE} lines, and {@code nccl.conf} by NCCL's own rules:
 * everything up to the first {@code =} is the name, everything after it the value, nothing is
 * trimmed.
 */
final class ListingReader {
  private ListingReader() {}

  /** A listing; lines that are no assignment are skipped. */
  static void listing(Collector out) {
    String node = node(out);
    for (int line = 0; line < out.lines.count(); line++) {
      if (!comment(out, line)) {
        line(out, line, "", node);
      }
    }
  }

  /** A file that NCCL reads. */
  static void conf(Collector out) {
    for (int line = 0; line < out.lines.count(); line++) {
      int start = out.lines.start(line);
      int end = endWithoutReturn(out, line);
      int equals = out.text.indexOf('=', start);
      if (!comment(out, line) && equals >= start && equals < end) {
        // A comment mark elsewhere than in the first column belongs to name or value.
        out.literal(
            new Span(start, equals),
            new Span(equals + 1, out.lines.end(line)),
            new Span(start, end),
            true,
            "",
            "");
      }
    }
  }

  /** One line of a listing, when it is an assignment. */
  static void line(Collector out, int line, String scope, String node) {
    int start = out.lines.start(line);
    int end = endWithoutReturn(out, line);
    while (start < end && (out.text.charAt(start) == ' ' || out.text.charAt(start) == '\t')) {
      start++;
    }
    for (String prefix : new String[] {"declare -x ", "export "}) {
      if (out.text.startsWith(prefix, start)) {
        // What a shell printed about itself, in its own quotes.
        ShellReader.read(out, start, end);
        return;
      }
    }
    int i = start;
    while (i < end && ShellWords.isName(out.text.charAt(i))) {
      i++;
    }
    if (i > start && i < end && out.text.charAt(i) == '=') {
      out.literal(
          new Span(start, i), new Span(i + 1, end), new Span(start, end), true, scope, node);
    }
  }

  private static boolean comment(Collector out, int line) {
    int start = out.lines.start(line);
    boolean is = start < out.text.length() && out.text.charAt(start) == '#';
    if (is) {
      out.remark(start, out.text.substring(start + 1, out.lines.end(line)));
    }
    return is;
  }

  private static int endWithoutReturn(Collector out, int line) {
    int end = out.lines.end(line);
    return end > out.lines.start(line) && out.text.charAt(end - 1) == '\r' ? end - 1 : end;
  }

  /** The host of a listing, when it says so. */
  private static String node(Collector out) {
    for (String name : new String[] {"SLURMD_NODENAME", "HOSTNAME", "HOST"}) {
      for (int line = 0; line < out.lines.count(); line++) {
        if (out.text.startsWith(name + "=", out.lines.start(line))) {
          return out.lines.line(line).substring(name.length() + 1).strip();
        }
      }
    }
    return "";
  }
}
