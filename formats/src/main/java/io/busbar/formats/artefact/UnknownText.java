package io.busbar.formats.artefact;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text that no reader knew a line of, told by its form: lines of a log, or names with values and
 * tables as commands print them. States that sound bad and counters of errors that are not zero are
 * kept as {@link Suspect}s, so that nothing a person would stumble over is passed over in silence.
 */
public final class UnknownText {
  private static final int LOOKED_AT = 400;
  private static final int FORM_LINES = 60;
  private static final int MOST_TEXT = 240;
  private static final int LOG_SHARE = 3;
  private static final int MOST_SUSPECTS = 40;
  private static final int WEIGHT_BAD = 3;
  private static final int WEIGHT_ODD = 2;

  /** Times, levels and ranks as loggers print them. */
  private static final Pattern LOG =
      Pattern.compile(
          "^\\W{0,8}(?:\\d{4}[-/]\\d\\d[-/]\\d\\d[T ,_:-]+\\d\\d:\\d\\d|\\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d|\\d{4} [A-Z][a-z]{2}"
              + " +\\d{1,2} \\d\\d:\\d\\d|(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} +\\d{1,2}"
              + " \\d\\d:\\d\\d:\\d\\d|\\d{1,7}\\.\\d{3,9}\\]|[IWEFDV]\\d{4}(?:\\d{4})?"
              + " \\d\\d:\\d\\d|\\d\\d:\\d\\d:\\d\\d|rank ?\\d+\\])"
              + "|^.{0,80}\\b(?:INFO|WARN(?:ING)?|ERROR|DEBUG|CRIT(?:ICAL)?|FATAL|NOTICE|TRACE)\\b"
              + "|^\\[[\\w./ -]{1,40}\\] \\[[A-Z]\\] |\\blevel=(?:info|warn(?:ing)?|error|fatal|debug)\\b|^\\s*(?:[\\w./-]+:"
              + " )?(?:error|warning|fatal|Error|Warning|Fatal)\\b ?:|^\\s*File \"[^\"]+\", line"
              + " \\d+|^Traceback \\(most recent call last\\)|^(?:[\\w.-]{1,90}"
              + " ){1,3}\\d{4}[-/]\\d\\d[-/]\\d\\d[T ]\\d\\d:\\d\\d|^\\+ \\S|^\\d{1,5}\\.\\d{2,3}"
              + " [A-Za-z]|^[0-9a-fA-F]{4,16}:? +(?:[0-9a-fA-F]{2} ){8}"
              + "|^ {0,4}(?:iteration|step|epoch) {1,12}\\d{1,9}/ {0,9}\\d{1,9} \\|");

  /** A name with a value: {@code rx_errors: 0}, {@code State = UP}, {@code <total>0</total>}. */
  private static final Pattern VALUE =
      Pattern.compile(
          "^[\\s|*#\\[\\]\\d-]*[<\"]?([A-Za-z][\\w ./()%-]{1,50}?)\"?(?:\\s*[:=|>]\\s*|\\s{2,}|\\t)"
              + "(\\S.{0,120})$");

  /** A line shows its form at its beginning; patterns of forms look back over what they see. */
  private static final int WIDTH = 300;

  /** A row of a table: at least three cells with two blanks or a bar between. */
  private static final Pattern ROW =
      Pattern.compile("^\\s*\\S+(?:(?:\\s{2,}|\\t|\\s?\\|\\s?)\\S+.*){2}$");

  /** A command behind a prompt. */
  private static final Pattern PROMPT =
      Pattern.compile("^\\[?[\\w.@-]{1,80}+[^#$>]{0,30}[#$>] \\S");

  /** A thing and its state in words. */
  private static final Pattern STATE =
      Pattern.compile(
          "(?i)\\b(?:is|not|are) (?:up|down|present|enabled|disabled|ok|active|online|offline)\\b");

  private static final Pattern ERRORS =
      Pattern.compile(
          "(?i)(?:^|[_\\W])(?:\\w{0,40}err(?:or)?s?|crc|fcs|uncorrect\\w*|corrupt\\w*|fail(?:ed|ures?)?|fatal\\w*)"
              + "(?:$|[_\\W])");

  /** Errors that the hardware mended by itself. */
  private static final Pattern MENDED =
      Pattern.compile("(?i)(?<!un|in)correct(?:able|ed)|recovered");

  private static final Pattern ODD =
      Pattern.compile(
          "(?i)(?:drop|discard|retr(?:y|ies|ans)|timeout|lost|missed|overrun|overflow|out_of)");

  /** A setting, which says nothing of what happened. */
  private static final Pattern SETTING =
      Pattern.compile(
          "(?i)max|min_|limit|interval|threshold|policy|dropout|drop_last|(?:timeout|delay|wait|retry)(?:_\\w+)?$");

  private static final Pattern COUNT = Pattern.compile("^([1-9]\\d{0,18})\\b(?![.:/%x-])");
  private static final Pattern BAD_STATE =
      Pattern.compile(
          "(?i)^\"?(?:down|failed|failure|error|err!?|faulty|degraded|unhealthy|critical|not"
              + " ?ready|not ok|offline|dead|no"
              + " link|no[- ]carrier|disconnected|notpresent|crashed|unreachable|expired)\\b");

  private UnknownText() {}

  /**
   * Tells the form of a text and keeps what looks like a fault by its values.
   *
   * @return a kind to show, or empty text when it has no form that is known
   */
  public static String read(String file, byte[] head, Found found) {
    List<String> lines =
        new String(head, StandardCharsets.UTF_8)
            .lines()
            .limit(LOOKED_AT)
            .map(line -> line.length() > WIDTH ? line.substring(0, WIDTH) : line)
            .toList();
    List<String> form =
        lines.stream()
            .filter(l -> !l.isBlank() && !PROMPT.matcher(l).find())
            .limit(FORM_LINES)
            .toList();
    long logs = form.stream().filter(UnknownText::isLog).count();
    if (logs > 0 && logs * LOG_SHARE >= form.size()) {
      found.add(new PlainText(new Place(file, 1, "")));
      return "log lines";
    }
    long values = form.stream().filter(UnknownText::isValue).count();
    if (form.size() < 2 || values * 2 < form.size()) {
      return "";
    }
    int kept = 0;
    for (int i = 0; i < lines.size() && kept < MOST_SUSPECTS; i++) {
      int weight = weight(lines.get(i));
      if (weight > 0) {
        kept++;
        Place at = new Place(file, i + 1, lines.get(i));
        found.add(new Suspect(SuspectReader.shape(lines.get(i)), weight, 1, "", at));
      }
    }
    found.add(new PlainText(new Place(file, 1, "")));
    return "names and values";
  }

  private static boolean isLog(String line) {
    return LOG.matcher(Wrapper.body(line)).find() || LOG.matcher(line).find();
  }

  private static boolean isValue(String line) {
    return ROW.matcher(line).find() || VALUE.matcher(line).find() || STATE.matcher(line).find();
  }

  private static int weight(String line) {
    Matcher m = VALUE.matcher(line);
    if (!m.find()) {
      return 0;
    }
    String value = m.group(2).strip();
    if (BAD_STATE.matcher(value).find()) {
      return WEIGHT_BAD;
    }
    if (!COUNT.matcher(value).find()) {
      return 0;
    }
    return ERRORS.matcher(m.group(1)).find() && !MENDED.matcher(m.group(1)).find()
        ? WEIGHT_BAD
        : ODD.matcher(m.group(1)).find() && !SETTING.matcher(m.group(1)).find() ? WEIGHT_ODD : 0;
  }
}
