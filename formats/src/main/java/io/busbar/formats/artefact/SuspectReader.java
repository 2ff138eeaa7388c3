package io.busbar.formats.artefact;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps lines that look like faults, whoever wrote them: by words of severity, one of each shape.
 * What other readers know is sorted out by who asks. Bounded: a fixed number of shapes a file.
 */
public final class SuspectReader implements LineReader {
  private static final int MOST_SHAPES = 400;
  private static final int MOST_TEXT = 240;
  private static final String TRACEBACK = "Traceback (most recent call last)";
  private static final int CUT = 3;

  /** Characters of a line that are looked at for such words; what is longer is hardly a message. */
  private static final int MOST_WEIGHED = 4_000;

  private static final Pattern GRAVE =
      Pattern.compile(
          "\\b(?:panic|BUG:|Oops|[Ss]egmentation fault|core"
              + " dumped|FATAL|[Ff]atal|SIG(?:SEGV|BUS|ABRT"
              + "|KILL|ILL)|[Uu]ncorrect(?:able|ed)|catastrophic|CRITICAL|EMERG|ALERT|[Cc]orrupt(?:ed"
              + "|ion))\\b");
  private static final Pattern ERROR =
      Pattern.compile(
          "\\b(?:ERROR|[Ee]rror|ERR|ERRORS|[Ff]ail(?:ed|ure|s)?|FAIL(?:ED|URE)?|[Ee]xception)\\b"
              + "|\\b\\w+(?:Error|Exception|Failure)\\b");
  private static final Pattern STRONG =
      Pattern.compile(
          "(?i)\\b(?:timed? ?out|timeout[,!.]?(?!['\"]?"
              + " ?[=:(]|s?\\b.{0,20}set)|refused|unreachable|not"
              + " responding|hung|hanging|hangs|stuck|deadlock\\w*|evict(?:ed|ing|ion)?|unhealthy|degraded|crashed|unexpectedly|unresponsive|overheat\\w*|(?:is|went|marking|to|into|state|status)["
              + " :=]{1,3}down|(?:has become|became|went)"
              + " (?:inactive|unavailable|offline|disabled))\\b|<<<NULL>>>");
  private static final Pattern RETRY =
      Pattern.compile("(?i)\\b(?:retrying|will retry|try(?:ing)? again|attempt \\d)");
  private static final Pattern FAULT =
      Pattern.compile(
          "(?i)\\b(?:denied|can(?:no|')t|could not|couldn't|unable"
              + " to|abort(?:ed|ing)?|timeout|lost|dropp(?:ed|ing)|mismatch|invalid|not found|no"
              + " such|killed|terminated|bad|garbage|can"
              + " not|illegal|reject(?:s|ed)|refus(?:es|ing)|is NULL|too"
              + " (?:many|large|small|big|long|few)|does(?:n't| not)|doesn't|resetting)\\b");
  private static final Pattern WARNING =
      Pattern.compile(
          "(?i)\\b(?:warn(?:ing)?|retr(?:y|ying|ied)|stall(?:ed|s)?|slow|expired|unavailable"
              + "|disconnect(?:ed|ion)?|deadlock|overflow|exceed(?:s|ed)?|discard(?:s|ed)?|flap\\w*"
              + "|storm|violation|unsupported|not (?:supported|available|ready|permitted|allowed"
              + "|running)|incomplete|unexpected\\w*|conflict\\w*|down|missing|blocked|rejected"
              + "|skipp(?:ed|ing)|incompatible)\\b|_incomplete_");

  /** Severity error and worse before the message: of glog, klog, Ray, PyTorch, Slurm, Go. */
  private static final Pattern LEVEL =
      Pattern.compile(
          "^(?:\\S+ ){0,3}?\\[?[EF]\\d{3,8} \\d\\d:\\d\\d:\\d\\d\\.\\d|^\\[\\d{4}-\\d\\d-\\d\\d"
              + " [\\d:,.]+ [EF] \\d|^(?:\\[[^\\]]{1,40}\\] ?){0,3}\\[[EF]\\] |^(?:\\S+ ){0,6}?(?:error|fatal|ERROR|FATAL|CRITICAL|E(?=/)):"
              + " |\\blevel=(?:error|fatal|panic|critical)\\b|\"(?:level|severity)\" ?:"
              + " ?\"(?i:error|fatal|panic|critical)\"");

