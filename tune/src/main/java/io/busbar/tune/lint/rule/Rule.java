package io.busbar.tune.lint.rule;

import io.busbar.formats.env.CommandLine;
import io.busbar.formats.env.PythonCall;
import java.util.List;
import java.util.Set;

/**
 * Looks at one thing and says what is wrong with it. A rule overrides the method for what it looks
 * at; its texts and examples stand in {@code lint/rules.properties} under its code. Stateless.
 */
public abstract class Rule {
  private final String code;

  /**
   * @param code stable name in kebab-case
   */
  protected Rule(String code) {
    this.code = code;
  }

  public final String code() {
    return code;
  }

  /** A setting by itself; only called for those whose value is known. */
  public void value(Setting setting, Context context, Hits out) {}

  /** A setting whether or not its value is known. */
  public void name(Setting setting, Context context, Hits out) {}

  /** All settings of a process, container, command or file together. */
  public void together(Settings settings, Context context, Hits out) {}

  /** Programs, by name without a folder, whose command lines the rule looks at. */
  public Set<String> programs() {
    return Set.of();
  }

  /** A command line in which one of {@link #programs} runs. */
  public void command(CommandLine command, Context context, Hits out) {}

  /** A call in Python. */
  public void call(PythonCall call, Context context, Hits out) {}

  /** A file as a whole. */
  public void file(Context context, Hits out) {}

  /** Switches, hosts' ports and traffic classes of all files together, when all were read. */
  public void fabric(RoceSide roce, Hits out) {}

  /** All files that show what processes had, when everything was read. */
  public void across(List<Context> observed, Hits out) {}
}
