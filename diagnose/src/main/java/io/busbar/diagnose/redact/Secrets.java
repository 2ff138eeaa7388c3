package io.busbar.diagnose.redact;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stars out what is secret: values of names that say so, and keys that are known by their form. */
final class Secrets {
  private static final List<Pattern> FORMS =
      List.of(
          Pattern.compile(
              "(?i)\\w*(?:token|secret|passw(?:or)?d|passphrase|credential|api[_-]?key|access[_-]?key|private[_-]?key)\\w*[\"']?\\s*[=:]\\s*[\"']?(?<x>[^\\s\"',;&]+)"),
          Pattern.compile("(?i)\\b(?:bearer|basic)\\s+(?<x>[A-Za-z0-9._~+/=-]{12,})"),
          Pattern.compile("://[^/\\s:@]{1,64}:(?<x>[^/\\s@]{1,128})@"),
          Pattern.compile("\\b(?<x>AKIA[0-9A-Z]{16})\\b"),
          Pattern.compile("\\b(?<x>(?:hf|ghp|gho|glpat|xox[bp])[_-][A-Za-z0-9-]{16,})"),
          Pattern.compile("\\b(?<x>sk-[A-Za-z0-9-]{20,})"),
          Pattern.compile("\\b(?<x>eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*)"),
          Pattern.compile("(?<x>[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+)"));

  private int count;

  String replace(String line) {
    String text = line;
    for (Pattern form : FORMS) {
      Matcher m = form.matcher(text);
      StringBuilder out = new StringBuilder();
      int done = 0;
      while (m.find()) {
        out.append(text, done, m.start("x")).append("*".repeat(m.end("x") - m.start("x")));
        done = m.end("x");
        count++;
      }
      text = done == 0 ? text : out.append(text, done, text.length()).toString();
    }
    return text;
  }

  int count() {
    return count;
  }
}
