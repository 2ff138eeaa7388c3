package io.busbar.formats.artefact;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what tells that the following lines come from another host: prompts of a shell, Ansible's
 * headings, the headings of clush and dshbak, and lines that people draw themselves.
 */
public final class HostMarkReader implements LineReader {
  private static final String HOST = "([A-Za-z][A-Za-z0-9.-]{0,80})";
  private static final Pattern PROMPT =
      Pattern.compile(
          "^(?:\\([\\w.-]+\\) ?)?\\[?[a-z_][\\w.-]{0,40}@" + HOST + "[: ][^#$]{0,120}[#$](?: |$)");
  private static final Pattern ANSIBLE =
      Pattern.compile("^" + HOST + " \\| (?:CHANGED|SUCCESS|FAILED!?|UNREACHABLE!?) ");
  private static final Pattern DRAWN =
      Pattern.compile(
          "^(?:={2,}|#{2,}|-{3,}) ?(?:[Hh]ost(?:name)?:? ?|[Nn]ode:?"
              + " )?([A-Za-z][A-Za-z0-9.-]{0,60}\\d[A-Za-z0-9.-]{0,20}) ?(?:={2,}|#{2,}|-{3,})$");
  private static final Pattern RULE = Pattern.compile("^-{4,}$");
  private static final Pattern ALONE =
      Pattern.compile("^([A-Za-z][A-Za-z0-9.-]{0,60}\\d[A-Za-z0-9.-]{0,20})$");

  private boolean ruled;
  private String between = "";

  @Override
  public String kind() {
    return "";
  }

  @Override
  public List<String> keywords() {
    return List.of(
        "@", " | CHANGED", " | SUCCESS", " | FAILED", " | UNREACHABLE", "==", "##", "---");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.text().strip();
    if (RULE.matcher(text).matches()) {
      if (!between.isEmpty()) {
        mark(between, line, found);
      }
      ruled = between.isEmpty();
      between = "";
      return ruled;
    }
    Matcher alone = ALONE.matcher(text);
    if (ruled && alone.matches()) {
      between = alone.group(1);
      ruled = false;
      return true;
    }
    ruled = false;
    between = "";
    for (Pattern form : new Pattern[] {PROMPT, ANSIBLE, DRAWN}) {
      Matcher m = form.matcher(text);
      if (m.find()) {
        mark(m.group(1), line, found);
        return false;
      }
    }
    return false;
  }

  private static void mark(String host, Line line, Found found) {
    found.add(new HostMark(Origin.shortName(host), line.place()));
  }
}
