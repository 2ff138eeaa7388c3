package io.busbar.formats.env;

import java.util.Locale;

/** Reads the fenced blocks of a text by what their fence says, else as shell. */
final class MarkdownReader {
  private MarkdownReader() {}

  static void read(Collector out) {
    int line = 0;
    while (line < out.lines.count()) {
      String fence = out.lines.line(line).strip();
      if (fence.startsWith("```") || fence.startsWith("~~~")) {
        int close = line + 1;
        while (close < out.lines.count()
            && !out.lines.line(close).strip().equals(fence.substring(0, 3))) {
          close++;
        }
        block(out, fence.substring(3).strip().toLowerCase(Locale.ROOT), line + 1, close);
        line = close;
      }
      line++;
    }
  }

  private static void block(Collector out, String language, int first, int end) {
    if (end <= first) {
      return;
    }
    int start = out.lines.start(first);
    int stop = out.lines.end(end - 1);
    switch (language.split("[\\s{:]", 2)[0]) {
      case "", "sh", "bash", "shell", "console", "zsh", "text" ->
          ShellReader.read(out, start, stop);
      case "ini", "env", "conf", "dotenv", "properties" -> {
        for (int line = first; line < end; line++) {
          ListingReader.line(out, line, "block " + first, "");
        }
      }
      default -> {
        // Other languages need a file of their own to be read rightly.
      }
    }
  }
}
