package io.busbar.formats.artefact;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A log by its form alone: no reader knew a line of it, but its lines begin as log lines do. Only
 * words of trouble were looked for in it.
 *
 * @param at its first line
 */
public record PlainLog(Place at) implements Entry {
  private static final int LOOKED_AT = 60;
  private static final int SHARE = 3;

  /** Times, levels and ranks as loggers print them. */
  private static final Pattern FORM =
      Pattern.compile(
          "^\\W{0,3}(?:\\d{4}[-/]\\d\\d[-/]\\d\\d[T ,_:-]+\\d\\d:\\d\\d|\\d{4} [A-Z][a-z]{2} +\\d{1,2}"
              + " \\d\\d:\\d\\d|(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} +\\d{1,2} \\d\\d:\\d\\d:\\d\\d"
              + "|\\d{1,7}\\.\\d{3,9}\\]|[IWEFDV]\\d{4} \\d\\d:\\d\\d|\\d\\d:\\d\\d:\\d\\d|rank ?\\d+\\])"
              + "|^.{0,80}\\b(?:INFO|WARN(?:ING)?|ERROR|DEBUG|CRIT(?:ICAL)?|FATAL|NOTICE|TRACE)\\b"
              + "|^\\s*(?:[\\w./-]+: )?(?:error|warning|fatal|Error|Warning|Fatal)\\b ?:"
              + "|^\\s*File \"[^\"]+\", line \\d+|^Traceback \\(most recent call last\\)");

  /** Whether at least a third of the first lines have the form of a log. */
  public static boolean matches(byte[] head) {
    List<String> lines =
        new String(head, StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.isBlank())
            .limit(LOOKED_AT)
            .toList();
    long log =
        lines.stream()
            .filter(line -> FORM.matcher(Wrapper.body(line)).find() || FORM.matcher(line).find())
            .count();
    return log > 0 && log * SHARE >= lines.size();
  }
}
