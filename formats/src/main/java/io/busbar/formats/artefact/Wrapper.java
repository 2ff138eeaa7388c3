package io.busbar.formats.artefact;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes off what launchers and collectors put around each line of a program, however deep: tags of
 * {@code srun -l}, mpirun, prterun, Ray and torchrun; hosts of pdsh, clush and DeepSpeed; journald,
 * syslog, Talos, Kubernetes and docker compose; lines of JSON whose message is a field; colours of
 * terminals and progress bars. Stateless.
 */
public final class Wrapper {
  private static final String TIME =
      "\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d[\\d.,]{0,10}(?:Z|[+-]\\d\\d:?\\d\\d)?";

  private static final Pattern PREFIX =
      Pattern.compile(
          "^(?:"
              // mpirun and prterun: [1,3]<stdout>: and [prterun-node1-77@1,3]<stderr>:
              + "\\[(?:[\\w.@-]{1,90}@)?\\d{1,4},\\d{1,7}\\]<(?:stdout|stderr)>: ?"
              // srun -l
              + "| {0,4}\\d{1,6}: "
              // torchrun
              + "|\\[default\\d{1,5}\\]: ?"
              // Ray: (pid=12), (Worker pid=12, ip=10.0.0.1), (Engine_0 pid=12)
              + "|\\((?:[\\w.<>-]{1,60} )?pid=\\d{1,8}(?:, ip=[\\w.:]{2,60})?\\) ?"
              // kubectl logs --prefix; stern's and compose's bar
              + "|\\[pod/[\\w.-]{1,120}/[\\w.-]{1,120}\\] "
              + "|[A-Za-z][\\w.-]{0,60}\\d +\\| "
              // containers' runtimes, collectors, journalctl -o short-iso
              + "|"
              + TIME
              + " (?:std(?:out|err) [FP] )?(?:(?<iso>[A-Za-z][\\w.-]{0,80})"
              + " [\\w./@-]{1,80}(?:\\[\\d+\\])?: )?"
              // syslog and journald
              + "|(?:<\\d{1,3}>)?[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?"
              + " (?<syslog>[A-Za-z][\\w.-]{0,80}) [\\w./@-]{1,80}(?:\\[\\d+\\])?: ?"
              // Talos: 10.0.0.1: kern: info: [2024-01-01T00:00:00Z]:
              + "|(?<talos>[\\d.]{7,15}|[A-Za-z][\\w.-]{0,80}): (?:kern|user|daemon): +\\w{2,10}:"
              + " \\["
              + TIME
              + "\\]: "
              // dmesg -x: kern  :warn  :
              + "|(?:kern|user|daemon) {0,5}:(?:emerg|alert|crit|err|warn|notice|info|debug) {0,5}:"
              + " "
              // pdsh, clush, DeepSpeed: a host that has a digit, or an address
              + "|(?<shell>[A-Za-z][A-Za-z0-9.-]{0,60}\\d[A-Za-z0-9.-]{0,20}|\\d{1,3}(?:\\.\\d{1,3}){3}):(?:["
              + " \\t]|$))");
  private static final Pattern DEVICE =
      Pattern.compile(
          "(?:bnxt|irdma|rxe|hfi|eth|ib|en[opsx]|bond|docker|prio|lane|port|lid|rank|GPU|mlx|nvme"
              + "|link|Link|Channel|Xid).*");

  /** A field of a line of JSON that holds what the program printed. */
  private static final Pattern FIELD =
      Pattern.compile(
          "\"(?:log|message|msg|line|MESSAGE|textPayload|@message|body)\"\\s*:\\s*\""
              + "((?:[^\"\\\\]|\\\\.)*+)\"");

  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;?]{0,20}[A-Za-z]");
  private static final int MOST = 6;

  private Wrapper() {}

  /** The line without what was put around it. */
  public static String body(String line) {
    String rest = plain(line);
    for (int i = 0; i < MOST; i++) {
      String inner = message(rest);
      if (inner != null) {
        rest = plain(inner);
        continue;
      }
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
    String rest = plain(line);
    for (int i = 0; i < MOST; i++) {
      String inner = message(rest);
      if (inner != null) {
        rest = plain(inner);
        continue;
      }
      Matcher m = prefix(rest);
      if (m == null) {
        return "";
      }
      for (String group : new String[] {"iso", "syslog", "talos", "shell"}) {
        if (m.group(group) != null) {
          return Origin.shortName(m.group(group));
        }
      }
      rest = rest.substring(m.end());
    }
    return "";
  }

  /** Without colours, a byte order mark, and what a progress bar wrote before it went back. */
  private static String plain(String line) {
    String text = line;
    if (!text.isEmpty() && text.charAt(0) == '\uFEFF') {
      text = text.substring(1);
    }
    if (text.indexOf('\u001b') >= 0) {
      text = COLOUR.matcher(text).replaceAll("");
    }
    return text.indexOf('\r') < 0 ? text : last(text);
  }

  /** Of parts between carriage returns the last one that is no progress bar. */
  private static String last(String text) {
    String[] parts = text.split("\r");
    String kept = "";
    for (String part : parts) {
      boolean bar = part.contains("%|") || part.contains("it/s") || part.contains("s/it");
      if (!part.isBlank() && (!bar || kept.isEmpty())) {
        kept = part;
      }
    }
    return kept;
  }

  /** What a line of JSON holds as its message; null when it is none. */
  private static @Nullable String message(String line) {
    if (line.isEmpty() || line.charAt(0) != '{') {
      return null;
    }
    Matcher m = FIELD.matcher(line);
    return m.find() ? unescaped(m.group(1)) : null;
  }

  private static String unescaped(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\' || i + 1 == text.length()) {
        out.append(c);
        continue;
      }
      char next = text.charAt(++i);
      switch (next) {
        case 'n', 'r' -> out.append(i + 1 == text.length() ? "" : " ");
        case 't' -> out.append('\t');
        case 'u' -> {
          String hex = i + 5 <= text.length() ? text.substring(i + 1, i + 5) : "";
          if (hex.matches("[0-9a-fA-F]{4}")) {
            out.append((char) Integer.parseInt(hex, 16));
            i += 4;
          }
        }
        default -> out.append(next);
      }
    }
    return COLOUR.matcher(out).replaceAll("");
  }

  private static @Nullable Matcher prefix(String line) {
    if (line.isEmpty() || line.charAt(0) == '\t') {
      return null;
    }
    Matcher m = PREFIX.matcher(line);
    boolean fits =
        m.lookingAt() && (m.group("shell") == null || !DEVICE.matcher(m.group("shell")).matches());
    return fits ? m : null;
  }
}
