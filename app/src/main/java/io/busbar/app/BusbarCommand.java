package io.busbar.app;

import io.busbar.app.text.TextStyle;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What every command is. To add one: a class that extends this, with a picocli {@code Command}
 * annotation and its options; {@code answer()} reads the input, asks the room, and returns {@code
 * options.answer(report)} with {@code @Mixin ReportOptions options}, or {@code Answer.of(text)};
 * and its name in {@link Commands}. Wrong input leaves as an {@code InputException}.
 */
@Command(
    sortOptions = false,
    sortSynopsis = false,
    abbreviateSynopsis = true,
    descriptionHeading = "%n",
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n")
abstract class BusbarCommand implements Callable<Integer> {
  private static final String STDOUT = "-";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      order = 90,
      description = {
        "Write the answer to FILE, whole or not at all; - is standard output, the default.",
        "Example: --out answer.html"
      })
  private String out = STDOUT;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      order = 91,
      description = {"Show this help.", "Example: --help"})
  private boolean help;

  private final Terminal terminal;

  BusbarCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Does the work; nothing is written before it is done. */
  protected abstract Answer answer();

  /** Whether {@code --out} names a file. */
  protected final boolean writes() {
    return !out.equals(STDOUT);
  }

  @Override
  public final Integer call() {
    Answer answer = answer();
    if (answer.equals(Answer.NOTHING)) {
      return answer.exitCode();
    }
    if (!answer.file().isEmpty()) {
      OutFile.write(out, answer.file());
    }
    if (!writes() || !answer.file().isEmpty()) {
      terminal.print(answer.text().apply(terminal.style()));
    } else {
      OutFile.write(out, answer.text().apply(TextStyle.FILE));
    }
    return answer.exitCode();
  }
}
