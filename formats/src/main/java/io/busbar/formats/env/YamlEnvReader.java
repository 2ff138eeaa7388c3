package io.busbar.formats.env;

import io.busbar.formats.env.Assignment.Manner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads environment lists and mappings in YAML line by line, so that templates, several documents
 * and broken files still give what they hold. Kubernetes pairs ({@code name}, {@code value}), flow
 * pairs, compose items ({@code - NAME=VALUE}), mappings ({@code NAME: value}), and shell lines.
 */
final class YamlEnvReader {
  private static final Pattern NAME =
      Pattern.compile("^\\s*(-\\s+)?name:\\s*[\"']?([A-Za-z_]\\w*)[\"']?\\s*(#.*)?$");
  private static final Pattern VALUE = Pattern.compile("^\\s*(-\\s+)?value:(\\s*)(.*)$");
  private static final Pattern FLOW =
      Pattern.compile(
          "\\{\\s*name:\\s*[\"']?([A-Za-z_]\\w*)[\"']?\\s*,\\s*value:\\s*([^}]*?)\\s*\\}");
  private static final Pattern ITEM = Pattern.compile("^\\s*-\\s+([\"']?)([A-Za-z_]\\w*)=(.*)$");
  private static final Pattern ENTRY =
      Pattern.compile("^\\s*+([A-Z][A-Z0-9_]{0,126}_[A-Z0-9_]{0,126}):\\s+(.*)$");
  private static final Pattern PLAIN_NUMBER =
      Pattern.compile("[-+]?\\d[\\d._]*|true|false|yes|no|on|off", Pattern.CASE_INSENSITIVE);

  /** The head of a block scalar: {@code key: |} or {@code - >-}. */
  private static final Pattern BLOCK =
      Pattern.compile("^\\s*(?:-\\s+)*(?:[\\w.\"'-]+:\\s+)?[|>][-+\\d]{0,2}\\s*(?:#.*)?$");

  private static final Pattern SETS = Pattern.compile("\\b[A-Z][A-Z0-9]*_[A-Z0-9_]+=");
  private static final Pattern FLOW_ITEM =
      Pattern.compile("[\"']([A-Z][A-Z0-9]*_[A-Z0-9_]*)=([^\"']*)[\"']");

  private static final int NO_LINE = -1;

  private final Collector out;
  private int containers;
  private int lastEnvLine = -2;

  private YamlEnvReader(Collector out) {
    this.out = out;
  }

  static void read(Collector out) {
    YamlEnvReader reader = new YamlEnvReader(out);
    for (int line = 0; line < out.lines.count(); line++) {
      line = reader.line(line);
    }
  }

  /** Returns the last line used. */
  private int line(int line) {
    String text = out.lines.line(line);
    int mark = text.indexOf('#');
    if (mark >= 0 && text.substring(0, mark).isBlank()) {
      out.remark(out.lines.start(line) + mark, text.substring(mark + 1));
      return line;
    }
    if (text.contains("env:") || text.contains("environment:")) {
      containers++;
    }
    if (BLOCK.matcher(text).matches()) {
      int last = blockEnd(line);
      if (last > line && holdsSettings(line + 1, last)) {
        ShellReader.read(out, out.lines.start(line + 1), out.lines.end(last));
        return last;
      }
    }
    if (text.indexOf('[') >= 0 && text.indexOf('=') > 0 && flowItems(line, text)) {
      return line;
    }
    if (text.indexOf("name:") >= 0) {
      Matcher flow = FLOW.matcher(text);
      if (flow.find()) {
        flow(line, flow);
        return line;
      }
      Matcher name = NAME.matcher(text);
      if (name.matches() && line + 1 < out.lines.count()) {
        Matcher value = VALUE.matcher(out.lines.line(line + 1));
        if (value.matches() && value.group(1) == null) {
          pair(line, name, value);
          return line + 1;
        }
      }
      return line;
    }
    Matcher item = text.indexOf('=') > 0 ? ITEM.matcher(text) : null;
    if (item != null && item.matches()) {
      item(line, item);
    } else if (shell(text)) {
      ShellReader.read(out, out.lines.start(line) + indent(text), out.lines.end(line));
    } else {
      Matcher entry = ENTRY.matcher(text);
      if (entry.matches()) {
        scalar(line, entry.start(1), entry.group(1), entry.start(2), entry.group(2), NO_LINE);
      }
    }
    return line;
  }

  /** The last line of the block scalar that begins behind a line: all that is indented deeper. */
  private int blockEnd(int line) {
    int outer = indentOf(line);
    int last = line;
    for (int i = line + 1; i < out.lines.count(); i++) {
      String text = out.lines.line(i);
      if (text.isBlank()) {
        continue;
      }
      if (indentOf(i) <= outer) {
        break;
      }
      last = i;
    }
    return last;
  }

