package io.busbar.runtime.preflight;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What to do next, as commands for the host in question. */
final class Next {
  private Next() {}

  static List<String> link(String name) {
    return List.of(
        "ethtool " + name + " (speed, duplex) and the same of the switch's port",
        "ethtool -S " + name + " | grep -iE 'err|drop|disc|pause'",
        "tc -s qdisc show dev " + name + " (is it shaped?)",
        "swap the cable or the port: does the fault move with it?");
  }

  static List<String> path(String address) {
    return List.of(
        "traceroute -n " + address + " from both sides, and of a pair that is well",
        "counters of the links between switches on that path: errors, discards, use",
        "iperf3 -s there and iperf3 -P 8 -c " + address + " here: many flows take many paths");
  }

  static List<String> loss(String name) {
    return List.of(
        "nstat -az TcpRetransSegs TcpExtTCPLostRetransmit, before and after a transfer",
        "ethtool -S " + name + " | grep -iE 'crc|symbol|err|drop|disc', and the switch's port",
        "clean or change the optics and the cable of the side that is named");
  }

  static List<String> mtu(String name, int bytes, String address) {
    return List.of(
        "ip link show dev " + name,
        "ping -M do -s " + (bytes - 28) + " " + address + " (needs no answer of a router)",
        "ip link set dev " + name + " mtu N, the same on all hosts and at most the switches'");
  }

  static List<String> trip(@Nullable String name) {
    return List.of(
        "ethtool -c " + (name == null ? "DEVICE" : name) + " (interrupts that wait for more)",
        "cpupower idle-info (deep sleep states)",
        "traceroute -n to both kinds of partners");
  }
}
