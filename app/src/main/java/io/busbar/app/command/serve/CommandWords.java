package io.busbar.app.command.serve;

import io.busbar.app.serve.Call;
import io.busbar.app.serve.Field;
import io.busbar.app.serve.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a command line that an answer names as a call of the workbench. Stateless. */
public final class CommandWords {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  private CommandWords() {}

  /**
   * The call, or null when it needs an option that the view has not, or a file.
   *
   * @param words of the command line after the command's own
   */
  static @Nullable Call call(View view, List<String> words) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    List<Field> arguments = view.fields().stream().filter(Field::argument).toList();
    int next = 0;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String name = equals < 0 ? word : word.substring(0, equals);
      boolean option = word.startsWith("-") && word.length() > 1;
      Field field =
          option ? named(view, name) : next < arguments.size() ? arguments.get(next) : null;
      if (field == null || field.kind() == Field.Kind.FILE) {
        return null;
      }
      String value = equals < 0 ? word : word.substring(equals + 1);
      if (option && field.kind() == Field.Kind.SWITCH) {
        value = "true";
      } else if (option && equals < 0) {
        i++;
        if (i >= words.size()) {
          return null;
        }
        value = words.get(i);
      } else if (!option && !field.repeated()) {
        next++;
      }
      values.computeIfAbsent(field.name(), key -> new ArrayList<>()).add(value);
    }
    return new Call(view.name(), values);
  }

  private static @Nullable Field named(View view, String name) {
    return view.fields().stream().filter(f -> f.name().equals(name)).findFirst().orElse(null);
  }

  /** Words as a shell splits them, without its other powers. */
  static List<String> split(String line) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(line.strip());
    while (matcher.find()) {
      words.add(
          matcher.group(1) != null
              ? matcher.group(1)
              : matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
    }
    return words;
  }
}
