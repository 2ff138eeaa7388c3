package io.busbar.formats.env;

import io.busbar.formats.env.Assignment.Manner;
import io.busbar.formats.shell.ShellWords;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads patterns of text in Python, notebooks and JSON: what is put into the environment, and the
 * calls that decide about overlap. Nothing is executed, and no grammar is followed further than to
 * the closing bracket.
 */
final class PythonReader {
  private static final Pattern SET =
      Pattern.compile(
          "(?:environ\\s*\\[\\s*[\"']([A-Za-z_]\\w*)[\"']\\s*\\]\\s*=(?!=)"
              + "|(?:environ\\s*\\.\\s*setdefault|putenv)\\s*\\(\\s*[\"']([A-Za-z_]\\w*)[\"']\\s*,"
              + "|[\"']([A-Z][A-Z0-9_]*_[A-Z0-9_]*)[\"']\\s*:)\\s*");
  private static final Pattern CALL =
      Pattern.compile(
          "\\b(DDP|DistributedDataParallel|FSDP|FullyShardedDataParallel|fully_shard"
              + "|init_process_group|auto_wrap_policy|enable_wrap|no_sync|step)\\s*(\\()");
  private static final Set<String> WITH_CONDITION = Set.of("no_sync", "step");
  private static final Pattern TERNARY =
      Pattern.compile("no_sync\\s*\\(\\s*\\)\\s*if\\s+(.+?)\\s+else\\b");
  private static final Pattern IF = Pattern.compile("^\\s*(?:el)?if\\s+(.+?):\\s*(?:#.*)?$");
  private static final int MOST_ARGUMENT_CHARS = 4_000;
  private static final int MOST_LINES_UP = 40;

  private final Collector out;

  private PythonReader(Collector out) {
    this.out = out;
  }

  static void read(Collector out) {
    PythonReader reader = new PythonReader(out);
    for (int line = 0; line < out.lines.count(); line++) {
      reader.line(line);
    }
  }

  private void line(int line) {
    String text = out.lines.line(line);
    int mark = commentMark(text);
    if (mark >= 0) {
      out.remark(out.lines.start(line) + mark, text.substring(mark + 1));
    }
    String code = mark >= 0 ? text.substring(0, mark) : text;
    if (code.indexOf('_') < 0 && code.indexOf('(') < 0) {
      return;
    }
    Matcher set = SET.matcher(code);
    while (set.find()) {
      assignment(line, code, set);
    }
    Matcher call = CALL.matcher(code);
    while (call.find()) {
      call(line, code, call);
    }
  }

  /** Where a comment begins outside quotes, or -1. */
  private static int commentMark(String text) {
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        quote = c == quote && text.charAt(i - 1) != '\\' ? 0 : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '#') {
        return i;
      }
    }
    return -1;
  }

  private void assignment(int line, String code, Matcher set) {
    int group = set.group(1) != null ? 1 : set.group(2) != null ? 2 : 3;
    int base = out.lines.start(line);
    int from = set.end();
    char quote = from < code.length() ? code.charAt(from) : ' ';
    boolean literal = quote == '"' || quote == '\'';
    int close = literal ? code.indexOf(quote, from + 1) : -1;
    if (group == 3 && close < 0) {
      return; // a mapping of something else
    }
    boolean known = close > 0 && restEnds(code, close + 1);
    String value = close > 0 ? code.substring(from + 1, close) : code.substring(from).strip();
    boolean statement = group == 1 && code.substring(0, set.start()).strip().endsWith("os.");
    Span name = new Span(base + set.start(group), base + set.end(group));
    Span valueAt = known ? new Span(base + from + 1, base + close) : null;
    int first = code.length() - code.stripLeading().length();
    int end = base + code.stripTrailing().length();
    boolean whole = statement && known && code.strip().startsWith("os.environ");
    out.assign(
        new Assignment(
            set.group(group),
            value,
            known,
            Manner.SET,
            out.lines.at(name.start()),
            new Span(base + first, Math.max(end, base + first)),
            name,
            valueAt,
            whole && first == 0,
            first > 0,
            "",
            "",
            ""));
  }

  /** Whether an expression ends behind a text, so that nothing is joined to it. */
  private static boolean restEnds(String code, int from) {
    String rest = code.substring(from).strip();
    return rest.isEmpty() || ",)}];".indexOf(rest.charAt(0)) >= 0;
  }

  private void call(int line, String code, Matcher call) {
    String function = call.group(1);
    String before = code.substring(0, call.start()).strip();
    if (before.endsWith("def") || before.endsWith("class") || before.endsWith("import")) {
      return;
    }
    if (function.equals("step")
        && !before.matches(".*(?i)(optim|optimizer|opt|scaler)\\w*\\s*\\.")) {
      return;
    }
    int open = out.lines.start(line) + call.start(2);
    Map<String, String> arguments = arguments(open);
    String condition = WITH_CONDITION.contains(function) ? condition(line, code) : "";
    out.call(
        new PythonCall(
            function, arguments, out.lines.at(out.lines.start(line) + call.start(1)), condition));
  }

  /** Keyword arguments between the bracket at {@code open} and the one that closes it. */
  private Map<String, String> arguments(int open) {
    Map<String, String> found = new LinkedHashMap<>();
    int depth = 0;
    int start = open + 1;
    char quote = 0;
    int stop = Math.min(out.text.length(), open + MOST_ARGUMENT_CHARS);
    for (int i = open; i < stop; i++) {
      char c = out.text.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '#') {
        int newline = out.text.indexOf('\n', i);
        if (newline < 0) {
          break;
        }
        i = newline;
      } else if (c == '(' || c == '[' || c == '{') {
        depth++;
      } else if (c == ')' || c == ']' || c == '}') {
        depth--;
      }
      if (quote == 0 && (depth == 0 || (depth == 1 && c == ','))) {
        argument(found, out.text.substring(Math.min(start, i), i));
        start = i + 1;
        if (depth == 0) {
          break;
        }
      }
    }
    return found;
  }

  private static void argument(Map<String, String> found, String text) {
    String plain = text.replaceAll("#[^\n]*", "").strip();
    int equals = plain.indexOf('=');
    if (equals > 0 && plain.charAt(Math.min(plain.length() - 1, equals + 1)) != '=') {
      String name = plain.substring(0, equals).strip();
      if (name.chars().allMatch(c -> ShellWords.isName((char) c))) {
        found.put(name, plain.substring(equals + 1).strip());
      }
    }
  }

  /** The condition on the same line, else that of the nearest {@code if} further out above it. */
  private String condition(int line, String code) {
    Matcher ternary = TERNARY.matcher(code);
    if (ternary.find()) {
      return ternary.group(1).strip();
    }
    int indent = code.length() - code.stripLeading().length();
    for (int up = line - 1; up >= Math.max(0, line - MOST_LINES_UP); up--) {
      String above = out.lines.line(up);
      int aboveIndent = above.length() - above.stripLeading().length();
      if (!above.isBlank() && aboveIndent < indent) {
        Matcher test = IF.matcher(above);
        return test.matches() ? test.group(1).strip() : "";
      }
    }
    return "";
  }
}
