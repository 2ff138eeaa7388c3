package io.busbar.formats.shell;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What commands print whose output follows from their words alone. Stateless. */
final class ShellBuiltins {
  private ShellBuiltins() {}

  /** The output without its last line end, or null when it is not known. */
  static @Nullable Traced output(List<Traced> words, ShellState state) {
    int place = words.getFirst().at(0);
    List<Traced> rest = words.subList(1, words.size());
    String program = words.getFirst().text;
    if (program.equals("echo") || program.equals("printf")) {
      return echo(rest);
    }
    if (rest.stream().anyMatch(word -> !word.known())) {
      return null;
    }
    String joined = rest.stream().map(word -> word.text).collect(Collectors.joining(" "));
    return switch (program) {
      case "expr" -> {
        Long value = ShellArithmetic.value(joined, state);
        yield value == null ? null : Traced.made(value.toString(), place);
      }
      case "basename" -> rest.isEmpty() ? null : Traced.made(baseName(rest), place);
      case "dirname" -> rest.isEmpty() ? null : Traced.made(folder(rest.getLast().text), place);
      default -> null;
    };
  }

  private static Traced echo(List<Traced> words) {
    Traced.Builder out = new Traced.Builder();
    boolean options = true;
    for (Traced word : words) {
      options &= word.text.matches("-[neE]+");
      if (options) {
        continue;
      }
      if (!out.isEmpty()) {
        out.add(' ', word.at(0));
      }
      out.add(word);
    }
    return out.build();
  }

  private static String baseName(List<Traced> words) {
    String path = words.getFirst().text;
    String name = path.substring(path.lastIndexOf('/') + 1);
    String ending = words.size() > 1 ? words.get(1).text : "";
    return !ending.isEmpty() && name.endsWith(ending)
        ? name.substring(0, name.length() - ending.length())
        : name;
  }

  private static String folder(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "." : path.substring(0, Math.max(1, slash));
  }
}
