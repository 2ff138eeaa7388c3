package io.busbar.app.option;

import io.busbar.formats.tree.Tree;
import io.busbar.plan.input.PlanOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options that set keys of a plan, made from the plan file's own declaration so that file and
 * command line cannot differ. Filled by picocli; one command line, one use.
 */
public final class PlanOptions {
  private final Map<String, String> typed = new LinkedHashMap<>();

  /** Adds them all to a command. */
  public void addTo(CommandSpec command) {
    addTo(command, Set.of());
  }

  /** Adds them to a command that has some in its own way. */
  public void addTo(CommandSpec command, Set<String> without) {
    for (PlanOption option : PlanOption.all()) {
      if (without.contains(option.name())) {
        continue;
      }
      String example = option.name() + " " + quoted(option.example());
      ISetter setter =
          new ISetter() {
            @Override
            public <T> T set(T value) {
              if (value != null) {
                typed.put(option.name(), value.toString());
              }
              return value;
            }
          };
      command.addOption(
          OptionSpec.builder(option.name())
              .paramLabel("VALUE")
              .type(String.class)
              .description(literal(option.doc()), literal("Example: " + example))
              .setter(setter)
              .build());
    }
  }

  /** As a shell needs it. */
  private static String quoted(String example) {
    return example.matches("[\\w.,:%/-]*") ? example : "'" + example + "'";
  }

  /** Picocli formats descriptions, so a percent sign has to be doubled. */
  private static String literal(String text) {
    return text.replace("%", "%%");
  }

  /** What was typed, as values of keys of the plan. */
  public Map<String, Tree.Scalar> overlay() {
    return PlanOption.overlay(typed);
  }

  /** What was typed, by option. */
  public Map<String, String> typed() {
    return Map.copyOf(typed);
  }

  /** Takes values for options that were not typed. */
  public void under(Map<String, String> others) {
    others.forEach(typed::putIfAbsent);
  }

  public boolean any() {
    return !typed.isEmpty();
  }
}
