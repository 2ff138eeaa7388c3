package io.busbar.formats.env;

import io.busbar.formats.env.Assignment.Manner;
import io.busbar.formats.shell.ShellWords;
import io.busbar.formats.shell.ShellWords.Kind;
import io.busbar.formats.shell.ShellWords.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads shell text: assignments, exports, and commands with what they set for others. Branches are
 * not followed; what stands in one is marked {@code conditional}. One use.
 */
final class ShellReader {
  private static final Set<String> OPENING = Set.of("if", "case", "for", "while", "until", "{");
  private static final Set<String> CLOSING = Set.of("fi", "esac", "done", "}");
  private static final Set<String> LEADING =
      Set.of("then", "else", "elif", "do", "!", "time", "if", "while", "until", "{");
  private static final Set<String> EXPORTING = Set.of("export", "declare", "typeset", "readonly");
  private static final int MOST_NAMES = 10_000;

  private final Collector out;
  private final ShellWords words;
  private final Map<String, String> variables = new HashMap<>();
  private final Set<String> exported = new HashSet<>();
  private final List<Token> command = new ArrayList<>();
  private final List<Integer> unexported = new ArrayList<>();
  private int depth;
  private boolean allExported;
  private boolean startsLine = true;

  private ShellReader(Collector out, int start, int end) {
    this.out = out;
    words = new ShellWords(out.text, start, end, variables);
  }

  /** Reads a part of the collector's text. */
  static void read(Collector out, int start, int end) {
    new ShellReader(out, start, end).run();
  }

  private void run() {
    String hereDocument = "";
    while (true) {
      Token token = words.next();
      switch (token.kind()) {
        case WORD -> command.add(token);
        case COMMENT -> comment(token);
        case OPERATOR -> {
          if (token.value().equals("<<")) {
            hereDocument = hereWord(words.next());
          } else if (token.value().startsWith(">") || token.value().startsWith("<")) {
            command.add(token); // where to: stays with its command
          } else if (!redirects(token)) {
            finishCommand(token.value().equals(";") || token.value().equals(";;"));
          }
        }
        case NEWLINE, END -> {
          finishCommand(true);
          startsLine = true;
          if (token.kind() == Kind.END) {
            markUnexported();
            return;
          }
          if (!hereDocument.isEmpty()) {
            words.skipTo(hereDocument(token.end(), hereDocument));
            hereDocument = "";
          }
        }
      }
    }
  }

  /** Whether the token is the {@code &} of {@code 2>&1}. */
  private boolean redirects(Token token) {
    return token.value().equals("&")
        && !command.isEmpty()
        && command.getLast().kind() == Kind.OPERATOR
        && command.getLast().end() == token.start();
  }

  private static String hereWord(Token token) {
    String word = token.value();
    return word.startsWith("-") ? word.substring(1) : word;
  }

  /** Takes the lines of a here-document as a listing; returns where it ends. */
  private int hereDocument(int from, String word) {
    for (int line = out.lines.lineOf(from); line < out.lines.count(); line++) {
      if (out.lines.line(line).strip().equals(word)) {
        return out.lines.end(line);
      }
      ListingReader.line(out, line, "", "");
    }
    return out.text.length();
  }

  private void comment(Token token) {
    String text = token.value();
    if (text.startsWith("SBATCH")) {
      ShellWords directive = new ShellWords(out.text, token.start() + 1, token.end(), variables);
      List<Token> found = new ArrayList<>();
      for (Token t = directive.next(); t.kind() == Kind.WORD; t = directive.next()) {
        found.add(t);
      }
      LauncherWords.read(out, found, depth > 0, "");
    }
    out.remark(token.start(), text);
  }

  private void finishCommand(boolean ends) {
    if (command.isEmpty()) {
      return;
    }
    int first = 0;
    while (first < command.size() && LEADING.contains(command.get(first).value())) {
      count(command.get(first++).value());
    }
    if (first < command.size()) {
      String word = command.get(first).value();
      count(word);
      if (CLOSING.contains(word)) {
        first++;
      }
    }
    if (command.getLast().value().equals("{") && command.size() > first) {
      depth++; // name() {
    }
    statement(command.subList(first, command.size()), ends && startsLine && first == 0);
    command.clear();
    startsLine = false;
  }

