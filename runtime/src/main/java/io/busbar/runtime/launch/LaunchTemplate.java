package io.busbar.runtime.launch;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command that starts another one on a host, such as {@code ssh {host} {command}}. Words are
 * divided at spaces, quotes keep them together, and no shell reads them. {@code {command}} without
 * quotes becomes the words of the command; within quotes one text that a shell can read. Immutable.
 */
public final class LaunchTemplate {
  private static final List<String> FIELDS = List.of("host", "address", "index", "command");
  private static final Pattern FIELD = Pattern.compile("\\{([^{}]*)\\}");
  private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_./:=,@%+-]+");
  private static final String COMMAND = "{command}";

  private final List<Word> words;

  private LaunchTemplate(List<Word> words) {
    this.words = List.copyOf(words);
  }

  private record Word(String text, boolean quoted) {}

  /**
   * @param source option that the text was given for
   * @param hosts for how many hosts; with several the text has to tell them apart
   * @throws InputException with everything that is wrong in it
   */
  public static LaunchTemplate parse(String source, String text, int hosts) {
    Problems problems = new Problems();
    List<Word> words = words(source, text, problems);
    List<String> found = new ArrayList<>();
    Matcher field = FIELD.matcher(text);
    while (field.find()) {
      found.add(field.group(1));
      if (!FIELDS.contains(field.group(1))) {
        String known = FIELDS.stream().map(f -> "{" + f + "}").collect(Collectors.joining(", "));
        String hint = Nearest.hint(field.group(1), FIELDS);
        Position at = new Position(source, 1, field.start() + 1);
        problems.add(at, "", field.group(), "one of " + known, hint);
      }
    }
    Position at = Position.of(source);
    if (!found.contains("command")) {
      problems.add(at, "", text, "{command} where the command belongs", "'ssh {host} {command}'");
    }
    if (hosts > 1 && found.stream().noneMatch(List.of("host", "address", "index")::contains)) {
      String hint = "without one all agents would start on one host";
      problems.add(at, "", text, "{host}, {address} or {index}", hint);
    }
    problems.throwIfAny();
    return new LaunchTemplate(words);
  }

  private static List<Word> words(String source, String text, Problems problems) {
    List<Word> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean within = false;
    boolean quoted = false;
    char open = 0;
    int openedAt = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (open != 0 ? c == open : c == '\'' || c == '"') {
        openedAt = i;
        open = open == 0 ? c : 0;
        quoted = true;
        within = true;
      } else if (open == 0 && Character.isWhitespace(c)) {
        if (within) {
          words.add(new Word(word.toString(), quoted));
        }
        word.setLength(0);
        within = false;
        quoted = false;
      } else {
        word.append(c);
        within = true;
      }
    }
    if (open != 0) {
      Position at = new Position(source, 1, openedAt + 1);
      problems.add(at, "", Character.toString(open), "a quote that is closed again", "");
    }
    if (within) {
      words.add(new Word(word.toString(), quoted));
    }
    return words;
  }

  /**
   * The words that start a command on a host.
   *
   * @param index number of the host in its file, from 1
   */
  List<String> expand(Host host, int index, List<String> command) {
    List<String> all = new ArrayList<>();
    for (Word word : words) {
      if (word.text.equals(COMMAND) && !word.quoted) {
        all.addAll(command);
      } else {
        all.add(
            word.text
                .replace("{host}", host.name())
                .replace("{address}", host.address())
                .replace("{index}", Integer.toString(index))
                .replace(COMMAND, forShell(command)));
      }
    }
    return all;
  }

  /** A command as one types it into a POSIX shell. */
  static String forShell(List<String> command) {
    return command.stream().map(LaunchTemplate::forShell).collect(Collectors.joining(" "));
  }

  private static String forShell(String word) {
    return HARMLESS.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