  /** What the class of an exception looks like at the end of a traceback. */
  private static final Pattern EXCEPTION =
      Pattern.compile(
          "^\\s*(?:E\\s+)?((?:[A-Za-z_]\\w*\\.){0,8}[A-Z]\\w*(?:Error|Exception|Failure|Exit"
              + "|Interrupt|Timeout))(?::|$|\\()");

  /** Counters, names, options and sentences that deny what they name. */
  private static final Pattern HARMLESS =
      Pattern.compile(
          "(?i)(?:^\\s*\"[\\w"
              + " -]+\"\\s*:\\s*(?:0|null|false|true|\"0?\"|[\\[{])|\\b(?:no|0|zero|without|any|if|when|on|ignor\\w+)"
              + " (?:\\w+"
              + " ){0,3}(?:errors?|fail\\w*|warnings?|exceptions?)\\b|\\b(?![\\w.-]{0,40}failed \\()[\\w.-]{0,40}(?:errors?|fail\\w*|retries|timeouts?|drop\\w*|discards?|lost|exceptions?|count)\\b[\\w."
              + " ()/-]{0,60}[:=]+\\s*(?:0|none|N/A|no|false|\"\")\\s*(?:$|[,;})])|^[^a-zA-Z]{0,9}[\\w.-]{0,80}(?:error|fail|timeout)\\w*\\s?[:=]\\s*$|error[_"
              + " -](?:file|log|rate|handling|count|code:?"
              + " ?0\\b|check)|--[\\w-]{0,60}(?:error|fail|timeout)|set by environment|\\btimeout['\"]?"
              + " ?[=:(]|TIMEOUT\\(ms\\)|time ?out of"
              + " \\d|log[_-]?level|errors?\\.(?:log|txt|py)|Symbol\\s*Error|Errors?"
              + " ?Counter|DistributedDebug|NCCL_ASYNC_ERROR_HANDLING|with"
              + " error\\b.{0,3}$|#wrong|error \\(GB/s\\)|\\berrors? 0(?:\\.0+)?\\b|Failed units: 0)");

  /** Files that people write, in which such words are no events. */
  private static final Pattern WRITTEN =
      Pattern.compile(
          "(?i)\\.(?:ya?ml|sh|bash|py|slurm|sbatch|xml|conf|cfg|toml|ini|md|md\\.txt|rst|cmake|html?|ipynb|service)$"
              + "|(?:^|/)(?:Dockerfile|Containerfile|Makefile|CMakeLists|requirements|LICEN[CS]E|NOTICE|COPYING"
              + "|README|CHANGELOG)[^/]*$");

  private static final Pattern NUMBERS = Pattern.compile("0x[0-9a-fA-F]+|\\d+");

  /** Lines that use such words and mean no harm. */
  private static final Pattern KNOWN = known();

