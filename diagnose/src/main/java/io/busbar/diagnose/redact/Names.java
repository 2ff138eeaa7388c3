package io.busbar.diagnose.redact;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hosts and users. A first look gathers them where their place says what they are; then they are
 * replaced wherever they stand as a whole word. A host whose name could be any word is replaced
 * only where its place says that it is one.
 */
final class Names {
  private static final String HOST =
      "(?<host>[A-Za-z][A-Za-z0-9-]{0,62})(?<domain>(?:\\.[A-Za-z0-9-]+)*)";
  private static final Pattern[] HOSTS = {
    Pattern.compile("(?<![\\w.-])" + HOST + "(?=:\\d{1,10}:\\d{1,10}(?: \\[| NCCL))"),
    Pattern.compile("(?<=\\bon )\\s*" + HOST + "(?=\\s+device\\s+\\d+ \\[)"),
    Pattern.compile("(?<=^[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d )" + HOST + "(?= \\S)"),
    Pattern.compile("(?<=@)" + HOST + "(?=[:\\s]|$)"),
    Pattern.compile("(?i)(?<=\\bhostname\\s{0,5}[:=]\\s{0,3})" + HOST),
    Pattern.compile("(?<=[\"'( ,]host[\"']?[:=] ?[\"']?)" + HOST),
    Pattern.compile("(?<=\\bconnect to )" + HOST + "(?=<\\d)")
  };
  private static final Pattern IN_PATH =
      Pattern.compile(
          "(?:^|[-_./])(?<host>(?:node|host|gpu|worker|server|dgx|hgx|compute|vm|pod|n|c|r)[-_]?[a-z]{0,8}[-_]?\\d{1,5})(?=[-_./]|$)");
  private static final Pattern HOME = Pattern.compile("(?<=/home/|/Users/)(?<user>[\\w.-]+)");
  private static final Pattern USER =
      Pattern.compile("\\b(?:USER|LOGNAME|USERNAME|SLURM_JOB_USER|user)=(?<user>[\\w.-]+)");

  /** Words that look like names of hosts and mean something else to readers. */
  private static final Pattern TAKEN =
      Pattern.compile(
          "(?i)(?:gpu|nic|rank|link|port|mlx|mlx\\d|eth|ib|bond|lo|cpu|pci|nv|hca|dev|ring|tree|comm|net)[_-]?\\d*|h\\d00|a\\d00|b\\d00|v100|localhost|node");

  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

  private final Aliases aliases;
  private final Set<String> everywhere = new LinkedHashSet<>();
  private final Set<String> users = new LinkedHashSet<>();

  Names(Aliases aliases) {
    this.aliases = aliases;
  }

  /** Gathers names of a line. */
  void look(String line) {
    for (Pattern place : HOSTS) {
      Matcher m = place.matcher(line);
      while (m.find()) {
        host(m.group("host"));
      }
    }
    user(HOME.matcher(line));
    user(USER.matcher(line));
  }

  /** Gathers hosts of the name of a file. */
  void lookAtName(String file) {
    Matcher m = IN_PATH.matcher(file);
    while (m.find()) {
      host(m.group("host"));
    }
  }

  private void host(String name) {
    if (name.chars().anyMatch(Character::isDigit) && !TAKEN.matcher(name).matches()) {
      everywhere.add(name);
    }
  }

  private void user(Matcher m) {
    while (m.find()) {
      if (m.group("user").length() > 1) {
        users.add(m.group("user"));
      }
    }
  }

  String replace(String line) {
    String text = line;
    for (Pattern place : HOSTS) {
      text = placed(text, place);
    }
    text = HOME.matcher(text).replaceAll(m -> user(m.group()));
    Matcher m = WORD.matcher(text);
    StringBuilder out = new StringBuilder();
    int done = 0;
    while (m.find()) {
      String word = m.group();
      String alias =
          everywhere.contains(word) ? alias(word) : users.contains(word) ? user(word) : word;
      out.append(text, done, m.start()).append(alias);
      done = m.end();
    }
    return out.append(text, done, text.length()).toString();
  }

  /** The name of a file with the hosts in it replaced. */
  String replaceName(String file) {
    StringBuilder out = new StringBuilder();
    int done = 0;
    Matcher m = IN_PATH.matcher(file);
    while (m.find()) {
      String host = m.group("host");
      boolean known = everywhere.contains(host);
      out.append(file, done, m.start("host")).append(known ? alias(host) : host);
      done = m.end("host");
    }
    return out.append(file, done, file.length()).toString();
  }

  private String placed(String line, Pattern place) {
    Matcher m = place.matcher(line);
    StringBuilder out = new StringBuilder();
    int done = 0;
    while (m.find()) {
      String host = m.group("host");
      boolean known = everywhere.contains(host) || aliases.isAlias("host", host);
      String domain = m.group("domain");
      out.append(line, done, m.start("host"));
      out.append(known || host.equals("localhost") ? host : alias(host));
      out.append(domain.replaceAll("[^.]", "x"));
      done = m.end("domain");
    }
    return out.append(line, done, line.length()).toString();
  }

  /** Looks like a host to those who read it: {@code host0003}, {@code n7}. */
  private String alias(String host) {
    return aliases.of(
        "host",
        host,
        i -> Aliases.numbered(host.length() > 5 ? "host" : "n", i, Math.max(2, host.length())));
  }

  private String user(String name) {
    return aliases.of("user", name, i -> Aliases.numbered("user", i, Math.max(2, name.length())));
  }
}
