package io.busbar.formats.artefact;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What launchers and collectors put before each line of a program: {@code srun -l}, mpirun's tags,
 * pdsh and clush with the host, journald and syslog, Kubernetes, docker compose. Stateless.
 */
public final class Wrapper {
  private static final Pattern PREFIX =
      Pattern.compile(
          "^(?:\\[\\d{1,4},\\d{1,7}\\]<(?:stdout|stderr)>: ?| {0,4}\\d{1,6}:"
              + " |\\d{4}-\\d\\d-\\d\\d[T ][\\d:.,]{8,18}(?:Z|[+-]\\d\\d:?\\d\\d)?"
              + " (?:std(?:out|err) [FP] )?|[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d"
              + " (?<syslog>[A-Za-z][\\w.-]{0,80}) [\\w./@-]{1,80}(?:\\[\\d+\\])?:"
              + " ?|(?<shell>[A-Za-z][A-Za-z0-9.-]{0,60}\\d[A-Za-z0-9.-]{0,20}):(?:["
              + " \\t]|$)|[A-Za-z][\\w-]{0,60}\\d +\\| )");
  private static final Pattern DEVICE =
      Pattern.compile(
          "(?:bnxt|irdma|rxe|hfi|eth|ib|en[opsx]|bond|docker|prio|lane|port|lid|rank).*");
  private static final int MOST = 3;

  private Wrapper() {}

  /** The line without what was put before it. */
  public static String body(String line) {
    String rest = line;
    for (int i = 0; i < MOST; i++) {
      Matcher m = prefix(rest);
      if (m == null) {
        return rest;
      }
      rest = rest.substring(m.end());
    }
    return rest;
  }

  /** The host that was put before the line, without its domain; else empty text. */
  public static String host(String line) {
    String rest = line;
    for (int i = 0; i < MOST; i++) {
      Matcher m = prefix(rest);
      if (m == null) {
        return "";
      }
      String host = m.group("syslog") != null ? m.group("syslog") : m.group("shell");
      if (host != null) {
        return Origin.shortName(host);
      }
      rest = rest.substring(m.end());
    }
    return "";
  }

  private static @org.jspecify.annotations.Nullable Matcher prefix(String line) {
    if (line.isEmpty() || line.charAt(0) == '\t') {
      return null;
    }
    Matcher m = PREFIX.matcher(line);
    boolean fits =
        m.find() && (m.group("shell") == null || !DEVICE.matcher(m.group("shell")).matches());
    return fits ? m : null;
  }
}
