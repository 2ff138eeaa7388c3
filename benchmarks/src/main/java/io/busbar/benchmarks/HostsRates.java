package io.busbar.benchmarks;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.transport.TcpOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A ring and an incast between hosts of network namespaces, in turns with plain sockets between the
 * same hosts. Needs root; arguments are {@code key=value}: hosts, rate (of each cable), mb (of the
 * ring's buffer), ways (of the ring, by semicolons), incast (MB that each host sends; 0 for none),
 * rounds, streams, slot (KiB), slots, tool.
 */
public final class HostsRates {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final double LINE = 0.956 / 8;
  private static final String DEFAULTS =
      "hosts=4 rate=1gbit mb=32 ways=ring incast=16 rounds=5 streams=2 slot=256 slots=4"
          + " tool=tools/hosts";

  private final Comm comm;
  private final String address;
  private final Map<String, String> keys;

  private HostsRates(Comm comm, Map<String, String> keys) {
    this.comm = comm;
    this.keys = keys;
    this.address = address(comm.rank());
  }

  /** Of the host that a rank is on. */
  static String address(int rank) {
    return "10.77.0." + (rank + 1);
  }

  public static void main(String[] args) throws Exception {
    Map<String, String> keys = new HashMap<>();
    for (String arg : (DEFAULTS + " " + String.join(" ", args)).strip().split(" ")) {
      int equals = arg.indexOf('=');
      keys.put(arg.substring(0, equals), arg.substring(equals + 1));
    }
    if (keys.containsKey("rank")) {
      rank(keys);
    } else {
      start(keys, args);
    }
  }

  private static void start(Map<String, String> keys, String... args) throws Exception {
    String tool = keys.get("tool");
    String name = "rates" + ProcessHandle.current().pid();
    int hosts = Integer.parseInt(keys.get("hosts"));
    Path folder = Files.createTempDirectory("busbar-rates-");
    run(List.of(tool, "up", name, keys.get("hosts"), keys.get("rate")));
    List<Process> ranks = new ArrayList<>();
    try {
      for (int rank = 0; rank < hosts; rank++) {
        List<String> command = new ArrayList<>(List.of(tool, "run", name, "" + (rank + 1)));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
        command.add(HostsRates.class.getName());
        command.addAll(List.of(args));
        command.addAll(List.of("rank=" + rank, "meet=" + folder.resolve("meet")));
        ranks.add(new ProcessBuilder(command).inheritIO().start());
      }
      for (Process rank : ranks) {
        rank.waitFor(10, TimeUnit.MINUTES);
      }
    } finally {
      ranks.forEach(Process::destroyForcibly);
      run(List.of(tool, "down", name));
      Files.delete(folder);
    }
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException("failed: " + command);
    }
  }

  private static void rank(Map<String, String> keys) throws Exception {
    int rank = Integer.parseInt(keys.get("rank"));
    int ranks = Integer.parseInt(keys.get("hosts"));
    SlotSize slots =
        new SlotSize(Integer.parseInt(keys.get("slot")) << 10, Integer.parseInt(keys.get("slots")));
    TcpOptions options =
        TcpOptions.of(List.of(InetAddress.getByName(address(rank))), "host" + rank)
            .withFrozenAfter(PATIENCE) // starting so many virtual machines starves some of them
            .withStreams(Integer.parseInt(keys.get("streams")))
            .withSlots(slots);
    Bootstrap bootstrap = Bootstrap.folder(rank, ranks, Path.of(keys.get("meet")), PATIENCE);
    try (Comm comm = ProcessGroup.of(bootstrap).overTcp(options)) {
      HostsRates rates = new HostsRates(comm, keys);
      rates.ring();
      rates.incast();
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  /** What a turn was like: seconds of each rank, and segments that were sent again. */
  private record Turn(double[] seconds, long again) {
    double slowest() {
      return Arrays.stream(seconds).max().orElseThrow();
    }

    /** The slowest of some ranks against the fastest. */
    double spread(int first) {
      double fastest = Arrays.stream(seconds, first, seconds.length).min().orElseThrow();
      return Arrays.stream(seconds, first, seconds.length).max().orElseThrow() / fastest;
    }
  }

  private Turn turn(Work work) throws Exception {
    comm.barrier();
    long again = sentAgain();
    long start = System.nanoTime();
    work.run();
    double[] seconds = new double[comm.size()];
    comm.allGather(Buf.of((System.nanoTime() - start) / 1e9), Buf.of(seconds));
    long[] all = {sentAgain() - again};
    comm.allReduce(Buf.of(all), ReduceOp.SUM);
    return new Turn(seconds, all[0]);
  }

  private static long sentAgain() throws IOException {
    List<String> tcp =
        Files.readAllLines(Path.of("/proc/net/snmp")).stream()
            .filter(line -> line.startsWith("Tcp:"))
            .toList();
    int column = Arrays.asList(tcp.getFirst().split(" ", -1)).indexOf("RetransSegs");
    return Long.parseLong(tcp.getLast().split(" ", -1)[column]);
  }

  private int key(String name) {
    return Integer.parseInt(keys.get(name));
  }

  private void ring() throws Exception {
    long bytes = (long) key("mb") << 20;
    Buf buffer = Buf.of(new float[(int) (bytes / 4)]);
    long moved = 2 * bytes * (comm.size() - 1) / comm.size();
    try (PlainSockets plain = PlainSockets.ring(comm, address, 1)) {
      for (String way : keys.getOrDefault("ways", "auto").split(";")) {
        Route route = Route.named(way, CollectiveOp.ALL_REDUCE).orElseThrow();
        Call call = Call.allReduce(buffer, buffer, ReduceOp.SUM).by(route);
        Operation sum = comm.prepare(call);
        compare("all_reduce, " + way, moved, 0, sum::run, () -> plain.move(moved, moved));
      }
    }
  }

  /** Every other rank sends to rank 0, whose cable is the narrow place. */
  private void incast() throws Exception {
    int n = comm.size();
    long bytes = (long) key("incast") << 20;
    if (bytes == 0) {
      return;
    }
    Buf input = Buf.of(new float[(int) (bytes / 4)]);
    Buf output = comm.rank() == 0 ? Buf.of(new float[(int) (bytes / 4 * n)]) : input;
    Operation gather = comm.prepare(Call.gather(input, output, 0).by(Route.of(Algorithm.DIRECT)));
    long moved = bytes * (n - 1);
    try (PlainSockets plain = PlainSockets.incast(comm, address, key("streams"))) {
      compare("incast, gather", moved, 1, gather::run, () -> plain.move(bytes, moved));
    }
  }

  private void compare(String name, long bytes, int first, Work ours, Work plain) throws Exception {
    turn(ours);
    turn(plain);
    List<Turn> left = new ArrayList<>();
    List<Turn> right = new ArrayList<>();
    for (int round = 0; round < key("rounds"); round++) {
      left.add(turn(ours));
      right.add(turn(plain));
    }
    double own = print(name, bytes, first, left);
    double other = print(name + ", plain sockets", bytes, first, right);
    if (comm.rank() == 0) {
      System.out.printf(Locale.ROOT, "%-34s %5.1f %% of plain sockets%n", "", 100 * own / other);
    }
  }

  /** Prints the median turn and returns its rate. */
  private double print(String name, long bytes, int first, List<Turn> turns) {
    double[] sorted = turns.stream().mapToDouble(Turn::slowest).sorted().toArray();
    double rate = bytes / sorted[sorted.length / 2] / 1e9;
    double[] spread = turns.stream().mapToDouble(turn -> turn.spread(first)).sorted().toArray();
    long again = turns.stream().mapToLong(Turn::again).sum();
    if (comm.rank() == 0) {
      System.out.printf(
          Locale.ROOT,
          "%-34s %.4f GB/s, %5.1f %% of a 1 Gbit/s line; best %.4f; slowest/fastest rank %.2f;"
              + " %d segments sent again%n",
          name,
          rate,
          100 * rate / LINE,
          bytes / sorted[0] / 1e9,
          spread[spread.length / 2],
          again);
    }
    return rate;
  }
}
