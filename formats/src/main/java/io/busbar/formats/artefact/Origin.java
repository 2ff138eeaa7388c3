package io.busbar.formats.artefact;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
          NO_CLOCK + "([A-Za-z0-9][\\w.%-]{0,80}):(\\d{1,10}):(\\d{1,10})(?: \\[(-?\\d{1,4})\\])?");
  private static final Pattern RANK =
      Pattern.compile(
          "\\[(?:\\d{1,3},(\\d{1,7})\\]<std|rank(\\d{1,7})\\]|\\w[^]]{0,80}Rank (\\d{1,7})\\]|Rank"
              + " (\\d{1,7})\\])");
  private static final int LOOKED = 400;

  /** The origin that a line's prefix tells. */
  public static Origin of(String line) {
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
