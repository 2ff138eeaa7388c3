package io.busbar.formats.artefact;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who wrote a log line, as far as its prefix says; in NCCL's form {@code host:pid:tid [device]}
 * behind whatever a launcher put before it.
 *
 * @param host up to its first dot; empty when unknown
 * @param process number; 0 when unknown
 * @param device CUDA device; −1 when unknown
 * @param rank as a launcher's or torch's tag says; −1 when unknown
 */
public record Origin(String host, long process, int device, int rank) {
  public static final Origin UNKNOWN = new Origin("", 0, -1, -1);

  /** A time looks like host and process. */
  private static final String NO_CLOCK =
      "(?<![\\w.%-])(?!(?:\\d{4}[-/]\\d\\d[-/]\\d\\d[T_])?\\d\\d:\\d\\d:\\d\\d(?!\\d))";

  private static final Pattern NCCL =
      Pattern.compile(
          NO_CLOCK
              + "([A-Za-z0-9][\\w.%-]{0,80}):(\\d{1,10}):(\\d{1,10})(?![0-9A-Za-z]|\\.\\d)(?:"
              + " \\[(-?\\d{1,4})\\])?");
  private static final Pattern RANK =
      Pattern.compile(
          "\\[(?:\\d{1,3},(\\d{1,7})\\]<std|rank(\\d{1,7})\\]|\\w[^]]{0,80}Rank (\\d{1,7})\\]|Rank"
              + " (\\d{1,7})\\])");
  private static final int LOOKED = 400;
  private static final int MOST_HOST = 80;

  /** The origin that a line's prefix tells. */
  public static Origin of(String line) {
    Origin plain = plain(line);
    return plain == null ? searched(line) : plain;
  }

  /** A line that begins with NCCL's own prefix, as most lines do; null for any other. */
  private static @Nullable Origin plain(String line) {
    int host = line.indexOf(':');
    if (host < 1 || host > MOST_HOST || !Character.isLetter(line.charAt(0))) {
      return null;
    }
    for (int i = 1; i < host; i++) {
      char c = line.charAt(i);
      if (!Character.isLetterOrDigit(c) && c != '-' && c != '.' && c != '_') {
        return null;
      }
    }
    int process = digits(line, host + 1);
    int thread =
        process < line.length() && line.charAt(process) == ':' ? digits(line, process + 1) : 0;
    if (process == host + 1 || thread <= process + 1 || !line.startsWith(" [", thread)) {
      return null;
    }
    int device = digits(line, thread + 2);
    if (device == thread + 2 || !line.startsWith("] ", device)) {
      return null;
    }
    return new Origin(
        shortName(line.substring(0, host)),
        Long.parseLong(line, host + 1, process, 10),
        Integer.parseInt(line, thread + 2, device, 10),
        -1);
  }

  /** Where up to nine digits from here end. */
  private static int digits(String line, int from) {
    int at = from;
    while (at < line.length()
        && at < from + 9
        && line.charAt(at) >= '0'
        && line.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  private static Origin searched(String line) {
    String head = line.length() > LOOKED ? line.substring(0, LOOKED) : line;
    Matcher m = NCCL.matcher(head);
    boolean known = m.find();
    int rank = -1;
    if (head.indexOf('[') >= 0) {
      Matcher r = RANK.matcher(head);
      if (r.find()) {
        for (int i = 1; i <= 4 && rank < 0; i++) {
          rank = r.group(i) == null ? -1 : Integer.parseInt(r.group(i));
        }
      }
    }
    if (!known) {
      return rank < 0 ? UNKNOWN : new Origin("", 0, -1, rank);
    }
    int device = m.group(4) == null ? -1 : Integer.parseInt(m.group(4));
    return new Origin(shortName(m.group(1)), Long.parseLong(m.group(2)), device, rank);
  }

  /** A host name without its domain; addresses stay whole. */
  public static String shortName(String host) {
    int dot = host.indexOf('.');
    return dot > 0 && !host.matches("\\d+(\\.\\d+){3}") ? host.substring(0, dot) : host;
  }
}
