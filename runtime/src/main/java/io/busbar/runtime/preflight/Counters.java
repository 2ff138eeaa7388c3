package io.busbar.runtime.preflight;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the kernel counts on a host, from {@code /proc/net} and {@code /sys/class/net}. Where there
 * is no such file, the counter is missing, and what is computed from it is 0.
 *
 * @param values by name: those of {@code Tcp}, {@code TcpExt} and {@code Udp} as the kernel writes
 *     them, those of interfaces as {@code eth0/rx_dropped}
 */
record Counters(Map<String, Long> values) {
  static final String SEGMENTS = "OutSegs";
  static final String RETRANSMITTED = "RetransSegs";
  static final String LOST_RETRANSMIT = "TCPLostRetransmit";
  static final String SYN_RETRANSMITTED = "TCPSynRetrans";
  static final String UDP_NO_ROOM = "RcvbufErrors";

  /** Packets that found the queue of a processor full when they arrived. */
  static final String NO_BACKLOG = "backlog_dropped";

  /** Nanoseconds that threads were ready to run and did not; and that they were at work. */
  static final String WAITED = "waited_ns";

  static final String STREAMED = "streamed_ns";

  /** Segments that arrived twice, as the receiver says; older kernels count such reports only. */
  private static final String TWICE = "TCPDSACKRecvSegs";

  private static final List<String> TWICE_REPORTS = List.of("TCPDSACKRecv", "TCPDSACKOfoRecv");

  private static final List<String> KERNEL =
      List.of(
          SEGMENTS,
          RETRANSMITTED,
          LOST_RETRANSMIT,
          SYN_RETRANSMITTED,
          UDP_NO_ROOM,
          TWICE,
          TWICE_REPORTS.getFirst(),
          TWICE_REPORTS.getLast());

  /** Rooms of the kernel's tables that are read; others repeat names. */
  private static final List<String> TABLES = List.of("Tcp:", "TcpExt:", "Udp:");

  private static final List<String> INTERFACE =
      List.of("rx_errors", "rx_dropped", "rx_crc_errors", "tx_errors", "tx_dropped");

  Counters {
    values = Map.copyOf(values);
  }

  /** Those of this host now. */
  static Counters read(List<String> interfaces) {
    return read(Path.of("/"), interfaces);
  }

  /**
   * @param root where {@code proc} and {@code sys} are
   */
  static Counters read(Path root, List<String> interfaces) {
    Map<String, Long> values = new TreeMap<>();
    for (String table : List.of("proc/net/snmp", "proc/net/netstat")) {
      try {
        table(Files.readAllLines(root.resolve(table)), values);
      } catch (IOException e) {
        continue; // another system than Linux
      }
    }
    backlog(root, values);
    for (String each : interfaces) {
      for (String name : INTERFACE) {
        Path file = root.resolve("sys/class/net/" + each + "/statistics/" + name);
        try {
          values.put(each + "/" + name, Long.parseLong(Files.readString(file).strip()));
        } catch (IOException | NumberFormatException e) {
          continue; // the interface has no such counter
        }
      }
    }
    return new Counters(values);
  }

  /** A line of names and one of values follow each other. */
  private static void table(List<String> lines, Map<String, Long> values) {
    for (int i = 0; i + 1 < lines.size(); i += 2) {
      String[] names = lines.get(i).split(" ", -1);
      String[] numbers = lines.get(i + 1).split(" ", -1);
      for (int k = 1;
          TABLES.contains(names[0]) && k < Math.min(names.length, numbers.length);
          k++) {
        if (KERNEL.contains(names[k]) && numbers[k].matches("\\d{1,18}")) {
          values.put(names[k], Long.parseLong(numbers[k]));
        }
      }
    }
  }

  /** A line for each processor, of which the second field is what it dropped, in hexadecimal. */
  private static void backlog(Path root, Map<String, Long> values) {
    try {
      long dropped = 0;
      for (String line : Files.readAllLines(root.resolve("proc/net/softnet_stat"))) {
        dropped += Long.parseLong(line.strip().split(" +")[1], 16);
      }
      values.put(NO_BACKLOG, dropped);
    } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return; // another system than Linux, or another format than ever
    }
  }

  /** With others. */
  Counters with(Map<String, Long> others) {
    Map<String, Long> all = new TreeMap<>(values);
    all.putAll(others);
    return new Counters(all);
  }

  long of(String name) {
    return values.getOrDefault(name, 0L);
  }

  /** Segments that were sent again although they had arrived. */
  long needless() {
    return values.containsKey(TWICE) ? of(TWICE) : TWICE_REPORTS.stream().mapToLong(this::of).sum();
  }

  /** Datagrams that arrived and found no room at this host. */
  long noRoom() {
    return of(UDP_NO_ROOM) + of(NO_BACKLOG);
  }

  /** Share of the time of transfers in which a thread waited for a processor; 0 when not known. */
  double waitedShare() {
    return of(STREAMED) == 0 ? 0 : (double) of(WAITED) / of(STREAMED);
  }

  /** What was counted since; a counter that has begun anew counts from 0. */
  Counters since(Counters before) {
    Map<String, Long> difference = new TreeMap<>();
    values.forEach((name, value) -> difference.put(name, Math.max(0, value - before.of(name))));
    return new Counters(difference);
  }

  String encoded() {
    StringBuilder text = new StringBuilder();
    values.forEach((name, value) -> text.append(name).append('=').append(value).append(' '));
    return text.toString().strip();
  }

  static Counters decoded(String text) {
    Map<String, Long> values = new TreeMap<>();
    for (String part : text.split(" ", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        values.put(part.substring(0, equals), Long.parseLong(part.substring(equals + 1)));
      }
    }
    return new Counters(values);
  }
}
