package io.busbar.formats.switchqos;

import io.busbar.base.problem.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads running configurations of Arista EOS and Cisco NX-OS: lines below lines, by their
 * indentation. A {@code hostname} begins a switch, so that several may stand in one file. Marks in
 * segments or milliseconds have no bytes. One use.
 */
final class LineQos {
  static final Pattern MARK =
      Pattern.compile(
          "(?m)^(?:\\s*|[\\w.-]{1,64} ?\\(config[\\w/.-]{0,64}\\) ?# ?)(?:priority-flow-control"
              + " |qos map dscp \\d|random-detect (?:ecn|minimum-threshold)|pause"
              + " pfc-cos|(?:class|policy)-map type (?:network-qos|queuing|qos) )");

  private static final Pattern COMMENT = Pattern.compile("(?<=\\S)\\s+!.*$");
  private static final Pattern PROMPT =
      Pattern.compile("^[\\w.-]{1,64} ?\\((config[\\w/.-]{0,64})\\) ?# ?(.*)$");
  private static final Pattern BLOCK =
      Pattern.compile("interface |(?:class|policy)-map |system qos|qos map |qos profile ");
  private static final Pattern DSCP =
      Pattern.compile("^qos map dscp ([\\d ,-]{1,300}) to traffic-class (\\d)\\b.*");
  private static final Pattern NO_DROP =
      Pattern.compile("^priority-flow-control priority (\\d) no-drop\\b.*");
  private static final Pattern ECN =
      Pattern.compile(
          "^random-detect ecn minimum-threshold (\\d{1,15}) (\\w{1,12}) maximum-threshold"
              + " (\\d{1,15}) (\\w{1,12})(?: max-mark-probability (\\d{1,3}))?.*");
  private static final Pattern NEXUS_ECN =
      Pattern.compile(
          "^random-detect(?: threshold burst-optimized| minimum-threshold (\\d{1,15}) (\\w{1,12})"
              + " maximum-threshold (\\d{1,15}) (\\w{1,12}))?(?: drop-probability"
              + " (\\d{1,3}))?(.*)");
  private static final Pattern QUEUE = Pattern.compile("^(?:uc-)?tx-queue (\\d)\\b.*");
  private static final Pattern QUEUE_CLASS =
      Pattern.compile("^class type queuing \\S*?q(\\d)\\b.*");
  private static final Pattern PAUSE =
      Pattern.compile("^pause (?:pfc-cos|no-drop)? ?([\\d, -]{1,40}).*");
  private static final Pattern NETWORK_MAP =
      Pattern.compile("^class-map type network-qos (?:match-(?:all|any) )?(\\S{1,128})$");
  private static final Pattern NETWORK_CLASS =
      Pattern.compile("^class type network-qos (\\S{1,128})$");
  private static final Pattern GROUP = Pattern.compile("^match qos-group (\\d)$");

  /** Names of the classes that a Nexus has of its own end with their group. */
  private static final Pattern OWN_CLASS = Pattern.compile("q(\\d)$");

  private static final Pattern NAME = Pattern.compile("^(?:hostname|switchname) (\\S{1,128})$");
  private static final Pattern CLASS_MAP =
      Pattern.compile("^class-map (?:type qos )?(?:match-(?:all|any) )?(\\S{1,128})$");
  private static final Pattern CLASS = Pattern.compile("^class (?!type )(\\S{1,128})$");

  private final String source;
  private final List<SwitchQos> done = new ArrayList<>();
  private final String usual;
  private QosBuilder out;
  private final Map<String, Set<Integer>> dscpOf = new HashMap<>();
  private final Map<String, Set<Integer>> pausedBy = new HashMap<>();
  private final Map<String, Position> pauseAt = new HashMap<>();
  private final Set<String> on = new HashSet<>();
  private String block = "";
  private String classMap = "";
  private String policyClass = "";
  private final Map<String, Integer> groupOf = new HashMap<>();
  private String networkMap = "";
  private int networkGroup = -1;
  private int queue = -1;

  private LineQos(String source, String usual) {
    this.source = source;
    this.usual = usual;
    out = new QosBuilder(usual, "", new Position(source, 1, 0));
  }

