package io.busbar.formats.launch;

import io.busbar.base.problem.Position;
import io.busbar.formats.launch.Launch.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a recipe in Python sets to constants: {@code cfg.model.num_layers = 32}, {@code
 * num_nodes=2} in a call, {@code tp: int = 4} in a function's head. Nothing is evaluated; of
 * several functions that set up a training one is read. Stateless.
 */
final class RecipeReader {
  private static final int MOST_LINES = 50_000;
  private static final int LONGEST_LINE = 2_000;
  private static final String CONSTANT =
      "(-?\\d[\\d_]*(?:\\.\\d+)?|True|False|None|\"[^\"]{0,200}\"|'[^']{0,200}')";
  private static final Pattern STATEMENT =
      Pattern.compile(
          "^\\s*([A-Za-z_][\\w.]{0,200})(?::\\s?[^=]{1,80})?\\s?=\\s?"
              + CONSTANT
              + "\\s*,?\\s*(?:#.*)?$");
  private static final Pattern ARGUMENT =
      Pattern.compile("\\b([a-z_]\\w{0,80})\\s?=\\s?" + CONSTANT);
  private static final Pattern RECIPE =
      Pattern.compile("\\b(?:llm|vlm)\\.(\\w{2,60})\\.(?:pretrain|finetune)_recipe\\b");
  private static final Pattern NAMED =
      Pattern.compile("^def (\\w{2,80}?)_(?:pretrain|finetune|sft|peft)\\w*\\(");

  private RecipeReader() {}

  /** Whether a text looks like a recipe rather than any Python. */
  static boolean isRecipe(String name, String text) {
    return name.endsWith(".py")
        && (text.contains("_recipe")
            || text.contains("megatron.bridge")
            || text.contains("model_parallel_size"));
  }

  static Launch read(String name, String text, Predicate<String> known) {
    List<Setting> outside = new ArrayList<>();
    List<List<Setting>> functions = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Setting> current = outside;
    String[] lines = text.split("\n", MOST_LINES);
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      if (line.length() > LONGEST_LINE) {
        continue;
      }
      if (line.startsWith("def ")) {
        current = new ArrayList<>();
        functions.add(current);
        names.add(line);
      } else if (!line.isBlank()
          && !Character.isWhitespace(line.charAt(0))
          && !line.startsWith(")")) {
        current = outside;
      }
      line(name, i + 1, line, current);
    }
    List<Remark> remarks = new ArrayList<>();
    List<Setting> settings = new ArrayList<>(outside);
    int best = choose(functions, known);
    if (best >= 0) {
      modelOf(name, names.get(best), settings);
      settings.addAll(functions.get(best));
      long others = functions.stream().filter(f -> hits(f, known) > 1).count();
      if (others > 1) {
        remarks.add(
            new Remark(
                Position.of(name),
                "of "
                    + others
                    + " functions that set up a training, this is read: "
                    + names.get(best).split("\\(")[0]));
      }
    }
    WorldReader world = new WorldReader();
    for (Setting setting : settings) {
      String last = setting.name().substring(setting.name().lastIndexOf('.') + 1);
      if (last.equals("num_nodes") || last.equals("num_gpus_per_node")) {
        world.option(
            new Setting(
                last.equals("num_nodes") ? last : "nproc_per_node",
                setting.values(),
                setting.at(),
                setting.nameAt(),
                true));
      }
    }
    return new Launch(LaunchKind.RECIPE, name, "", settings, world.world(), List.of(), remarks);
  }

  private static void modelOf(String source, String head, List<Setting> into) {
    Matcher named = NAMED.matcher(head);
    if (named.find()) {
      Position at = Position.of(source);
      into.add(new Setting("hf_model_id", List.of(named.group(1)), at, at, true));
    }
  }

  private static void line(String source, int number, String line, List<Setting> into) {
    Matcher recipe = RECIPE.matcher(line);
    if (recipe.find()) {
      Position at = new Position(source, number, recipe.start(1) + 1);
      into.add(new Setting("hf_model_id", List.of(recipe.group(1)), at, at, true));
    }
    Matcher statement = STATEMENT.matcher(line);
    if (statement.matches()) {
      add(source, number, statement, into);
      return;
    }
    int hash = line.indexOf('#');
    Matcher argument = ARGUMENT.matcher(hash < 0 ? line : line.substring(0, hash));
    while (argument.find()) {
      add(source, number, argument, into);
    }
  }

  private static void add(String source, int number, Matcher found, List<Setting> into) {
    String value = found.group(2);
    boolean quoted = value.startsWith("\"") || value.startsWith("'");
    String plain = quoted ? value.substring(1, value.length() - 1) : value.replace("_", "");
    if (!plain.equals("None")) {
      into.add(
          new Setting(
              found.group(1),
              List.of(plain),
              new Position(source, number, found.start(2) + 1),
              new Position(source, number, found.start(1) + 1),
              true));
    }
  }

  private static long hits(List<Setting> settings, Predicate<String> known) {
    return settings.stream().filter(setting -> known.test(setting.name())).count();
  }

  private static int choose(List<List<Setting>> functions, Predicate<String> known) {
    int best = -1;
    long most = 0;
    for (int i = 0; i < functions.size(); i++) {
      long hits = hits(functions.get(i), known);
      if (hits > most) {
        best = i;
        most = hits;
      }
    }
    return best;
  }
}
