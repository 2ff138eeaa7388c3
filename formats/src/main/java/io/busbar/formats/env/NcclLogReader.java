package io.busbar.formats.env;

import io.busbar.formats.shell.ShellWords;

/**
 * Reads what NCCL echoes in its log: variables that it has read, with the process that read them,
 * and the version. Keyword first: a line without one costs a search and no more.
 */
final class NcclLogReader {
  private static final String ECHO = " set by environment to ";
  private static final String[] SHORT_ECHOES = {
    "NCCL_IB_HCA set to ", "NCCL_SOCKET_IFNAME set to ", "NCCL_CROSS_NIC set to "
  };
  private static final String VERSION = "NCCL version ";

  private final Collector out;

  private NcclLogReader(Collector out) {
    this.out = out;
  }

  static void read(Collector out) {
    NcclLogReader reader = new NcclLogReader(out);
    reader.find(ECHO);
    for (String echo : SHORT_ECHOES) {
      reader.find(echo);
    }
    reader.version();
  }

  private void find(String echo) {
    boolean named = echo.startsWith("NCCL_");
    for (int i = out.text.indexOf(echo); i >= 0; i = out.text.indexOf(echo, i + 1)) {
      int start = named ? i : nameStart(i);
      int end = named ? i + echo.indexOf(' ') : i;
      if (end > start) {
        assignment(start, end, i + echo.length());
      }
    }
  }

  private int nameStart(int end) {
    int start = end;
    while (start > 0 && ShellWords.isName(out.text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private void assignment(int start, int end, int valueStart) {
    int line = out.lines.lineOf(start);
    int valueEnd = Math.max(valueStart, out.lines.end(line));
    if (valueEnd > valueStart && out.text.charAt(valueEnd - 1) == '\r') {
      valueEnd--;
    }
    // Numbers are printed with a full stop behind them, texts without.
    if (valueEnd - valueStart > 1
        && out.text.charAt(valueEnd - 1) == '.'
        && isNumber(valueStart, valueEnd - 1)) {
      valueEnd--;
    }
    String process = process(line, start);
    String host = process.contains(":") ? process.substring(0, process.indexOf(':')) : "";
    out.literal(
        new Span(start, end),
        new Span(valueStart, valueEnd),
        new Span(out.lines.start(line), out.lines.end(line)),
        false,
        process,
        host);
  }

  private boolean isNumber(int start, int end) {
    for (int i = start; i < end; i++) {
      char c = out.text.charAt(i);
      if (!(c >= '0' && c <= '9') && c != '-') {
        return false;
      }
    }
    return end > start;
  }

  /** {@code HOST:PID} before the word NCCL; empty when the line has no such prefix. */
  private String process(int line, int before) {
    String prefix = out.text.substring(out.lines.start(line), before);
    int info = prefix.lastIndexOf(" NCCL INFO");
    String head = info < 0 ? prefix : prefix.substring(0, info);
    for (String word : head.split("\\s+")) {
      String[] parts = word.split(":");
      int n = parts.length;
      // Launchers put their own marks before the host.
      if (n >= 3 && isDigits(parts[n - 1]) && isDigits(parts[n - 2]) && !parts[n - 3].isEmpty()) {
        String host = parts[n - 3];
        int mark = Math.max(host.lastIndexOf(']'), host.lastIndexOf('>'));
        return host.substring(mark + 1) + ":" + parts[n - 2];
      }
    }
    return "";
  }

  private static boolean isDigits(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private void version() {
    int i = out.text.indexOf(VERSION);
    while (i >= 0) {
      int start = i + VERSION.length();
      int end = start;
      while (end < out.text.length() && end - start < 16 && isVersion(out.text.charAt(end))) {
        end++;
      }
      String version = out.text.substring(start, end);
      if (version.matches("2\\.\\d+\\.\\d+")) {
        out.version(version);
        return;
      }
      i = out.text.indexOf(VERSION, i + 1);
    }
  }

  private static boolean isVersion(char c) {
    return c == '.' || (c >= '0' && c <= '9');
  }
}