  static List<SwitchQos> read(String source, String usual, String text) {
    LineQos reader = new LineQos(source, usual);
    boolean nexus =
        text.contains("type network-qos")
            || text.contains("type queuing")
            || text.contains("pause pfc-cos");
    reader.out = new QosBuilder(usual, vendor(nexus), new Position(source, 1, 0));
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      reader.line(line, nexus, new Position(source, number, 0));
    }
    reader.end();
    return reader.done;
  }

  private static String vendor(boolean nexus) {
    return nexus ? "Cisco NX-OS" : "Arista EOS";
  }

  private void line(String typed, boolean nexus, Position at) {
    String raw = plain(typed);
    String text = raw.strip();
    if (text.isEmpty() || text.startsWith("!")) {
      return;
    }
    Matcher m = NAME.matcher(text);
    if (m.matches()) {
      end();
      out = new QosBuilder(m.group(1), vendor(nexus), at);
      return;
    }
    if (!Character.isWhitespace(raw.charAt(0))) {
      block = text;
      queue = -1;
      policyClass = "";
      m = CLASS_MAP.matcher(text);
      classMap = m.matches() ? m.group(1) : "";
      m = NETWORK_MAP.matcher(text);
      networkMap = m.matches() ? m.group(1) : "";
      networkGroup = -1;
    }
    if (nexus) {
      nexus(text, at);
    } else {
      arista(text, at);
    }
  }

  /** A line as a file has it: without a prompt of the session it was typed in, and its comment. */
  private static String plain(String typed) {
    String bare = COMMENT.matcher(typed).replaceFirst("");
    Matcher m = PROMPT.matcher(bare);
    if (!m.matches()) {
      return bare;
    }
    boolean begins = m.group(1).equals("config") || BLOCK.matcher(m.group(2)).lookingAt();
    return begins ? m.group(2) : "  " + m.group(2);
  }

  private void arista(String text, Position at) {
    Matcher m = DSCP.matcher(text);
    if (m.matches()) {
      int priority = Integer.parseInt(m.group(2));
      QosBuilder.numbers(m.group(1)).forEach(dscp -> out.map(dscp, priority, at));
    } else if ((m = NO_DROP.matcher(text)).matches()) {
      pausedBy.computeIfAbsent(block, b -> new TreeSet<>()).add(Integer.parseInt(m.group(1)));
      pauseAt.put(block, at);
    } else if (text.matches("priority-flow-control (?:mode )?on\\b.*")) {
      on.add(block);
      pauseAt.putIfAbsent(block, at);
    } else if (text.contains("priority-flow-control pause watchdog") && !text.startsWith("no ")) {
      out.watchdog = true;
    } else if ((m = QUEUE.matcher(text)).matches()) {
      queue = Integer.parseInt(m.group(1));
    } else if ((m = ECN.matcher(text)).matches()) {
      int percent = m.group(5) == null ? -1 : Integer.parseInt(m.group(5));
      long min = QosBuilder.bytes(m.group(1), m.group(2));
      out.ecn(
          new SwitchQos.Ecn(
              queue, min, QosBuilder.bytes(m.group(3), m.group(4)), percent, true, at));
    }
  }

  private void nexus(String text, Position at) {
    Matcher m = Pattern.compile("^match dscp ([\\d ,-]{1,300})$").matcher(text);
    if (!classMap.isEmpty() && m.matches()) {
      dscpOf.computeIfAbsent(classMap, c -> new TreeSet<>()).addAll(QosBuilder.numbers(m.group(1)));
    } else if (!networkMap.isEmpty() && (m = GROUP.matcher(text)).matches()) {
      groupOf.put(networkMap, Integer.parseInt(m.group(1)));
    } else if ((m = NETWORK_CLASS.matcher(text)).matches()) {
      networkGroup = group(m.group(1));
    } else if (text.equals("pause no-drop") && networkGroup >= 0) {
      pauses(Set.of(networkGroup), at);
    } else if ((m = CLASS.matcher(text)).matches()) {
      policyClass = m.group(1);
    } else if ((m = Pattern.compile("^set qos-group (\\d)$").matcher(text)).matches()) {
      int priority = Integer.parseInt(m.group(1));
      dscpOf.getOrDefault(policyClass, Set.of()).forEach(dscp -> out.map(dscp, priority, at));
      out.strict = true;
    } else if ((m = PAUSE.matcher(text)).matches()) {
      pauses(QosBuilder.numbers(m.group(1)), at);
    } else if (text.startsWith("priority-flow-control watch-dog")) {
      out.watchdog = true;
    } else if ((m = QUEUE_CLASS.matcher(text)).matches()) {
      queue = Integer.parseInt(m.group(1));
    } else if (text.contains("class type queuing")) {
      queue = 0; // the default class
    } else if (text.startsWith("random-detect") && (m = NEXUS_ECN.matcher(text)).matches()) {
      long min = m.group(1) == null ? -1 : QosBuilder.bytes(m.group(1), m.group(2));
      long max = m.group(3) == null ? -1 : QosBuilder.bytes(m.group(3), m.group(4));
      int percent = m.group(5) == null ? -1 : Integer.parseInt(m.group(5));
      out.ecn(new SwitchQos.Ecn(queue, min, max, percent, m.group(6).contains("ecn"), at));
    }
  }

  /** The group of a class of flow control; −1 when nothing says it. */
  private int group(String name) {
    Matcher m = OWN_CLASS.matcher(name);
    return groupOf.getOrDefault(name, m.find() ? Integer.parseInt(m.group(1)) : -1);
  }

  private void pauses(Set<Integer> priorities, Position at) {
    pausedBy.computeIfAbsent("system qos", b -> new TreeSet<>()).addAll(priorities);
    pauseAt.putIfAbsent("system qos", at);
  }

  private void end() {
    Set<String> blocks = new HashSet<>(pausedBy.keySet());
    blocks.addAll(on);
    blocks.stream()
        .sorted()
        .forEach(name -> {
          Set<Integer> priorities = pausedBy.getOrDefault(name, Set.of());
          if (!priorities.isEmpty()) {
            out.pfc(
                name.replace("interface ", ""),
                priorities,
                pauseAt.getOrDefault(name, new Position(source, 1, 0)));
          }
        });
    SwitchQos made = out.build();
    if (made.any()) {
      done.add(made);
    }
    dscpOf.clear();
    groupOf.clear();
    pausedBy.clear();
    pauseAt.clear();
    on.clear();
    out = new QosBuilder(usual, "", new Position(source, 1, 0));
  }
}
