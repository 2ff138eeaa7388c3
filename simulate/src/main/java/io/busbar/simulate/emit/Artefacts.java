package io.busbar.simulate.emit;

import io.busbar.simulate.packet.Counters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files that operators would gather after a run: {@code nccl-tests.txt}, for Ethernet {@code
 * ethtool -S}, {@code rdma link}, SONiC's counters and syslog, for InfiniBand {@code perfquery},
 * {@code ibstat} and {@code iblinkinfo}, and what NCCL logs of ports that went down. Deterministic.
 * Stateless.
 */
public final class Artefacts {
  private static final double GIGA = 1e9;
  private static final long FRAME = 4096;
  static final long MOST_EVENTS = 100;

  private Artefacts() {}

  /** Texts by the name of their file, relative to a folder. */
  public static Map<String, String> of(Observed run) {
    Map<String, String> files = new TreeMap<>();
    if (run.table() != null) {
      files.put("nccl-tests.txt", table(run.table()));
    }
    for (int node = 0; node < run.fabric().nodes(); node++) {
      List<Integer> ports = ports(run, node);
      if (ports.isEmpty()) {
        continue;
      }
      String name = run.name(node);
      if (run.infiniband()) {
        files.put(
            name + "/perfquery-before.txt", InfinibandTexts.perfquery(run, node, ports, false));
        files.put(name + "/perfquery-after.txt", InfinibandTexts.perfquery(run, node, ports, true));
        if (!run.forwards(node)) {
          files.put(name + "/ibstat.txt", InfinibandTexts.ibstat(run, node, ports));
        }
      } else if (run.forwards(node)) {
        files.put(name + "/counters.txt", EthernetTexts.switchCounters(run, node, ports));
        String syslog = EthernetTexts.syslog(run, node, ports);
        if (!syslog.isEmpty()) {
          files.put(name + "/syslog", syslog);
        }
      } else {
        files.put(name + "/rdma-link.txt", EthernetTexts.rdmaLink(run, node, ports));
        for (int i = 0; i < ports.size(); i++) {
          files.put(
              name + "/ethtool-S-eth" + i + ".txt", EthernetTexts.ethtool(run, node, ports, i));
        }
      }
    }
    if (run.infiniband()) {
      files.put("iblinkinfo.txt", InfinibandTexts.links(run));
    }
    String log = log(run);
    if (!log.isEmpty()) {
      files.put("nccl.log", log);
    }
    return files;
  }

  static List<Integer> ports(Observed run, int node) {
    List<Integer> ports = new ArrayList<>();
    for (int port = run.fabric().firstPort(node); port < run.fabric().endPort(node); port++) {
      if (run.cabled(port)) {
        ports.add(port);
      }
    }
    return ports;
  }

  static long frames(long bytes) {
    return (bytes + FRAME - 1) / FRAME;
  }

  /** The columns of nccl-tests; times in µs, bandwidths in GB/s of 10⁹ bytes. */
  private static String table(Observed.Table t) {
    double algorithm = t.seconds() <= 0 ? 0 : t.bytes() / t.seconds() / GIGA;
    double bus = algorithm * t.busFactor();
    String row =
        String.format(
            Locale.ROOT,
            "%12d %12d     float     sum      -1 %8.1f %7.2f %7.2f      0 %8.1f %7.2f %7.2f     "
                + " 0%n",
            t.bytes(),
            t.bytes() / 4,
            t.seconds() * 1e6,
            algorithm,
            bus,
            t.seconds() * 1e6,
            algorithm,
            bus);
    return "# nThread 1 nGpus 1 minBytes "
        + t.bytes()
        + " maxBytes "
        + t.bytes()
        + " step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n"
        + "#\n"
        + "# Using devices\n"
        + "#\n"
        + "#                                                              out-of-place             "
        + "          in-place          \n"
        + "#       size         count      type   redop    root     time   algbw   busbw #wrong    "
        + " time   algbw   busbw #wrong\n"
        + "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)           "
        + " (us)  (GB/s)  (GB/s)       \n"
        + row.replace(System.lineSeparator(), "\n")
        + "# Out of bounds values : 0 OK\n"
        + String.format(Locale.ROOT, "# Avg bus bandwidth    : %.5f %n#%n", bus)
            .replace(System.lineSeparator(), "\n");
  }

  /**
   * What NCCL writes when an adapter tells it that its port went down or came back, and when a
   * queue pair has tried to send often enough (status 12 of {@code ibv_wc_status}, vendor error
   * 129).
   */
  private static String log(Observed run) {
    StringBuilder out = new StringBuilder();
    for (int node = 0; node < run.fabric().endpoints(); node++) {
      List<Integer> ports = ports(run, node);
      for (int i = 0; i < ports.size(); i++) {
        for (long n = 0; n < Math.min(MOST_EVENTS, run.downs(ports.get(i))); n++) {
          event(out, run.name(node), i, "port error");
          if (!run.down(ports.get(i))) {
            event(out, run.name(node), i, "port active");
          }
        }
      }
    }
    for (Counters.GaveUp pair : run.gaveUp()) {
      prefix(out, run.name(pair.src()));
      out.append("transport/net_ib.cc:1295 NCCL WARN NET/IB : Got completion from peer ");
      out.append(address(pair.dst())).append("<4243> with status=12 opcode=0 len=0 vendor err 129");
      out.append(" (Send) hca mlx5_0\n");
    }
    return out.isEmpty() ? "" : bootstraps(run) + out;
  }

  /** The address of each host's own network, as NCCL tells it when it starts. */
  private static String bootstraps(Observed run) {
    StringBuilder out = new StringBuilder();
    for (int node = 0; node < run.fabric().endpoints(); node++) {
      prefix(out, run.name(node));
      out.append("NCCL INFO Bootstrap: Using eth0:").append(address(node)).append("<0>\n");
    }
    return out.toString();
  }

  private static String address(int node) {
    int host = node + 1;
    return "10." + (host >> 16 & 0xff) + "." + (host >> 8 & 0xff) + "." + (host & 0xff);
  }

  private static void prefix(StringBuilder out, String host) {
    out.append(host).append(":4242:4300 [0] ");
  }

  private static void event(StringBuilder out, String host, int nic, String what) {
    prefix(out, host);
    out.append("transport/net_ib.cc:94 NCCL WARN NET/IB : mlx5_");
    out.append(nic).append(":1 Got async event : ").append(what).append('\n');
  }

  /** The prompt and the command that print what follows on a node. */
  static String prompt(Observed run, int node, String user, String command) {
    return user + "@" + run.name(node) + ":~# " + command + "\n";
  }
}
