package io.busbar.formats.hosts;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.hosts.NodeList.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads lists of hosts: a name a line, hostlist expressions, or host files of MPI ({@code node001
 * slots=8} as Open MPI has them, {@code node001:8} as MPICH). {@code #} begins a comment.
 */
public final class NodeListReader {
  private static final int MAX_SLOTS = 1 << 16;

  private NodeListReader() {}

  /**
   * @param problems what is wrong is added; the rest is returned
   */
  public static NodeList read(String source, String text, Problems problems) {
    List<Host> hosts = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      int comment = line.indexOf('#');
      String plain = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!plain.isEmpty() && hosts.size() < HostList.MAX_HOSTS) {
        line(plain, new Position(source, number, 0), hosts, problems);
      }
    }
    if (hosts.isEmpty() && !problems.any()) {
      problems.add(Position.of(source), "", "", "the name of a host in each line", "");
    }
    return new NodeList(source, hosts);
  }

  private static void line(String plain, Position at, List<Host> hosts, Problems problems) {
    int slots = 0;
    List<String> expressions = new ArrayList<>();
    for (String word : plain.split("\\s+", -1)) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        String key = word.substring(0, equals).toLowerCase(Locale.ROOT);
        slots = key.equals("slots") ? slots(word.substring(equals + 1), at, problems) : slots;
        if (!List.of("slots", "max_slots", "max-slots", "user", "port").contains(key)) {
          problems.add(at, key, word, "slots=N behind a host", "");
        }
      } else {
        int colon = word.lastIndexOf(':');
        if (colon > 0) {
          slots = slots(word.substring(colon + 1), at, problems);
        }
        expressions.add(colon > 0 ? word.substring(0, colon) : word);
      }
    }
    for (String expression : expressions) {
      for (String name : HostList.expand(expression, at, problems)) {
        hosts.add(new Host(name, slots, at.line()));
      }
    }
  }

  private static int slots(String text, Position at, Problems problems) {
    boolean digits = text.matches("[0-9]{1,6}");
    int value = digits ? Integer.parseInt(text) : 0;
    if (value < 1 || value > MAX_SLOTS) {
      problems.add(at, "slots", text, "a whole number from 1", "");
      return 0;
    }
    return value;
  }
}
