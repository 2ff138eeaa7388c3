package io.busbar.runtime.launch;

import io.busbar.base.file.UserFile;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of hosts, one per line: a name, then {@code slots=N} and {@code address=A} as wanted; what
 * follows a {@code #} is a comment. Host files of Open MPI are of this form.
 */
public final class HostsFile {
  private static final int MOST_BYTES = 4 << 20;
  private static final int MOST_HOSTS = 10_000;
  private static final int MOST_SLOTS = 1024;
  private static final Pattern WORD = Pattern.compile("\\S+");

  /** No leading dash: the name becomes an argument of another command. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");

  private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9_:][A-Za-z0-9_.:%-]*");
  private static final List<String> KEYS = List.of("slots", "address");

  private final String source;
  private final Problems problems = new Problems();
  private final Map<String, Host> hosts = new LinkedHashMap<>();

  private HostsFile(String source) {
    this.source = source;
  }

  /**
   * @throws InputException with everything that is wrong in it
   */
  public static List<Host> read(Path file) {
    return parse(file.toString(), text(file));
  }

  private static String text(Path file) {
    return UserFile.text(file, MOST_BYTES);
  }

  private static InputException refused(Path file, String expected, String hint) {
    return new InputException(new Problem(Position.of(file.toString()), "", "", expected, hint));
  }

  /**
   * @param source name of the file in messages
   * @throws InputException with everything that is wrong in it
   */
  static List<Host> parse(String source, String text) {
    HostsFile file = new HostsFile(source);
    String[] lines = text.split("\\R", -1);
    for (int i = 0; i < lines.length; i++) {
      int comment = lines[i].indexOf('#');
      file.line(comment < 0 ? lines[i] : lines[i].substring(0, comment), i + 1);
    }
    if (!file.problems.any() && file.hosts.isEmpty()) {
      file.problem(Position.of(source), "", "a host", "one per line, such as 'node1 slots=8'");
    }
    if (file.hosts.size() > MOST_HOSTS) {
      String read = file.hosts.size() + " hosts";
      file.problem(Position.of(source), read, "at most " + MOST_HOSTS + " hosts", "");
    }
    file.problems.throwIfAny();
    return List.copyOf(file.hosts.values());
  }

  private void problem(Position at, String read, String expected, String hint) {
    problems.add(at, "", read, expected, hint);
  }

  private void line(String line, int number) {
    Matcher word = WORD.matcher(line);
    if (!word.find()) {
      return;
    }
    String name = word.group();
    Position at = new Position(source, number, word.start() + 1);
    name(name, at);
    Options options = new Options(name);
    while (word.find()) {
      option(word.group(), new Position(source, number, word.start() + 1), options);
    }
    hosts.putIfAbsent(name, new Host(name, options.address, options.slots, at));
  }

  private void name(String name, Position at) {
    Host before = hosts.get(name);
    if (!NAME.matcher(name).matches()) {
      String colon = "'NAME slots=N' says how many ranks, 'NAME address=A' where it is reached";
      String hint = name.contains(":") ? colon : "";
      problem(at, name, "the name of a host: letters, digits, '.', '-', '_'", hint);
    } else if (before != null) {
      String expected = "each host once; line " + before.at().line() + " has it already";
      problem(at, name, expected, "slots=N stands for several ranks");
    }
  }

  /** What a line says beside the name. */
  private static final class Options {
    private String address;
    private int slots = 1;
    private final List<String> seen = new ArrayList<>();

    private Options(String name) {
      this.address = name;
    }
  }

  private void option(String word, Position at, Options into) {
    int equals = word.indexOf('=');
    String key = equals < 0 ? word : word.substring(0, equals);
    String value = equals < 0 ? "" : word.substring(equals + 1);
    Position atValue = new Position(at.source(), at.line(), at.column() + equals + 1);
    if (equals < 0 || !KEYS.contains(key)) {
      problem(at, word, "slots=N or address=A", Nearest.hint(key, KEYS));
    } else if (into.seen.contains(key)) {
      problem(at, word, key + " once per host", "");
    } else if (key.equals("address")) {
      into.address = value;
      if (!ADDRESS.matcher(value).matches()) {
        problem(atValue, value, "an address or a name that leads to one", "");
      }
    } else if (value.matches("\\d{1,4}") && within(Integer.parseInt(value))) {
      into.slots = Integer.parseInt(value);
    } else {
      problem(atValue, value, "a number of ranks from 1 to " + MOST_SLOTS, "");
    }
    into.seen.add(key);
  }

  private static boolean within(int slots) {
    return slots >= 1 && slots <= MOST_SLOTS;
  }
}