  private void count(String word) {
    if (OPENING.contains(word)) {
      depth++;
    } else if (CLOSING.contains(word)) {
      depth = Math.max(0, depth - 1);
    }
  }

  private void statement(List<Token> tokens, boolean alone) {
    int i = 0;
    while (i < tokens.size() && Words.isAssignment(tokens.get(i))) {
      i++;
    }
    if (i == tokens.size()) {
      for (Token token : tokens) {
        plainVariable(token, alone && tokens.size() == 1);
      }
      return;
    }
    List<Token> rest = tokens.subList(i, tokens.size());
    String program = rest.getFirst().value();
    String scope = "line " + out.lines.at(rest.getFirst().start()).line();
    for (Token token : tokens.subList(0, i)) {
      out.assign(Words.assignment(out, token, Manner.COMMAND, false, depth > 0, scope));
    }
    if (EXPORTING.contains(program)) {
      export(tokens, rest, alone && i == 0);
    } else if (program.equals("setenv") && rest.size() == 3) {
      pair(rest, rest.get(1), rest.get(2), alone);
    } else if (program.equals("set")) {
      setOptions(rest, alone);
    } else if (program.equals("unset")) {
      rest.forEach(token -> variables.remove(token.value()));
    } else if (program.equals("echo") || program.equals("printf")) {
      echoed(rest, alone);
    } else {
      LauncherWords.read(out, rest, depth > 0, scope);
    }
    out.command(
        rest.stream().map(Token::value).toList(),
        new Span(rest.getFirst().start(), rest.getLast().end()));
  }

  private void plainVariable(Token token, boolean alone) {
    Assignment a = Words.assignment(out, token, Manner.UNEXPORTED, alone, depth > 0, "");
    remember(a);
    if (!allExported) {
      unexported.add(out.assignments().size());
    }
    out.assign(allExported ? a.withManner(Manner.SET) : a);
  }

  private void export(List<Token> statement, List<Token> rest, boolean alone) {
    List<Token> names = new ArrayList<>(rest.subList(1, rest.size()));
    names.removeIf(token -> token.value().startsWith("-"));
    Span whole = new Span(statement.getFirst().start(), statement.getLast().end());
    for (Token token : names) {
      if (Words.isAssignment(token)) {
        boolean only = alone && names.size() == 1;
        Assignment a = Words.assignment(out, token, Manner.SET, only, depth > 0, "");
        remember(a);
        out.assign(only ? a.withWhole(whole) : a);
      } else if (exported.size() < MOST_NAMES) {
        exported.add(token.value());
      }
    }
  }

  /** {@code setenv NAME VALUE} and {@code set -x NAME VALUE}. */
  private void pair(List<Token> statement, Token name, Token value, boolean alone) {
    Span whole = new Span(statement.getFirst().start(), statement.getLast().end());
    out.assign(Words.pair(out, name, value, Manner.SET, whole, alone, depth > 0, ""));
  }

  private void setOptions(List<Token> rest, boolean alone) {
    String option = rest.size() > 1 ? rest.get(1).value() : "";
    if (option.startsWith("-") && option.contains("x") && rest.size() == 4) {
      pair(rest, rest.get(2), rest.get(3), alone);
    } else if (option.equals("-a") || (option.equals("-o") && has(rest, "allexport"))) {
      allExported = true;
    } else if (option.equals("+a")) {
      allExported = false;
    }
  }

  private static boolean has(List<Token> rest, String word) {
    return rest.stream().anyMatch(token -> token.value().equals(word));
  }

  /** {@code echo NAME=VALUE >> /etc/nccl.conf}. */
  private void echoed(List<Token> rest, boolean alone) {
    boolean redirected = rest.stream().anyMatch(token -> token.value().startsWith(">"));
    for (Token token : rest) {
      if (redirected && Words.isAssignment(token)) {
        out.assign(Words.assignment(out, token, Manner.SET, false, depth > 0 && alone, ""));
      }
    }
  }

  private void remember(Assignment a) {
    if (a.known() && depth == 0 && variables.size() < MOST_NAMES) {
      variables.put(a.name(), a.value());
    }
  }

  private void markUnexported() {
    for (int index : unexported) {
      if (index < out.assignments().size()) {
        Assignment a = out.assignments().get(index);
        if (exported.contains(a.name())) {
          out.replaceAssignment(index, a.withManner(Manner.SET));
        }
      }
    }
  }
}
