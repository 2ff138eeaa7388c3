package io.busbar.simulate.emit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files that operators would gather after a run: {@code nccl-tests.txt}, for Ethernet {@code
 * ethtool -S}, {@code rdma link} and SONiC's counters, for InfiniBand {@code perfquery}, {@code
 * ibstat} and {@code iblinkinfo}, and NCCL's log of ranks that gave up. Deterministic. Stateless.
 */
public final class Artefacts {
  private static final double GIGA = 1e9;
  private static final long FRAME = 4096;

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
        files.put(name + "/perfquery.txt", InfinibandTexts.perfquery(run, node, ports));
        if (!run.forwards(node)) {
          files.put(name + "/ibstat.txt", InfinibandTexts.ibstat(run, node, ports));
        }
      } else if (run.forwards(node)) {
        files.put(name + "/counters.txt", EthernetTexts.switchCounters(run, node, ports));
      } else {
        files.put(name + "/rdma-link.txt", EthernetTexts.rdmaLink(run, ports));
        for (int i = 0; i < ports.size(); i++) {
          files.put(name + "/ethtool-S-eth" + i + ".txt", EthernetTexts.ethtool(run, ports.get(i)));
        }
      }
    }
    if (run.infiniband()) {
      files.put("iblinkinfo.txt", InfinibandTexts.links(run));
    }
    if (!run.stuck().isEmpty()) {
      files.put("nccl.log", log(run));
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
            "%12d %12d     float     sum      -1 %8.1f %7.2f %7.2f      0 %8.1f %7.2f %7.2f      0%n",
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
        + "#\n# Using devices\n#\n"
        + "#                                                              out-of-place                       in-place          \n"
        + "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong\n"
        + "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       \n"
        + row.replace(System.lineSeparator(), "\n")
        + "# Out of bounds values : 0 OK\n"
        + String.format(Locale.ROOT, "# Avg bus bandwidth    : %.5f %n#%n", bus).replace(System.lineSeparator(), "\n");
  }

  /** A sender whose packets nobody acknowledges gives up after its retries (status 12). */
  private static String log(Observed run) {
    StringBuilder out = new StringBuilder();
    for (int rank : run.stuck()) {
      String host = run.name(Math.min(rank, run.fabric().nodes() - 1));
      out.append(host)
          .append(":4242:4300 [0] transport/net_ib.cc:1295 NCCL WARN NET/IB : Got completion from peer 10.0.0.")
          .append(rank % 250 + 1)
          .append("<53249> with status=12 opcode=129 len=0 vendor err 129 (Send)\n");
    }
    return out.toString();
  }
}
