package io.busbar.app;

import io.busbar.app.render.text.TextStyle;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes manual pages (AsciiDoc) and completions for bash, zsh and fish from the commands' own
 * declarations: {@code Pages FOLDER}. Part of {@code tools/release}, in the package of the command
 * line so that nothing of it has to be public.
 */
final class Pages {
  private Pages() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Terminal quiet = new Terminal(OutputStream.nullOutputStream(), nowhere, TextStyle.FILE);
    CommandLine line = Main.line(quiet);
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));

    File manual = Files.createDirectories(folder.resolve("man")).toFile();
    List<CommandSpec> specs = new ArrayList<>(List.of(line.getCommandSpec()));
    line.getSubcommands().values().forEach(each -> specs.add(each.getCommandSpec()));
    int code =
        ManPageGenerator.generateManPage(
            manual, null, new boolean[0], false, specs.toArray(CommandSpec[]::new));
    if (code != 0) {
      throw new IOException("manual pages: code " + code);
    }
    Path completion = Files.createDirectories(folder.resolve("completion"));
    Files.writeString(completion.resolve("busbar.bash"), AutoComplete.bash("busbar", line));
    Files.writeString(completion.resolve("busbar.fish"), fish(line));
  }

  /** picocli knows bash and zsh only. */
  private static String fish(CommandLine line) {
    StringBuilder out = new StringBuilder("complete -c busbar -f -n __fish_use_subcommand\n");
    line.getSubcommands()
        .forEach((name, command) -> {
          CommandSpec spec = command.getCommandSpec();
          out.append("complete -c busbar -n __fish_use_subcommand -a ").append(name);
          out.append(" -d ").append(quoted(spec.usageMessage().description())).append('\n');
          for (OptionSpec option : spec.options()) {
            out.append(option(name, option));
          }
        });
    return out.toString();
  }

  private static String option(String command, OptionSpec option) {
    StringBuilder out = new StringBuilder("complete -c busbar -n '__fish_seen_subcommand_from ");
    out.append(command).append('\'');
    for (String name : option.names()) {
      boolean isLong = name.startsWith("--");
      String bare = name.substring(isLong ? 2 : 1);
      out.append(isLong ? " -l " : bare.length() == 1 ? " -s " : " -o ").append(bare);
    }
    if (option.arity().max() > 0) {
      out.append(" -r");
    }
    return out.append(" -d ").append(quoted(option.description())).append('\n').toString();
  }

  /** The beginning of a description, up to its first stop, as a word of the shell. */
  private static String quoted(String[] description) {
    String first = description.length == 0 ? "" : description[0].split("[.:;](\\s|$)", 2)[0];
    return "'" + first.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