  private boolean holdsSettings(int from, int to) {
    for (int i = from; i <= to; i++) {
      if (SETS.matcher(out.lines.line(i)).find()) {
        return true;
      }
    }
    return false;
  }

  /** {@code args: ["-x", "NAME=VALUE"]}: each quoted word of its own. */
  private boolean flowItems(int line, String text) {
    Matcher item = FLOW_ITEM.matcher(text);
    int base = out.lines.start(line);
    boolean any = false;
    while (item.find()) {
      Span name = new Span(base + item.start(1), base + item.end(1));
      Span at = new Span(base + item.start(2), base + item.end(2));
      Span whole = new Span(base + item.start(), base + item.end());
      out.literal(name, at, whole, false, scope(), "");
      any = true;
    }
    return any;
  }

  private static int indent(String text) {
    int i = 0;
    while (i < text.length() && (text.charAt(i) == ' ' || text.charAt(i) == '-')) {
      i++;
    }
    return i;
  }

  private static boolean shell(String text) {
    return text.contains("export ") || text.contains("mpirun ") || text.contains("NCCL_DEBUG=");
  }

  private String scope() {
    return "container " + containers;
  }

  private void pair(int line, Matcher name, Matcher value) {
    if (line - lastEnvLine > 2 && containers == 0) {
      containers++;
    }
    lastEnvLine = line + 1;
    int nextLine = line + 1;
    scalar(line, name.start(2), name.group(2), value.start(3), value.group(3), nextLine);
  }

  private void flow(int line, Matcher flow) {
    scalar(line, flow.start(1), flow.group(1), flow.start(2), flow.group(2), line);
  }

  /** {@code - NAME=VALUE} of compose. */
  private void item(int line, Matcher item) {
    int base = out.lines.start(line);
    String quote = item.group(1);
    String value = item.group(3).stripTrailing();
    if (!quote.isEmpty() && value.endsWith(quote)) {
      value = value.substring(0, value.length() - 1);
    } else if (quote.isEmpty()) {
      value = withoutComment(value);
    }
    Span name = new Span(base + item.start(2), base + item.end(2));
    Span at = new Span(base + item.start(3), base + item.start(3) + value.length());
    Span whole = new Span(base + indentOf(line), base + item.end(3));
    out.literal(name, at, whole, true, scope(), "");
  }

  private int indentOf(int line) {
    String text = out.lines.line(line);
    int i = 0;
    while (i < text.length() && text.charAt(i) == ' ') {
      i++;
    }
    return i;
  }

  /**
   * A scalar behind a name.
   *
   * @param valueLine line of the value in a pair of Kubernetes; {@link #NO_LINE} in a mapping
   */
  private void scalar(
      int line, int nameColumn, String name, int valueColumn, String raw, int valueLine) {
    int base = out.lines.start(line);
    int valueBase = out.lines.start(valueLine == NO_LINE ? line : valueLine);
    String text = raw.strip();
    boolean quoted = text.startsWith("\"") || text.startsWith("'");
    String value;
    Span at;
    if (quoted) {
      int close = text.indexOf(text.charAt(0), 1);
      value = close < 0 ? text.substring(1) : text.substring(1, close);
      at = new Span(valueBase + valueColumn + 1, valueBase + valueColumn + 1 + value.length());
    } else {
      value = withoutComment(text);
      at = new Span(valueBase + valueColumn, valueBase + valueColumn + value.length());
    }
    boolean templated = value.contains("{{") || value.contains("$(") || value.startsWith("|");
    boolean pair = valueLine != NO_LINE;
    boolean block = pair && valueLine > line;
    Span whole =
        block
            ? new Span(base + indentOf(line), valueBase + valueColumn + raw.length())
            : new Span(base + indentOf(line), out.lines.end(line));
    out.assign(
        new Assignment(
            name,
            value,
            !templated,
            pair && !quoted && PLAIN_NUMBER.matcher(value).matches()
                ? Manner.YAML_PLAIN
                : Manner.SET,
            out.lines.at(base + nameColumn),
            whole,
            new Span(base + nameColumn, base + nameColumn + name.length()),
            templated || !out.text.startsWith(value, at.start()) ? null : at,
            block || !pair,
            false,
            scope(),
            "",
            ""));
  }

  private static String withoutComment(String text) {
    int mark = text.indexOf(" #");
    return (mark < 0 ? text : text.substring(0, mark)).stripTrailing();
  }
}
