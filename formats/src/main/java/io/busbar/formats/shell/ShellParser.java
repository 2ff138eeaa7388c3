package io.busbar.formats.shell;

import io.busbar.formats.shell.ShellNode.Arm;
import io.busbar.formats.shell.ShellNode.Document;
import io.busbar.formats.shell.ShellNode.Elements;
import io.busbar.formats.shell.ShellWords.Kind;
import io.busbar.formats.shell.ShellWords.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses a script by POSIX grammar with bash's arrays and double brackets. What does not fit the
 * grammar is stepped over: the rest of a script is still worth reading. One use.
 */
final class ShellParser {
  /** Deeper nesting is read flat. */
  private static final int MOST_DEPTH = 64;

  private static final Set<String> ENDS =
      Set.of("then", "else", "elif", "fi", "do", "done", "esac", "}");

  private final String text;
  private final ShellTokens all;
  private final List<Token> tokens;
  private int at;
  private int depth;

  private ShellParser(String text, ShellTokens all) {
    this.text = text;
    this.all = all;
    this.tokens = all.tokens;
  }

  static List<ShellNode> parse(String text, ShellTokens tokens) {
    ShellParser parser = new ShellParser(text, tokens);
    List<ShellNode> nodes = new ArrayList<>();
    while (parser.at < parser.tokens.size()) {
      nodes.addAll(parser.list(Set.of(), false));
      parser.at++; // a closing word that nothing opened
    }
    return nodes;
  }

  private @Nullable Token peek() {
    return at < tokens.size() ? tokens.get(at) : null;
  }

  private boolean word(String value) {
    Token token = peek();
    return token != null && token.kind() == Kind.WORD && token.value().equals(value);
  }

  private boolean operator(String value) {
    Token token = peek();
    return token != null && token.kind() == Kind.OPERATOR && token.value().equals(value);
  }

  private boolean accept(String value) {
    boolean there = word(value) || operator(value);
    at += there ? 1 : 0;
    return there;
  }

  private void skipLines() {
    while (peek() instanceof Token t
        && (t.kind() == Kind.NEWLINE || (t.kind() == Kind.OPERATOR && t.value().equals(";")))) {
      at++;
    }
  }

  /** Commands up to one of {@code ends}, any closing word, or a parenthesis; stays before it. */
  private List<ShellNode> list(Set<String> ends, boolean inCase) {
    List<ShellNode> out = new ArrayList<>();
    depth++;
    while (true) {
      skipLines();
      Token token = peek();
      if (token == null || operator(")") || operator("))")) {
        break;
      }
      if (token.kind() == Kind.WORD
          && (ends.contains(token.value()) || ENDS.contains(token.value()))) {
        break;
      }
      if (inCase && token.kind() == Kind.OPERATOR && token.value().startsWith(";;")) {
        break;
      }
      int before = at;
      out.add(chain());
      if (operator("&") || at == before) {
        at++;
      }
    }
    depth--;
    return out;
  }

  private ShellNode chain() {
    ShellNode left = pipe();
    while (operator("&&") || operator("||")) {
      boolean and = operator("&&");
      at++;
      skipNewlines();
      left = new ShellNode.Chain(left, and, pipe());
    }
    return left;
  }

  private void skipNewlines() {
    while (peek() instanceof Token t && t.kind() == Kind.NEWLINE) {
      at++;
    }
  }

  private ShellNode pipe() {
    List<ShellNode> parts = new ArrayList<>();
    parts.add(command());
    while (operator("|")) {
      at++;
      accept("&");
      skipNewlines();
      parts.add(command());
    }
    return parts.size() == 1 ? parts.getFirst() : new ShellNode.Pipe(parts);
  }

  private ShellNode command() {
    if (depth < MOST_DEPTH) {
      if (accept("!")) {
        return new ShellNode.Not(command());
      }
      if (accept("if")) {
        return condition();
      }
      if (accept("while")) {
        return loop(false);
      }
      if (accept("until")) {
        return loop(true);
      }
      if (accept("for")) {
        return each();
      }
      if (accept("case")) {
        return choice();
      }
      if (accept("{")) {
        return closed(list(Set.of("}"), false), "}");
      }
      if (accept("(")) {
        return closed(list(Set.of(), false), ")");
      }
      if (accept("function")) {
        Token name = peek();
        at++;
        return function(name == null ? "" : name.value());
      }
      if (names(at) && at + 2 < tokens.size() && isCall(at + 1)) {
        String name = tokens.get(at).value();
        at++;
        return function(name);
      }
    }
    accept("time");
    return simple();
  }

  private boolean names(int index) {
    return index < tokens.size() && tokens.get(index).kind() == Kind.WORD;
  }

  /** Whether {@code ()} stands here. */
  private boolean isCall(int index) {
    Token open = tokens.get(index);
    Token close = tokens.get(index + 1);
    return open.kind() == Kind.OPERATOR
        && open.value().equals("(")
        && close.kind() == Kind.OPERATOR
        && close.value().equals(")");
  }

  private ShellNode function(String name) {
    if (at + 1 < tokens.size() && isCall(at)) {
      at += 2;
    }
    skipNewlines();
    return new ShellNode.Function(name, List.of(command()));
  }

  /** A body whose closing word and redirections are stepped over. */
  private ShellNode closed(List<ShellNode> body, String end) {
    accept(end);
    redirections();
    return new ShellNode.Group(body);
  }

  private void redirections() {
    while (peek() instanceof Token t
        && t.kind() == Kind.OPERATOR
        && (t.value().startsWith(">") || t.value().startsWith("<"))) {
      redirection();
    }
  }

