package io.busbar.simulate.emit;

import java.util.List;
import java.util.Locale;

/**
 * Counters and states of InfiniBand ports as perfquery, ibstat and iblinkinfo print them.
 * Stateless.
 */
final class InfinibandTexts {
  private static final double GIGA = 1e9;
  private static final int LANES = 4;
  private static final int LONG_DATA = 4;
  private static final long MOST_DOWNS = 255;
  private static final String ROOT = "root";

  private InfinibandTexts() {}

  /** {@code perfquery} of every port of a node. */
  static String perfquery(Observed run, int node, List<Integer> ports) {
    StringBuilder out = new StringBuilder(Artefacts.prompt(run, node, ROOT, "perfquery"));
    for (int i = 0; i < ports.size(); i++) {
      int port = ports.get(i);
      int peer = run.fabric().peer(port);
      long broken = run.vanish(port) ? 0 : run.lost(port);
      out.append("# Port counters: Lid ").append(node + 1).append(" port ").append(i + 1);
      out.append(" (CapMask: 0x5300)\n");
      counter(out, "PortSelect", i + 1);
      counter(out, "CounterSelect", 0);
      counter(out, "SymbolErrorCounter", broken);
      counter(out, "LinkErrorRecoveryCounter", 0);
      counter(out, "LinkDownedCounter", Math.min(MOST_DOWNS, run.downs(port)));
      counter(out, "PortRcvErrors", broken);
      counter(out, "PortRcvRemotePhysicalErrors", 0);
      counter(out, "PortRcvSwitchRelayErrors", 0);
      counter(out, "PortXmitDiscards", run.vanish(peer) ? run.lost(peer) : 0);
      counter(out, "LocalLinkIntegrityErrors", 0);
      counter(out, "ExcessiveBufferOverrunErrors", 0);
      counter(out, "VL15Dropped", 0);
      counter(out, "PortXmitData", run.sentBytes(port) / LONG_DATA);
      counter(out, "PortRcvData", run.sentBytes(peer) / LONG_DATA);
      counter(out, "PortXmitPkts", Artefacts.frames(run.sentBytes(port)));
      counter(out, "PortRcvPkts", Artefacts.frames(run.sentBytes(peer)));
      counter(out, "PortXmitWait", 0);
    }
    return out.toString();
  }

  private static void counter(StringBuilder out, String name, long value) {
    String head = name + ":";
    out.append(head).append(".".repeat(Math.max(2, 33 - head.length()))).append(value).append('\n');
  }

  /** {@code ibstat} of a host; an adapter for each port. */
  static String ibstat(Observed run, int node, List<Integer> ports) {
    StringBuilder out = new StringBuilder(Artefacts.prompt(run, node, ROOT, "ibstat"));
    for (int i = 0; i < ports.size(); i++) {
      int port = ports.get(i);
      boolean down = run.down(port);
      out.append("CA 'mlx5_").append(i).append("'\n\tCA type: MT4129\n\tNumber of ports: 1\n");
      out.append("\tFirmware version: 28.39.2048\n\tHardware version: 0\n\tPort 1:\n\t\tState: ");
      out.append(down ? "Down" : "Active").append("\n\t\tPhysical state: ");
      out.append(down ? "Polling" : "LinkUp").append("\n\t\tRate: ");
      out.append(down ? 10 : Math.round(run.bitsPerSecond(port) / GIGA)).append("\n\t\tBase lid: ");
      out.append(node + 1).append("\n\t\tLMC: 0\n\t\tSM lid: 1\n\t\tLink layer: InfiniBand\n");
    }
    return out.toString();
  }

  /** {@code iblinkinfo} of all switches; a rate that came up lower is what it "could be". */
  static String links(Observed run) {
    StringBuilder out = new StringBuilder();
    for (int node = 0; node < run.fabric().nodes(); node++) {
      List<Integer> ports = Artefacts.ports(run, node);
      if (!run.forwards(node) || ports.isEmpty()) {
        continue;
      }
      out.append(
          String.format(
              Locale.ROOT, "Switch: 0x%016x %s:%n", 0xb8cef60300000000L + node, run.name(node)));
      for (int i = 0; i < ports.size(); i++) {
        out.append(link(run, node, ports.get(i), i + 1));
      }
    }
    return out.toString().replace(System.lineSeparator(), "\n");
  }

  private static String link(Observed run, int node, int port, int number) {
    int peer = run.fabric().peer(port);
    int far = run.fabric().owner(peer);
    if (run.down(port)) {
      String down =
          "      %6d %4d[  ] ==(                Down/ Polling)==>             [  ] \"\" ( )%n";
      return String.format(Locale.ROOT, down, node + 1, number);
    }
    double lane = run.bitsPerSecond(port) / GIGA / LANES;
    double full = 8.0 * run.fabric().bytesPerSecond(port) / GIGA / LANES;
    String could =
        lane < full ? String.format(Locale.ROOT, " Could be %s Gbps", signal(full)) : " ";
    int farPort = Artefacts.ports(run, far).indexOf(peer) + 1;
    boolean host = !run.forwards(far);
    return String.format(
        Locale.ROOT,
        "      %6d %4d[  ] ==( 4X %15s Gbps Active/  LinkUp)==>  %6d %4d[  ] \"%s\" (%s)%n",
        node + 1,
        number,
        signal(lane),
        far + 1,
        host ? 1 : farPort,
        run.name(far) + (host ? " mlx5_" + (farPort - 1) : ""),
        could);
  }

  /** The rate on the wire of a lane that carries so much: 64b/66b, and FEC from 50 Gb/s on. */
  private static String signal(double gigabits) {
    double wire = gigabits >= 50 ? gigabits * 1.0625 : gigabits * 1.03125;
    String text = String.format(Locale.ROOT, "%.5f", wire);
    return text.replaceFirst("0+$", "").replaceFirst("\\.$", "");
  }
}