  private static Pattern known() {
    InputStream in =
        Objects.requireNonNull(SuspectReader.class.getResourceAsStream("harmless.tsv"));
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return Pattern.compile(
          lines
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .map(line -> "(?:" + line.split("\t+", 2)[0] + ")")
              .collect(Collectors.joining("|")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final Map<String, Seen> shapes = new LinkedHashMap<>();

  /** A traceback of which the end has not come yet. */
  private @Nullable Place open;

  private static final class Seen {
    private final int weight;
    private final String exception;
    private final Place at;
    private long count;

    Seen(int weight, String exception, Place at) {
      this.weight = weight;
      this.exception = exception;
      this.at = at;
    }
  }

  @Override
  public String kind() {
    return ""; // that a line looks like a fault does not make its file understood
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "rror",
        "RROR",
        "ERR",
        "ail",
        "AIL",
        "atal",
        "FATAL",
        "anic",
        "xception",
        "imed out",
        "imeout",
        "TIMEOUT",
        "bort",
        "orrupt",
        "ault",
        "SIG",
        "enied",
        "nreachable",
        "annot",
        "an't",
        "ould not",
        "nable to",
        "not responding",
        "hung",
        "hang",
        "stuck",
        "ost",
        "ropped",
        "ismatch",
        "nvalid",
        "ot found",
        "o such",
        "illed",
        "erminated",
        "arning",
        "WARN",
        "CRIT",
        "BUG:",
        "Oops",
        "ncorrect",
        "egraded",
        "nhealthy",
        "arbage",
        "an not",
        "llegal",
        "eject",
        "efus",
        "is NULL",
        "oo many",
        "oo large",
        "oo small",
        "oo long",
        "oesn't",
        "oes not",
        "esetting",
        "own",
        "ull",
        "core dumped",
        "Exit",
        "Interrupt",
        "ALERT",
        "Traceback",
        "EMERG",
        "vict",
        "nactive",
        "NULL>",
        "E0",
        "E1",
        "E2",
        "F0",
        "F1",
        "F2",
        "[E",
        "[F]",
        " E ",
        "level=",
        "\"level\"",
        "atastrophic",
        "etry",
        "tall",
        "slow",
        "xpired",
        "navailable",
        "isconnect",
        "eadlock",
        "verflow",
        "xceed",
        "iscard",
        "flap",
        "storm",
        "iolation",
        "nsupported",
        "not ",
        "incomplete",
        "nexpected",
        "onflict",
        "issing",
        "locked",
        "kipp",
        "ncompatible");
  }

  @Override
  public boolean read(Line line, Found found) {
    if (WRITTEN.matcher(line.file()).find()) {
      return false;
    }
    String text = line.body();
    if (text.contains(TRACEBACK)) {
      open = line.place();
      return false;
    }
    int weight = weight(text);
    Matcher m = EXCEPTION.matcher(text);
    String exception = m.find() ? m.group(1) : "";
    open = exception.isEmpty() ? open : null;
    if (weight == 0 && exception.isEmpty()) {
      return false;
    }
    String shape = shape(text);
    Seen seen = shapes.get(shape);
    if (seen == null && shapes.size() < MOST_SHAPES) {
      seen = new Seen(exception.isEmpty() ? weight : 4, exception, line.place());
      shapes.put(shape, seen);
    }
    if (seen != null) {
      seen.count++;
    }
    return false;
  }

  /** Whether a line is known to mean no harm, whatever its words. */
  public static boolean harmless(String text) {
    return KNOWN.matcher(text).find();
  }

  /** Whether a line says that something is tried again. */
  public static boolean tried(String text) {
    return RETRY.matcher(text).find();
  }

  /** Whether a line says that something failed; what shows that one thing is sound may. */
  public static boolean error(String text) {
    return weight(text) >= 3;
  }

  /** How much a line looks like a fault: 4 for the gravest words, 0 for none. */
  static int weight(String line) {
    String text = line.length() > MOST_WEIGHED ? line.substring(0, MOST_WEIGHED) : line;
    if (KNOWN.matcher(text).find()) {
      return 0;
    }
    boolean said = LEVEL.matcher(text).find(); // who wrote it says that it is an error
    if (!said && HARMLESS.matcher(text).find()) {
      return 0;
    }
    if (GRAVE.matcher(text).find()) {
      return 4;
    }
    boolean again = RETRY.matcher(text).find(); // what is tried again has not failed yet
    if (said || ERROR.matcher(text).find() || STRONG.matcher(text).find() && !again) {
      return 3;
    }
    return FAULT.matcher(text).find() ? 2 : WARNING.matcher(text).find() ? 1 : 0;
  }

  /** The text with numbers collapsed, so that equal messages of many ranks are one. */
  public static String shape(String text) {
    String head = text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) : text;
    return NUMBERS.matcher(head.strip()).replaceAll("0");
  }

  @Override
  public void end(Found found) {
    if (open != null) { // cut before it says what was raised
      found.add(new Suspect(TRACEBACK, CUT, 1, "", open));
    }
    shapes.forEach(
        (shape, s) -> found.add(new Suspect(shape, s.weight, s.count, s.exception, s.at)));
  }
}
