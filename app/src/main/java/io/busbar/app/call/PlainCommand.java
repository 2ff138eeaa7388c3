package io.busbar.app.call;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What every command has, whatever it does with its answer; most are {@link BusbarCommand}s. */
@Command(
    sortOptions = false,
    sortSynopsis = false,
    abbreviateSynopsis = true,
    descriptionHeading = "%n",
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n")
public abstract class PlainCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      order = 91,
      description = {"Show this help.", "Example: --help"})
  private boolean help;

  private final Terminal terminal;

  protected PlainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Does the work; nothing is written before it is done. */
  protected abstract Answer answer();

  /** The answer, written nowhere: for those who ask a command in this process. */
  public final Answer unwritten() {
    return answer();
  }

  @Override
  public final Integer call() {
    Answer answer = answer();
    if (!answer.isNothing()) {
      write(answer, terminal);
    }
    return answer.exitCode();
  }

  /** Brings an answer to where it belongs: here, standard output. */
  protected void write(Answer answer, Terminal to) {
    to.print(answer.text().apply(to.style()));
  }
}
