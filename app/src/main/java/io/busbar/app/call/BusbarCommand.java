package io.busbar.app.call;

import io.busbar.app.render.text.TextStyle;
import picocli.CommandLine.Option;

/**
 * A command whose answer is printed or written to a file. To add one: a class that extends this,
 * with a picocli {@code Command} annotation and its options; {@code answer()} reads the input, asks
 * the room, and returns {@code options.answer(report)} with {@code @Mixin ReportOptions options},
 * or {@code Answer.of(text)}; and its name in {@link Commands}. Wrong input leaves as an {@code
 * InputException}.
 */
public abstract class BusbarCommand extends PlainCommand {
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

  protected BusbarCommand(Terminal terminal) {
    super(terminal);
  }

  /** Whether {@code --out} names a file. */
  protected final boolean writes() {
    return !out.equals(STDOUT);
  }

  @Override
  protected final void write(Answer answer, Terminal to) {
    if (!answer.file().isEmpty()) {
      OutFile.write(out, answer.file());
    }
    if (!writes() || !answer.file().isEmpty()) {
      super.write(answer, to);
    } else {
      OutFile.write(out, answer.text().apply(TextStyle.FILE));
    }
  }
}
