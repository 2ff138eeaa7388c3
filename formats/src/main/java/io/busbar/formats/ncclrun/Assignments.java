package io.busbar.formats.ncclrun;

import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How files set a variable otherwise than by {@code NAME=value}: Dockerfiles, Python, JSON, YAML
 * mappings, csh, and Kubernetes' pairs of name and value. One instance reads one file.
 */
final class Assignments {
  private static final String NAME =
      "((?:N?CCL|RCCL|UCX|TORCH|FI|SHARP|OFI|CUDA|OMPI|RDMAV|HSA)_[A-Z0-9_]{1,60})";
  private static final Pattern WORDS =
      Pattern.compile("(?:^\\s*ENV\\s+|\\bsetenv\\s+)" + NAME + "\\s+(\"[^\"]*\"|\\S+)");
  private static final Pattern QUOTED =
      Pattern.compile(
          "[\"']"
              + NAME
              + "[\"']\\s*(?:\\]\\s*=(?!=)|:|,)\\s*[\"']?([^\"',}\\])\\s][^\"',})]{0,200})");
  private static final Pattern MAPPED =
      Pattern.compile(
          "^\\s*(?:-\\s+)?" + NAME + ":\\s+[\"']?([^\"'\\s#][^\"'#]{0,200}?)[\"']?\\s*(?:#.*)?$");
  private static final Pattern PAIR_NAME =
      Pattern.compile(
          "^\\s*+(?:-\\s*+)?(?:\\{\\s*+)?\"?name\"?:\\s*[\"']?" + NAME + "[\"']?,?\\s*(.*)$");
  private static final Pattern PAIR_VALUE =
      Pattern.compile("\"?value\"?:\\s*[\"']?([^\"'\\s}][^\"'}]{0,200}?)[\"']?\\s*\\}?,?\\s*$");

  private String pending = "";

  /**
   * Looks at a line.
   *
   * @param to takes name and value
   * @return whether the value of a name is expected on the next line
   */
  boolean read(String text, BiConsumer<String, String> to) {
    if (!pending.isEmpty()) {
      Matcher value = PAIR_VALUE.matcher(text);
      if (value.find()) {
        to.accept(pending, value.group(1).strip());
      }
      pending = "";
    }
    Matcher name = PAIR_NAME.matcher(text);
    if (name.matches()) {
      Matcher value = PAIR_VALUE.matcher(name.group(2));
      if (value.find()) {
        to.accept(name.group(1), value.group(1).strip());
        return false;
      }
      pending = name.group(1);
      return true;
    }
    for (Pattern form : new Pattern[] {WORDS, QUOTED, MAPPED}) {
      Matcher m = form.matcher(text);
      while (m.find()) {
        to.accept(m.group(1), m.group(2).replaceAll("^[\"']|[\"']$", "").strip());
      }
    }
    return false;
  }
}
