package io.busbar.app.option;

import io.busbar.app.call.ExitCodes;
import io.busbar.base.report.Severity;
import io.busbar.diagnose.Diagnosis;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;

/**
 * What makes a diagnosis fail a script.
 *
 * @param severity of findings, and all graver ones
 * @param unread whether one input that could not be read is enough
 */
public record FailOn(Severity severity, boolean unread) {
  private static final String UNREAD = "unread";

  /** The exit code for a diagnosis: what was found says more than what is missing. */
  public int code(Diagnosis diagnosis) {
    int found =
        ExitCodes.of(diagnosis.findings().stream().map(Diagnosis.Cause::severity), severity);
    if (found != ExitCodes.DONE || unread && !diagnosis.verdict().unread().isEmpty()) {
      return ExitCodes.FOUND;
    }
    if (!diagnosis.faults().isEmpty()) {
      return ExitCodes.PART_FAILED;
    }
    return diagnosis.unread() ? ExitCodes.UNREAD : ExitCodes.DONE;
  }

  /** Reads {@code warning}, {@code unread}, {@code critical,unread}. */
  public static final class Converter implements ITypeConverter<FailOn> {
    @Override
    public FailOn convert(String text) throws Exception {
      List<String> words = new ArrayList<>(Stream.of(text.split(",")).map(String::strip).toList());
      boolean unread = words.removeIf(word -> word.toLowerCase(Locale.ROOT).equals(UNREAD));
      if (words.isEmpty() && unread) {
        return new FailOn(Severity.CRITICAL, true);
      }
      return new FailOn(new SeverityConverter().convert(String.join(",", words)), unread);
    }
  }
}
