package io.busbar.app.sweep;

import io.busbar.app.fleet.SweepAsk;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a sweep and makes its calls, the first option varying slowest. Stateless. */
public final class SweepFile {
  private static final List<String> KEYS = List.of("name", "run", "vary");
  private static final List<String> COMMANDS =
      List.of("plan", "simulate", "collective", "goodput", "design", "fabric", "algo");
  private static final Pattern RUN = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})");
  private static final Pattern OPTION = Pattern.compile("--[a-z][a-z0-9-]*");
  private static final int MOST = 1_000_000;

  private SweepFile() {}

  /**
   * The calls of a file.
   *
   * @throws io.busbar.base.problem.InputException with every problem found
   */
  public static SweepAsk of(Tree root, String out) {
    Problems problems = new Problems();
    if (!(root instanceof Tree.Mapping file)) {
      problems.add(root.at(), "", root.shown(), "a sweep file: keys run and vary", "");
      problems.throwIfAny();
      throw new IllegalStateException("there was a problem");
    }
    for (Map.Entry<String, Tree.Entry> entry : file.entries().entrySet()) {
      if (!KEYS.contains(entry.getKey())) {
        String hint = Nearest.hint(entry.getKey(), KEYS);
        problems.add(entry.getValue().keyAt(), "", entry.getKey(), "name, run or vary", hint);
      }
    }
    List<String> call = call(file, problems);
    Map<String, List<String>> vary = vary(file, problems);
    long size = 1;
    for (List<String> values : vary.values()) {
      size = Math.min(MOST + 1L, size * values.size());
    }
    if (size > MOST) {
      problems.add(file.at(), "vary", "more", "at most " + MOST + " calls", "");
    }
    problems.throwIfAny();
    String name = file.text("name");
    return new SweepAsk(
        name == null ? "sweep" : name, columns(vary), rows(call, vary, (int) size), out);
  }

  private static List<String> columns(Map<String, List<String>> vary) {
    return vary.keySet().stream().map(option -> option.substring(2).replace('-', '_')).toList();
  }

  private static List<String> call(Tree.Mapping file, Problems problems) {
    String run = file.text("run");
    List<String> words = run == null ? List.of() : Arrays.asList(run.strip().split("\\s+"));
    if (words.isEmpty() || !COMMANDS.contains(words.getFirst())) {
      String hint = words.isEmpty() ? "e.g. run: simulate all_reduce --fabric fat-tree:4" : "";
      String expected = "a call of " + String.join(", ", COMMANDS);
      problems.add(file.at("run"), "run", run == null ? "" : run, expected, hint);
    }
    for (String word : words) {
      if (List.of("--out", "--format", "--emit-artefacts").contains(word.replaceFirst("=.*", ""))) {
        problems.add(file.at("run"), "run", word, "a call that prints its answer", "");
      }
    }
    return words;
  }

  private static Map<String, List<String>> vary(Tree.Mapping file, Problems problems) {
    Map<String, List<String>> vary = new LinkedHashMap<>();
    Tree asked = file.get("vary");
    if (!(asked instanceof Tree.Mapping mapping) || mapping.entries().isEmpty()) {
      String read = asked == null ? "" : asked.shown();
      problems.add(file.at("vary"), "vary", read, "options with lists of values", "");
      return vary;
    }
    mapping
        .entries()
        .forEach((key, entry) -> {
          String option = key.startsWith("--") ? key : "--" + key.replace('_', '-');
          if (!OPTION.matcher(option).matches()) {
            problems.add(entry.keyAt(), "vary", key, "the name of an option", "");
          }
          vary.put(option, values(entry.value(), "vary." + key, problems));
        });
    return vary;
  }

  private static List<String> values(Tree value, String key, Problems problems) {
    List<Tree> items = value instanceof Tree.Sequence list ? list.items() : List.of(value);
    List<String> values = new ArrayList<>();
    for (Tree item : items) {
      if (!(item instanceof Tree.Scalar scalar)) {
        problems.add(item.at(), key, item.shown(), "a value, or a run such as 1..100", "");
        continue;
      }
      Matcher run = RUN.matcher(scalar.text());
      if (!scalar.quoted() && run.matches()) {
        long from = Long.parseLong(run.group(1));
        long to = Long.parseLong(run.group(2));
        if (to < from || to - from >= MOST) {
          problems.add(item.at(), key, scalar.text(), "a run of up to " + MOST + " numbers", "");
        }
        for (long number = from; number <= Math.min(to, from + MOST); number++) {
          values.add(Long.toString(number));
        }
      } else {
        values.add(scalar.text());
      }
    }
    if (values.isEmpty()) {
      problems.add(value.at(), key, value.shown(), "at least one value", "");
    }
    return values;
  }

  private static List<SweepAsk.Row> rows(
      List<String> call, Map<String, List<String>> vary, int size) {
    List<String> options = List.copyOf(vary.keySet());
    List<List<String>> choices = List.copyOf(vary.values());
    List<SweepAsk.Row> rows = new ArrayList<>(size);
    for (int number = 0; number < size; number++) {
      String[] chosen = new String[options.size()];
      int rest = number;
      for (int i = options.size() - 1; i >= 0; i--) {
        List<String> values = choices.get(i);
        chosen[i] = values.get(rest % values.size());
        rest /= values.size();
      }
      List<String> words = new ArrayList<>(call);
      for (int i = 0; i < chosen.length; i++) {
        if (!chosen[i].isEmpty()) { // an empty value leaves the option out
          words.add(options.get(i) + "=" + chosen[i]);
        }
      }
      rows.add(new SweepAsk.Row(Arrays.asList(chosen), words));
    }
    return rows;
  }
}
