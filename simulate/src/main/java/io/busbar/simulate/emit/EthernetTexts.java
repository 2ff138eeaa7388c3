package io.busbar.simulate.emit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** Counters and states of Ethernet ports as mlx5 hosts and SONiC switches print them. Stateless. */
final class EthernetTexts {
  private static final int ROCE = 3;
  private static final int PRIORITIES = 8;
  private static final int LANES = 8;
  private static final double GIGA = 1e9;
  private static final String ROOT = "root";

  private EthernetTexts() {}

  /** {@code ethtool -S} of an mlx5 port. */
  static String ethtool(Observed run, int node, List<Integer> ports, int index) {
    int port = ports.get(index);
    int peer = run.fabric().peer(port);
    StringBuilder out =
        new StringBuilder(Artefacts.prompt(run, node, ROOT, "ethtool -S eth" + index));
    out.append("NIC statistics:\n");
    long in = run.sentBytes(peer);
    long out0 = run.sentBytes(port);
    counter(out, "rx_packets", Artefacts.frames(in));
    counter(out, "rx_bytes", in);
    counter(out, "tx_packets", Artefacts.frames(out0));
    counter(out, "tx_bytes", out0);
    counter(out, "rx_crc_errors_phy", run.vanish(port) ? 0 : run.lost(port));
    counter(out, "rx_discards_phy", 0);
    counter(out, "tx_discards_phy", run.vanish(peer) ? run.lost(peer) : 0);
    counter(out, "link_down_events_phy", run.downs(port));
    for (int p = 0; p < PRIORITIES; p++) {
      counter(out, "rx_prio" + p + "_bytes", p == ROCE ? in : 0);
      counter(out, "tx_prio" + p + "_bytes", p == ROCE ? out0 : 0);
      counter(out, "rx_prio" + p + "_pause", p == ROCE ? run.pauses(peer) : 0);
      counter(out, "tx_prio" + p + "_pause", p == ROCE ? run.pauses(port) : 0);
    }
    return out.toString();
  }

  private static void counter(StringBuilder out, String name, long value) {
    out.append("     ").append(name).append(": ").append(value).append('\n');
  }

  /** {@code rdma link show} and what {@code ethtool} says of the rate. */
  static String rdmaLink(Observed run, int node, List<Integer> ports) {
    StringBuilder out = new StringBuilder(Artefacts.prompt(run, node, ROOT, "rdma link show"));
    for (int i = 0; i < ports.size(); i++) {
      boolean down = run.down(ports.get(i));
      out.append("link mlx5_").append(i).append("/1 state ").append(down ? "DOWN" : "ACTIVE");
      out.append(" physical_state ").append(down ? "POLLING" : "LINK_UP");
      out.append(" netdev eth").append(i).append('\n');
    }
    for (int i = 0; i < ports.size(); i++) {
      int port = ports.get(i);
      out.append(Artefacts.prompt(run, node, ROOT, "ethtool eth" + i));
      out.append("Settings for eth").append(i).append(":\n\tSpeed: ");
      out.append(run.down(port) ? "Unknown!" : Math.round(run.bitsPerSecond(port) / 1e6) + "Mb/s");
      out.append("\n\tDuplex: Full\n\tLink detected: ")
          .append(run.down(port) ? "no" : "yes")
          .append('\n');
    }
    return out.toString();
  }

  private static String face(int index) {
    return "Ethernet" + index * LANES;
  }

