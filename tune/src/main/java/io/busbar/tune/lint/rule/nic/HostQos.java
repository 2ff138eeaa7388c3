package io.busbar.tune.lint.rule.nic;

import io.busbar.formats.env.CommandLine;
import io.busbar.tune.lint.rule.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a file's {@code mlnx_qos} lines say: DSCP to priority, and priorities with pause. */
public record HostQos(
    Map<Integer, Integer> priorityOfDscp, Set<Integer> paused, boolean trustDscp) {
  private static final Pattern PAIR = Pattern.compile("(set|del)\\s*,\\s*(\\d+)\\s*,\\s*(\\d+)");

  static HostQos of(Context context) {
    Map<Integer, Integer> priorities = new TreeMap<>();
    Set<Integer> paused = new java.util.TreeSet<>();
    boolean trust = false;
    for (CommandLine command : context.source().commands()) {
      if (command.runs("mlnx_qos")) {
        pairs(command).forEach(pair -> priorities.put(pair[0], pair[1]));
        paused.addAll(paused(command));
        trust |= command.option("--trust").equals("dscp");
      }
    }
    return new HostQos(priorities, paused, trust);
  }

  /** DSCP and priority of each {@code set,D,P}. */
  static List<int[]> pairs(CommandLine command) {
    List<int[]> found = new ArrayList<>();
    Matcher pair = PAIR.matcher(command.option("--dscp2prio"));
    while (pair.find()) {
      if (pair.group(1).equals("set") && pair.group(2).length() < 6 && pair.group(3).length() < 6) {
        found.add(new int[] {Integer.parseInt(pair.group(2)), Integer.parseInt(pair.group(3))});
      }
    }
    return found;
  }

  /** Priorities with a 1 in {@code --pfc}. */
  static List<Integer> paused(CommandLine command) {
    List<Integer> found = new ArrayList<>();
    String[] bits = command.option("--pfc", "-f").split(",");
    for (int i = 0; i < bits.length; i++) {
      if (bits[i].strip().equals("1")) {
        found.add(i);
      }
    }
    return found;
  }
}