  private ShellNode condition() {
    List<ShellNode> condition = list(Set.of("then"), false);
    accept("then");
    List<ShellNode> then = list(Set.of("else", "elif", "fi"), false);
    List<ShellNode> otherwise = List.of();
    if (accept("elif")) {
      otherwise = List.of(condition());
    } else {
      if (accept("else")) {
        otherwise = list(Set.of("fi"), false);
      }
      accept("fi");
      redirections();
    }
    return new ShellNode.If(condition, then, otherwise);
  }

  private ShellNode loop(boolean until) {
    List<ShellNode> condition = list(Set.of("do"), false);
    return new ShellNode.Loop(condition, until, body());
  }

  private List<ShellNode> body() {
    skipLines();
    accept("do");
    List<ShellNode> body = list(Set.of("done"), false);
    accept("done");
    redirections();
    return body;
  }

  private ShellNode each() {
    if (operator("((")) { // for ((i = 0; ...)): its body once
      while (at < tokens.size() && !operator("))")) {
        at++;
      }
      at++;
      return new ShellNode.Group(body());
    }
    Token name = peek();
    at++;
    skipNewlines();
    List<Token> words = new ArrayList<>();
    boolean over = accept("in");
    while (over && peek() instanceof Token t && t.kind() == Kind.WORD) {
      words.add(t);
      at++;
    }
    return new ShellNode.For(name == null ? "" : name.value(), words, !over, body());
  }

  private ShellNode choice() {
    Token word = peek();
    at++;
    skipNewlines();
    accept("in");
    List<Arm> arms = new ArrayList<>();
    while (true) {
      skipLines();
      if (peek() == null || accept("esac")) {
        break;
      }
      accept("(");
      List<Token> patterns = new ArrayList<>();
      while (peek() instanceof Token t && !operator(")")) {
        if (t.kind() == Kind.WORD) {
          patterns.add(t);
        }
        at++;
      }
      at++;
      arms.add(new Arm(patterns, list(Set.of("esac"), true)));
      while (peek() instanceof Token t
          && t.kind() == Kind.OPERATOR
          && (t.value().startsWith(";;") || t.value().equals("&"))) {
        at++;
      }
      if (peek() instanceof Token t && t.kind() == Kind.OPERATOR && t.value().equals(")")) {
        at++; // nothing opened it
      }
    }
    redirections();
    return word == null ? new ShellNode.Group(List.of()) : new ShellNode.Case(word, arms);
  }

  private ShellNode simple() {
    List<Token> words = new ArrayList<>();
    List<Elements> arrays = new ArrayList<>();
    Token into = null;
    Document document = null;
    boolean test = false;
    while (peek() instanceof Token token && token.kind() != Kind.NEWLINE) {
      if (token.kind() == Kind.WORD) {
        test |= words.isEmpty() && token.value().equals("[[");
        test &= !token.value().equals("]]");
        words.add(token);
        at++;
        if (token.value().endsWith("=") && operator("(") && tokens.get(at).start() == token.end()) {
          arrays.add(new Elements(token, elements()));
        }
      } else if (token.value().equals("((") && words.isEmpty()) {
        return arithmetic();
      } else if (test) {
        words.add(token); // operators of a test
        at++;
      } else if (token.value().startsWith("<") || token.value().startsWith(">")) {
        if (!words.isEmpty() && isDescriptor(words.getLast(), token)) {
          words.removeLast();
        }
        document = all.documents.getOrDefault(at, document);
        Token target = redirection();
        into = token.value().startsWith(">") && target != null ? target : into;
      } else if (token.value().equals("&") && startsRedirection()) {
        at++; // &> FILE
      } else {
        break;
      }
    }
    return new ShellNode.Simple(words, arrays, into, document);
  }

  private boolean startsRedirection() {
    return at + 1 < tokens.size()
        && tokens.get(at + 1).kind() == Kind.OPERATOR
        && tokens.get(at + 1).value().startsWith(">")
        && tokens.get(at + 1).start() == tokens.get(at).end();
  }

  private static boolean isDescriptor(Token word, Token operator) {
    return word.end() == operator.start() && word.value().matches("\\d");
  }

  /** Steps over an operator and where it points to; returns the word of a file. */
  private @Nullable Token redirection() {
    at++;
    if (accept("&")) { // 2>&1
      at += names(at) ? 1 : 0;
      return null;
    }
    if (operator("(")) { // >(command)
      int open = 0;
      do {
        open += operator("(") ? 1 : operator(")") ? -1 : 0;
        at++;
      } while (open > 0 && at < tokens.size());
      return null;
    }
    return names(at) ? tokens.get(at++) : null;
  }

  private List<Token> elements() {
    List<Token> words = new ArrayList<>();
    at++;
    int open = 1;
    while (at < tokens.size()) {
      Token token = tokens.get(at++);
      if (token.kind() == Kind.WORD) {
        words.add(token);
      } else if (token.value().startsWith("(")) {
        open++;
      } else if (token.value().startsWith(")") && --open == 0) {
        break;
      }
    }
    return words;
  }

  /** {@code (( expression ))} as the command {@code let} with one word. */
  private ShellNode arithmetic() {
    Token open = tokens.get(at++);
    int last = open.end();
    while (peek() instanceof Token token && !operator("))") && token.kind() != Kind.NEWLINE) {
      last = token.end();
      at++;
    }
    accept("))");
    String inside = text.substring(open.end(), last);
    Token let = new Token(Kind.WORD, open.start(), open.start(), "let", true, false);
    Token body = new Token(Kind.WORD, open.end(), last, inside, true, false);
    return new ShellNode.Simple(List.of(let, body), List.of(), null, null);
  }
}
