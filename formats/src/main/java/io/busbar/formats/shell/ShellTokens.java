package io.busbar.formats.shell;

import io.busbar.formats.shell.ShellNode.Document;
import io.busbar.formats.shell.ShellWords.Kind;
import io.busbar.formats.shell.ShellWords.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tokens of a script without comments, its here-documents set apart. Immutable. */
final class ShellTokens {
  /** More words are not read: no script has as many. */
  private static final int MOST = 400_000;

  final List<Token> tokens;

  /** Here-documents by the index of their {@code <<}. */
  final Map<Integer, Document> documents;

  /** Comments that start like a directive of a batch system. */
  final List<Token> directives;

  private ShellTokens(
      List<Token> tokens, Map<Integer, Document> documents, List<Token> directives) {
    this.tokens = tokens;
    this.documents = documents;
    this.directives = directives;
  }

  static ShellTokens of(String text) {
    List<Token> tokens = new ArrayList<>();
    Map<Integer, Document> documents = new HashMap<>();
    List<Token> directives = new ArrayList<>();
    List<Integer> open = new ArrayList<>();
    ShellWords words = new ShellWords(text, 0, text.length(), Map.of());
    while (tokens.size() < MOST) {
      Token token = words.next();
      if (token.kind() == Kind.END) {
        break;
      }
      if (token.kind() == Kind.COMMENT) {
        if (token.value().startsWith("SBATCH") || token.value().startsWith("PBS")) {
          directives.add(token);
        }
        continue;
      }
      if (token.kind() == Kind.OPERATOR && token.value().equals("<<")) {
        open.add(tokens.size());
      }
      tokens.add(token);
      if (token.kind() == Kind.NEWLINE && !open.isEmpty()) {
        int at = token.end();
        for (int index : open) {
          at = document(text, tokens, index, at, documents);
        }
        words.skipTo(at);
        open.clear();
      }
    }
    return new ShellTokens(tokens, documents, directives);
  }

  /** Finds the body that starts at {@code from}; returns where its last line ends. */
  private static int document(
      String text, List<Token> tokens, int index, int from, Map<Integer, Document> documents) {
    if (index + 1 >= tokens.size() || tokens.get(index + 1).kind() != Kind.WORD) {
      return from;
    }
    Token word = tokens.get(index + 1);
    String written = text.substring(word.start(), word.end());
    String mark = word.value().startsWith("-") ? word.value().substring(1) : word.value();
    boolean expanded = written.indexOf('\'') < 0 && written.indexOf('"') < 0;
    int line = from;
    while (line < text.length()) {
      int end = text.indexOf('\n', line);
      end = end < 0 ? text.length() : end;
      if (text.substring(line, end).strip().equals(mark)) {
        documents.put(index, new Document(from, line, expanded));
        return end;
      }
      line = end + 1;
    }
    documents.put(index, new Document(from, text.length(), expanded));
    return text.length();
  }
}
