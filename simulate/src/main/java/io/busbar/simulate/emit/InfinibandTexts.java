package io.busbar.simulate.emit;

import java.util.List;
import java.util.Locale;

/**
 * Counters and states of InfiniBand ports as perfquery, ibstat and iblinkinfo print them. A tick of
 * {@code PortXmitWait} is taken as the time of the four bytes that {@code PortXmitData} counts in;
 * the specification leaves its length to the device. Stateless.
 */
final class InfinibandTexts {
  private static final double GIGA = 1e9;
  private static final int LANES = 4;
  private static final int LONG_DATA = 4;
  private static final double BYTE_BITS = 8;
  private static final long MOST_DOWNS = 255;
  private static final long MOST_SHORT = 65_535;
  private static final long MOST_LONG = 4_294_967_295L;
  private static final String ROOT = "root";

  private InfinibandTexts() {}

  /**
   * {@code perfquery} of every port of a node, as it was read after the run, or before it, when all
   * had been reset ({@code perfquery -R}).
   */
  static String perfquery(Observed run, int node, List<Integer> ports, boolean after) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < ports.size(); i++) {
      int number = i + 1;
      out.append(Artefacts.prompt(run, node, ROOT, "perfquery " + (node + 1) + " " + number));
      out.append("# Port counters: Lid ").append(node + 1).append(" port ").append(number);
      out.append(" (CapMask: 0x5300)\n");
      counter(out, "PortSelect", number, MOST_DOWNS);
      out.append(dotted("CounterSelect")).append("0x0000\n");
      counters(out, run, ports.get(i), after ? 1 : 0);
    }
    return out.toString();
  }

  private static void counters(StringBuilder out, Observed run, int port, int times) {
    int peer = run.fabric().peer(port);
    long broken = run.vanish(port) ? 0 : run.lost(port);
    long vanished = run.vanish(peer) ? run.lost(peer) : 0;
    counter(out, "SymbolErrorCounter", times * broken, MOST_SHORT);
    counter(out, "LinkErrorRecoveryCounter", 0, MOST_DOWNS);
    counter(out, "LinkDownedCounter", times * run.downs(port), MOST_DOWNS);
    counter(out, "PortRcvErrors", times * broken, MOST_SHORT);
    counter(out, "PortRcvRemotePhysicalErrors", 0, MOST_SHORT);
    counter(out, "PortRcvSwitchRelayErrors", 0, MOST_SHORT);
    counter(out, "PortXmitDiscards", times * vanished, MOST_SHORT);
    counter(out, "PortXmitConstraintErrors", 0, MOST_DOWNS);
    counter(out, "PortRcvConstraintErrors", 0, MOST_DOWNS);
    out.append(dotted("CounterSelect2")).append("0x00\n");
    counter(out, "LocalLinkIntegrityErrors", 0, MOST_DOWNS);
    counter(out, "ExcessiveBufferOverrunErrors", 0, MOST_DOWNS);
    counter(out, "VL15Dropped", 0, MOST_SHORT);
    counter(out, "PortXmitData", times * run.sentBytes(port) / LONG_DATA, MOST_LONG);
    counter(out, "PortRcvData", times * run.sentBytes(peer) / LONG_DATA, MOST_LONG);
    counter(out, "PortXmitPkts", times * Artefacts.frames(run.sentBytes(port)), MOST_LONG);
    counter(out, "PortRcvPkts", times * Artefacts.frames(run.sentBytes(peer)), MOST_LONG);
    double tick = LONG_DATA * BYTE_BITS / run.bitsPerSecond(port);
    counter(out, "PortXmitWait", times * Math.round(run.waitedSeconds(port) / tick), MOST_LONG);
  }

  /** A counter stops at its largest value (InfiniBand Architecture Specification, PortCounters). */
  private static void counter(StringBuilder out, String name, long value, long most) {
    out.append(dotted(name)).append(Math.min(value, most)).append('\n');
  }

  private static String dotted(String name) {
    String head = name + ":";
    return head + ".".repeat(Math.max(2, 33 - head.length()));
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