  /**
   * SONiC: {@code show interfaces status}, {@code show interfaces counters}, {@code show pfc
   * counters}.
   */
  static String switchCounters(Observed run, int node, List<Integer> ports) {
    StringBuilder out = new StringBuilder();
    String prompt = "admin@" + run.name(node) + ":~$ ";
    out.append(prompt).append("show interfaces status\n");
    out.append(
        table(
            List.of("Interface", "Lanes", "Speed", "MTU", "Alias", "Oper", "Admin"),
            ports.size(),
            i -> status(run, ports.get(i), i)));
    out.append(prompt).append("show interfaces counters\n");
    out.append(
        table(
            List.of(
                "IFACE", "STATE", "RX_OK", "RX_BPS", "RX_UTIL", "RX_ERR", "RX_DRP", "RX_OVR",
                "TX_OK", "TX_BPS", "TX_UTIL", "TX_ERR", "TX_DRP", "TX_OVR"),
            ports.size(),
            i -> counters(run, ports.get(i), i)));
    out.append(prompt).append("show pfc counters\n");
    for (String direction : List.of("Rx", "Tx")) {
      List<String> head = new ArrayList<>(List.of("Port " + direction));
      for (int p = 0; p < PRIORITIES; p++) {
        head.add("PFC" + p);
      }
      out.append(
          table(head, ports.size(), i -> pauses(run, ports.get(i), i, direction.equals("Tx"))));
      out.append('\n');
    }
    return out.toString();
  }

  /** What SONiC's orchestration agent logs when a port goes down or comes up; times are made up. */
  static String syslog(Observed run, int node, List<Integer> ports) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < ports.size(); i++) {
      for (long n = 0; n < Math.min(Artefacts.MOST_EVENTS, run.downs(ports.get(i))); n++) {
        event(out, run.name(node), i, "up to down");
        if (!run.down(ports.get(i))) {
          event(out, run.name(node), i, "down to up");
        }
      }
    }
    return out.toString();
  }

  private static void event(StringBuilder out, String name, int index, String what) {
    out.append("Jan  1 00:00:00.000000 ").append(name).append(" NOTICE swss#orchagent: :- ");
    out.append("updatePortOperStatus: Port ").append(face(index));
    out.append(" oper state set from ").append(what).append('\n');
  }

  private static List<String> status(Observed run, int port, int index) {
    String speed = Math.round(run.bitsPerSecond(port) / GIGA) + "G";
    String state = run.down(port) ? "down" : "up";
    return List.of(
        face(index), "" + (index * LANES + 1), speed, "9100", "etp" + (index + 1), state, "up");
  }

  private static List<String> counters(Observed run, int port, int index) {
    int peer = run.fabric().peer(port);
    String none = "0.00%";
    long broken = run.vanish(port) ? 0 : run.lost(port);
    long vanished = run.vanish(peer) ? run.lost(peer) : 0;
    return List.of(
        face(index),
        run.down(port) ? "D" : "U",
        grouped(Artefacts.frames(run.sentBytes(peer))),
        "0.00 B/s",
        none,
        grouped(broken),
        grouped(run.dropped(port)),
        "0",
        grouped(Artefacts.frames(run.sentBytes(port))),
        "0.00 B/s",
        none,
        "0",
        grouped(vanished),
        "0");
  }

  private static List<String> pauses(Observed run, int port, int index, boolean sent) {
    List<String> row = new ArrayList<>(List.of(face(index)));
    long count = run.pauses(sent ? port : run.fabric().peer(port));
    for (int p = 0; p < PRIORITIES; p++) {
      row.add(p == ROCE ? grouped(count) : "0");
    }
    return row;
  }

  private static String grouped(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** As Python's tabulate prints it: columns to the right, two blanks between. */
  private static String table(List<String> head, int rows, IntFunction<List<String>> row) {
    List<List<String>> all = new ArrayList<>(List.of(head));
    for (int i = 0; i < rows; i++) {
      all.add(row.apply(i));
    }
    StringBuilder out = new StringBuilder();
    for (int r = 0; r < all.size(); r++) {
      for (int c = 0; c < head.size(); c++) {
        int column = c;
        int width = all.stream().mapToInt(one -> one.get(column).length()).max().orElse(0);
        out.append(c == 0 ? "" : "  ").append(" ".repeat(width - all.get(r).get(c).length()));
        out.append(all.get(r).get(c));
      }
      out.append('\n');
      if (r == 0) {
        for (int c = 0; c < head.size(); c++) {
          int column = c;
          int width = all.stream().mapToInt(one -> one.get(column).length()).max().orElse(0);
          out.append(c == 0 ? "" : "  ").append("-".repeat(width));
        }
        out.append('\n');
      }
    }
    return out.toString();
  }
}
