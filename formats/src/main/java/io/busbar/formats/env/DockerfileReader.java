package io.busbar.formats.env;

import io.busbar.formats.env.Assignment.Manner;
import io.busbar.formats.shell.ShellWords;
import io.busbar.formats.shell.ShellWords.Kind;
import io.busbar.formats.shell.ShellWords.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads ENV and RUN of a Dockerfile; each stage is a scope of its own. */
final class DockerfileReader {
  private DockerfileReader() {}

  static void read(Collector out) {
    String stage = "";
    int stages = 0;
    Map<String, String> variables = new HashMap<>();
    for (int line = 0; line < out.lines.count(); line++) {
      int start = out.lines.start(line);
      String text = out.lines.line(line).strip();
      String word = text.split("\\s", 2)[0].toUpperCase(Locale.ROOT);
      int end = endOfInstruction(out, line);
      if (text.startsWith("#")) {
        out.remark(out.text.indexOf('#', start), text.substring(1));
      } else if (word.equals("FROM")) {
        stage = "stage " + ++stages;
        variables.clear();
      } else if (word.equals("ENV")) {
        env(out, start, end, stage, variables);
      } else if (word.equals("RUN") || word.equals("CMD") || word.equals("ENTRYPOINT")) {
        run(out, start + out.lines.line(line).indexOf(text) + word.length(), end, word);
      }
      line = Math.max(line, out.lines.lineOf(end));
    }
  }

  /** Behind the last line of an instruction that goes on after a backslash. */
  private static int endOfInstruction(Collector out, int first) {
    int line = first;
    while (line + 1 < out.lines.count()) {
      String text = out.lines.line(line).strip();
      boolean between = line > first && (text.isEmpty() || text.startsWith("#"));
      if (!text.endsWith("\\") && !between) {
        break;
      }
      line++;
    }
    return out.lines.end(line);
  }

  private static void env(
      Collector out, int start, int end, String stage, Map<String, String> variables) {
    List<Token> words = new ArrayList<>();
    ShellWords reader = new ShellWords(out.text, start, end, variables);
    for (Token t = reader.next(); t.kind() != Kind.END; t = reader.next()) {
      if (t.kind() == Kind.WORD) {
        words.add(t);
      } else if (t.kind() == Kind.COMMENT) {
        out.remark(t.start(), t.value());
      }
    }
    if (words.size() < 2) {
      return;
    }
    Span whole = new Span(words.getFirst().start(), words.getLast().end());
    if (!Words.isAssignment(words.get(1)) && words.size() >= 3) {
      // ENV NAME VALUE: the value is the rest of the line.
      Token last = words.getLast();
      String value = out.text.substring(words.get(2).start(), last.end());
      Token rest =
          new Token(Kind.WORD, words.get(2).start(), last.end(), value, !value.contains("$"), true);
      out.assign(
          Words.pair(out, words.get(1), rest, Manner.SET, whole, single(out, whole), false, stage));
      return;
    }
    for (Token word : words.subList(1, words.size())) {
      if (Words.isAssignment(word)) {
        boolean alone = words.size() == 2 && single(out, whole);
        Assignment a = Words.assignment(out, word, Manner.SET, alone, false, stage);
        variables.put(a.name(), a.value());
        out.assign(alone ? a.withWhole(whole) : a);
      }
    }
  }

  private static boolean single(Collector out, Span whole) {
    return out.lines.lineOf(whole.start()) == out.lines.lineOf(whole.end());
  }

  /** Commands of an instruction; what it exports ends with it, so only its commands count. */
  private static void run(Collector out, int start, int end, String word) {
    int before = out.assignments().size();
    ShellReader.read(out, start, end);
    if (word.equals("RUN")) {
      List<Assignment> all = out.assignments();
      for (int i = before; i < all.size(); i++) {
        Assignment a = all.get(i);
        if (a.manner() == Manner.SET && isExport(out, a)) {
          out.replaceAssignment(i, a.withManner(Manner.UNEXPORTED));
        }
      }
    }
  }

  private static boolean isExport(Collector out, Assignment a) {
    int from = Math.max(0, a.at().column() - 1 - 12);
    String line = out.lines.line(a.at().line() - 1);
    return line.substring(from, Math.min(line.length(), a.at().column() - 1)).contains("export");
  }
}
