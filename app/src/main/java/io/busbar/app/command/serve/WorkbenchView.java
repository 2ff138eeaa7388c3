package io.busbar.app.command.serve;

import io.busbar.app.option.EnumConverter;
import io.busbar.app.serve.Field;
import io.busbar.app.serve.View;
import io.busbar.plan.input.PlanOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A command as a view of the workbench. Its form is made from the command's own options, so that it
 * cannot lag behind. To add a view: one more line in {@link #all}.
 *
 * @param name as in permalinks
 * @param title over the form
 * @param path the command, and its subcommand
 * @param live whether it answers quickly enough to be asked with every change
 * @param main options that are shown at once
 * @param without options that write files or change how an answer is shown
 */
public record WorkbenchView(
    String name,
    String title,
    List<String> path,
    boolean live,
    List<String> main,
    Set<String> without) {
  /** Options of every command that the page has in its own way. */
  private static final Set<String> NEVER =
      Set.of(
          "--out",
          "--help",
          "--debug",
          "--format",
          "--width",
          "--emit",
          "--fail-on",
          "--from-link");

  private static final Set<String> FILES = Set.of("FILE", "PATH");

  /** The command whose keys of a plan take several values, between commas. */
  private static final List<String> SEARCH = List.of("search");

  /** Fields whose values are names of a list. */
  private static final Map<String, String> NAMES =
      Map.of(
          "--model", "models",
          "--cluster", "clusters",
          "--node", "nodes",
          "--switch", "switches",
          "--spine-switch", "switches",
          "--nccl", "releases",
          "OPERATION", "operations",
          "--op", "operations",
          "ID", "claims");

  private static final String EXAMPLE = "Example: ";
  private static final int SHORT = 2;

  static List<WorkbenchView> all() {
    return List.of(
        live("plan")
            .showing("--model", "--cluster", "--tp", "--pp", "--cp", "--ep", "--virtual-stages")
            .showing("--micro-batch", "--global-batch", "--sequence", "--precision", "--recompute")
            .showing("--sharding", "--schedule", "--price", "FILE"),
        new WorkbenchView("fabric", "Fabric", List.of("fabric", "load"), true, List.of(), Set.of())
            .showing("--cluster", "--op", "--size", "--routing", "--break", "--who", "--model")
            .showing("--tp", "--pp"),
        live("collective")
            .showing("OPERATION", "--cluster", "-b", "-e", "--ranks", "--nccl", "--algo")
            .showing("--proto", "--env", "--measured"),
        new WorkbenchView("measured", "Measured", List.of("validate"), false, List.of(), Set.of())
            .showing("KIND", "FILE", "--cluster"),
        live("design")
            .showing("--gpus", "--node", "--network", "--switch", "--topology")
            .showing("--oversubscription", "--growth", "--compare"),
        slow("simulate")
            .showing("OPERATION", "--cluster", "--fabric", "--ranks", "--size", "--algo")
            .showing("--fidelity", "--routing", "--congestion", "--fault"),
        new WorkbenchView("step", "Step", List.of("simulate", "step"), false, List.of(), Set.of())
            .showing("--model", "--cluster", "--tp", "--pp", "--overlap", "--bucket")
            .showing("--accumulation", "--fidelity"),
        slow("diagnose")
            .showing("PATH", "--cluster", "--plan", "--since", "--baseline", "--runbook")
            .without("--redact", "--emit-collect", "--list"),
        slow("tune")
            .showing("--cluster", "--check", "--nccl", "--plan")
            .without("--fix", "--tuner"),
        slow("search")
            .showing("--model", "--cluster", "--fabric", "--tokens", "--deadline", "--budget")
            .showing("--max-gpus", "--tp", "--pp", "--global-batch", "FILE")
            .without("--csv", "--save-plan"),
        slow("goodput")
            .showing("--cluster", "--work", "--checkpoint", "--interval", "--watchdog", "--restart")
            .showing("--spares", "--repair"),
        live("textbook").showing("ID"));
  }

  private static WorkbenchView live(String name) {
    return new WorkbenchView(name, title(name), List.of(name), true, List.of(), Set.of());
  }

  private static WorkbenchView slow(String name) {
    return new WorkbenchView(name, title(name), List.of(name), false, List.of(), Set.of());
  }

  private static String title(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private WorkbenchView showing(String... options) {
    List<String> more = new ArrayList<>(main);
    more.addAll(List.of(options));
    return new WorkbenchView(name, title, path, live, List.copyOf(more), without);
  }

  private WorkbenchView without(String... options) {
    return new WorkbenchView(name, title, path, live, main, Set.of(options));
  }

  /** What the page is told of it. */
  View shown(CommandLine line) {
    Map<String, PlanOption> keys =
        PlanOption.all().stream().collect(Collectors.toMap(PlanOption::name, key -> key));
    List<Field> fields = new ArrayList<>();
    for (PositionalParamSpec argument : line.getCommandSpec().positionalParameters()) {
      fields.add(field(argument, argument.paramLabel(), null));
    }
    List<Field> own = new ArrayList<>();
    for (OptionSpec option : line.getCommandSpec().options()) {
      String typed = option.longestName();
      if (NEVER.contains(typed) || without.contains(typed)) {
        continue;
      }
      PlanOption key = keys.get(typed);
      boolean ofPlan = key != null && option.description()[0].equals(key.doc().replace("%", "%%"));
      Field field = field(option, typed, ofPlan ? key : null);
      (ofPlan ? fields : own).add(ofPlan && path.equals(SEARCH) ? field.listed() : field);
    }
    fields.addAll(own);
    String[] description = line.getCommandSpec().usageMessage().description();
    return new View(name, title, String.join(" ", description), live, main, fields);
  }

  private static Field field(ArgSpec arg, String typed, @Nullable PlanOption key) {
    String[] lines = arg.description();
    String help = lines.length == 0 ? "" : lines[0].replace("%%", "%");
    Map<String, Object> schema = key == null ? Map.of() : key.type().schema();
    List<String> choices = choices(arg, schema);
    return new Field(
        typed,
        label(typed, key, help),
        key == null || key.path().indexOf('.') < 0 ? "" : key.path().replaceAll("\\..*", ""),
        help,
        example(lines, typed),
        kind(arg, schema, choices),
        choices,
        NAMES.getOrDefault(typed, ""),
        schema.get("minimum") instanceof Long least ? least : null,
        schema.get("maximum") instanceof Long most ? most : null,
        arg.isMultiValue(),
        arg.isPositional());
  }

  private static String label(String typed, @Nullable PlanOption key, String help) {
    if (key != null) {
      return key.path().replaceAll(".*\\.", "").replace('_', ' ');
    }
    String words = typed.replaceFirst("^-+", "").replace('-', ' ').toLowerCase(Locale.ROOT);
    return typed.startsWith("-") && typed.length() == SHORT
        ? help.replaceAll("[;,.].*", "")
        : words;
  }

  private static String example(String[] lines, String typed) {
    String last = lines.length == 0 ? "" : lines[lines.length - 1].replace("%%", "%");
    if (!last.startsWith(EXAMPLE)) {
      return "";
    }
    String value = last.substring(EXAMPLE.length());
    value = value.startsWith(typed) ? value.substring(typed.length()).strip() : value;
    return value.startsWith("'") && value.endsWith("'")
        ? value.substring(1, value.length() - 1)
        : value;
  }

  private static Field.Kind kind(ArgSpec arg, Map<String, Object> schema, List<String> choices) {
    if (FILES.contains(arg.paramLabel())) {
      return Field.Kind.FILE;
    }
    if (arg instanceof OptionSpec && arg.arity().max() == 0) {
      return Field.Kind.SWITCH;
    }
    if (!choices.isEmpty()) {
      return Field.Kind.CHOICE;
    }
    boolean whole =
        "integer".equals(schema.get("type"))
            || arg.type() == int.class
            || arg.type() == Integer.class;
    return whole && !arg.isMultiValue() ? Field.Kind.NUMBER : Field.Kind.TEXT;
  }

  private static List<String> choices(ArgSpec arg, Map<String, Object> schema) {
    if (arg.converters().length == 1 && arg.converters()[0] instanceof EnumConverter<?> names) {
      return names.names();
    }
    if (schema.get("enum") instanceof List<?> values) {
      return values.stream().map(String::valueOf).toList();
    }
    return "boolean".equals(schema.get("type")) ? List.of("true", "false") : List.of();
  }
}
