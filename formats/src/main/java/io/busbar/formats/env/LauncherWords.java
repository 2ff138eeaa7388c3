package io.busbar.formats.env;

import io.busbar.formats.env.Assignment.Manner;
import io.busbar.formats.shell.ShellWords;
import io.busbar.formats.shell.ShellWords.Token;
import java.util.List;
import java.util.Set;

/**
 * What the words of a launcher set for the processes it starts: Open MPI's {@code -x} and {@code
 * --mca}, Hydra's {@code -genv}, {@code docker -e}, {@code srun --export}, {@code env NAME=VALUE}.
 */
final class LauncherWords {
  private static final Set<String> ONE_WORD =
      Set.of("-x", "-e", "--env", "-env", "-genv", "--export", "--genv");
  private static final Set<String> MCA = Set.of("--mca", "-mca", "--gmca", "-gmca");
  private static final String ENV_LIST = "mca_base_env_list";

  private LauncherWords() {}

  static void read(Collector out, List<Token> words, boolean conditional, String scope) {
    String program = words.isEmpty() ? "" : base(words.getFirst().value());
    boolean bare = program.equals("env") || program.equals("kubectl") || program.equals("sudo");
    for (int i = 0; i < words.size(); i++) {
      Token word = words.get(i);
      Token next = i + 1 < words.size() ? words.get(i + 1) : null;
      if (MCA.contains(word.value()) && i + 2 < words.size()) {
        mca(out, words.subList(i, i + 3), conditional, scope);
        i += 2;
      } else if (ONE_WORD.contains(word.value()) && next != null) {
        i +=
            option(
                out,
                word,
                next,
                i + 2 < words.size() ? words.get(i + 2) : next,
                conditional,
                scope);
      } else if (word.value().startsWith("--env=") || word.value().startsWith("--export=")) {
        list(out, word, word.value().indexOf('=') + 1, conditional, scope);
      } else if (bare && i > 0 && Words.isAssignment(word)) {
        out.assign(Words.assignment(out, word, Manner.COMMAND, false, conditional, scope));
      }
    }
  }

  private static String base(String program) {
    return program.substring(program.lastIndexOf('/') + 1);
  }

  /** Returns how many words after the option were used. */
  private static int option(
      Collector out, Token option, Token next, Token second, boolean conditional, String scope) {
    Span whole = new Span(option.start(), next.end());
    if (Words.isAssignment(next)) {
      if (next.value().indexOf(',') > 0 && option.value().equals("--export")) {
        list(out, next, 0, conditional, scope);
      } else {
        out.assign(
            Words.assignment(out, next, Manner.COMMAND, false, conditional, scope)
                .withWhole(whole));
      }
      return 1;
    }
    if (option.value().equals("--export")) {
      list(out, next, 0, conditional, scope);
      return 1;
    }
    if (!isName(next.value())) {
      return 0;
    }
    if (option.value().endsWith("env") && !option.value().equals("--env") && second != next) {
      Span three = new Span(option.start(), second.end());
      out.assign(Words.pair(out, next, second, Manner.COMMAND, three, false, conditional, scope));
      return 2;
    }
    if (option.value().equals("-x") || option.value().equals("-e")) {
      out.assign(Words.pair(out, next, next, Manner.FORWARDED, whole, false, conditional, scope));
      return 1;
    }
    return 0;
  }

  /** {@code ALL,NAME=VALUE,NAME=VALUE}: values cannot hold a comma there. */
  private static void list(Collector out, Token word, int from, boolean conditional, String scope) {
    split(out, word, from, ',', conditional, scope);
  }

  private static void split(
      Collector out, Token word, int from, char separator, boolean conditional, String scope) {
    String text = word.value();
    int shift = out.text.indexOf(text, word.start()) - word.start(); // an opening quote
    int start = from;
    while (start < text.length()) {
      int comma = text.indexOf(separator, start);
      int stop = comma < 0 ? text.length() : comma;
      String part = text.substring(start, stop);
      if (Words.nameLength(part) > 0 && shift >= 0) {
        int offset = word.start() + shift + start;
        Token token =
            new Token(word.kind(), offset, offset + part.length(), part, !part.contains("$"), true);
        out.assign(Words.assignment(out, token, Manner.COMMAND, false, conditional, scope));
      }
      start = stop + 1;
    }
  }

  private static void mca(Collector out, List<Token> words, boolean conditional, String scope) {
    Token name = words.get(1);
    Token value = words.get(2);
    if (name.value().equals(ENV_LIST)) {
      split(out, value, 0, ';', conditional, scope);
    } else if (isName(name.value())) {
      Span whole = new Span(words.getFirst().start(), value.end());
      out.assign(Words.pair(out, name, value, Manner.MCA, whole, false, conditional, scope));
    }
  }

  private static boolean isName(String word) {
    return !word.isEmpty()
        && !Character.isDigit(word.charAt(0))
        && word.chars().allMatch(c -> ShellWords.isName((char) c));
  }
}
