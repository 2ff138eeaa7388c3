package io.busbar.benchmarks;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.runtime.aggregate.AggregatorOptions;
import io.busbar.runtime.aggregate.AggregatorServer;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.TcpOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * All-reduce by a ring and through aggregators, in turns, between hosts of network namespaces with
 * cables of 1 Gbit/s: one aggregator with such a cable, one with a cable as fast as all ranks
 * together, and one for each rank. Prints times, and what a rank's host sent by its interface's
 * counter. Needs root; run it as {@code AggregatorRates [ranks] [MB] [rounds] [tool]}.
 */
public final class AggregatorRates {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final String TOKEN = "of this run";
  private static final int PORT = 7000;

  private final List<Comm> comms = new ArrayList<>();
  private final int ranks;
  private final int rounds;
  private final Buf buffer;

  private AggregatorRates(int ranks, int megabytes, int rounds) {
    this.ranks = ranks;
    this.rounds = rounds;
    buffer = Buf.of(new float[megabytes << 18]);
  }

  public static void main(String[] args) throws Exception {
    int ranks = args.length > 0 ? Integer.parseInt(args[0]) : 4;
    int megabytes = args.length > 1 ? Integer.parseInt(args[1]) : 32;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
    String tool = args.length > 3 ? args[3] : "tools/hosts";
    if (args.length < 6) {
      start(tool, ranks, megabytes, rounds);
      return;
    }
    int host = Integer.parseInt(args[4]);
    if (host > ranks) {
      AggregatorOptions options = AggregatorOptions.loopback(TOKEN).withListen(place(host));
      try (AggregatorServer server = AggregatorServer.open(options)) {
        while (server.running()) {
          TimeUnit.SECONDS.sleep(1);
        }
      }
    } else {
      new AggregatorRates(ranks, megabytes, rounds).rank(host, Path.of(args[5]));
    }
  }

  private static void start(String tool, int ranks, int megabytes, int rounds) throws Exception {
    String name = "agg" + ProcessHandle.current().pid();
    int hosts = 2 * ranks + 2;
    Path folder = Files.createTempDirectory("busbar-rates-");
    run(List.of(tool, "up", name, "" + hosts, "1gbit"));
    List<Process> processes = new ArrayList<>();
    try {
      run(List.of(tool, "rate", name, "" + (ranks + 2), ranks + "gbit"));
      for (int host = hosts; host > 0; host--) {
        List<String> command = new ArrayList<>(List.of(tool, "run", name, "" + host));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "--add-modules", "jdk.incubator.vector"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(AggregatorRates.class.getName());
        command.addAll(List.of("" + ranks, "" + megabytes, "" + rounds, tool, "" + host));
        command.add(folder.toString());
        processes.add(new ProcessBuilder(command).inheritIO().start());
        TimeUnit.MILLISECONDS.sleep(host == ranks + 1 ? 3000 : 0); // aggregators come up
      }
      for (Process rank : processes.subList(hosts - ranks, hosts)) {
        rank.waitFor(10, TimeUnit.MINUTES);
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
      run(List.of(tool, "down", name));
      Files.delete(folder);
    }
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException("failed: " + command);
    }
  }

  private static InetSocketAddress place(int host) {
    return new InetSocketAddress(HostsRates.address(host - 1), PORT);
  }

  private void rank(int host, Path folder) throws Exception {
    List<InetSocketAddress> shards = new ArrayList<>();
    for (int i = 0; i < ranks; i++) {
      shards.add(place(ranks + 3 + i));
    }
    try {
      join(host, folder, List.of(place(ranks + 1)));
      join(host, folder, List.of(place(ranks + 2)));
      join(host, folder, shards);
      measure();
    } finally {
      comms.forEach(Comm::close);
    }
  }

  private void join(int host, Path folder, List<InetSocketAddress> aggregators) throws IOException {
    InetAddress own = InetAddress.getByName(HostsRates.address(host - 1));
    TcpOptions tcp =
        TcpOptions.of(List.of(own), "host" + host).withFrozenAfter(Duration.ofSeconds(10));
    Path meet = folder.resolve("meet" + comms.size());
    Bootstrap bootstrap = Bootstrap.folder(host - 1, ranks, meet, PATIENCE);
    comms.add(
        ProcessGroup.of(bootstrap)
            .withAggregators(Aggregators.of(aggregators, TOKEN))
            .overTcp(tcp));
  }

  /** What a turn was like: seconds of the slowest rank, and bytes that this host sent. */
  private record Turn(double seconds, long sent) {}

  private void measure() throws IOException {
    List<String> names =
        List.of(
            "ring",
            "one aggregator, 1 Gbit/s",
            "one aggregator, " + ranks + " Gbit/s",
            ranks + " aggregators, 1 Gbit/s");
    List<Operation> ways = new ArrayList<>();
    ways.add(prepare(comms.getFirst(), Route.of(Algorithm.RING)));
    comms.forEach(comm -> ways.add(prepare(comm, Route.AGGREGATOR)));
    List<List<Turn>> turns = new ArrayList<>();
    names.forEach(way -> turns.add(new ArrayList<>()));
    for (int round = -1; round < rounds; round++) {
      for (int way = 0; way < names.size(); way++) {
        Turn turn = turn(ways.get(way));
        if (round >= 0) {
          turns.get(way).add(turn);
        }
      }
    }
    double ring = median(turns.getFirst());
    for (int way = 0; way < names.size() && comms.getFirst().rank() == 0; way++) {
      double seconds = median(turns.get(way));
      double sent = turns.get(way).stream().mapToLong(Turn::sent).average().orElseThrow();
      System.out.printf(
          Locale.ROOT,
          "%-26s %7.1f ms, %.2f of the ring's; host 1 sent %.4f times the data%n",
          names.get(way),
          1e3 * seconds,
          seconds / ring,
          sent / buffer.bytes());
    }
  }

  private Operation prepare(Comm comm, Route route) {
    return comm.prepare(Call.allReduce(buffer, buffer, ReduceOp.MAX).by(route));
  }

  private Turn turn(Operation way) throws IOException {
    Comm comm = comms.getFirst();
    comm.barrier();
    long before = sent();
    long start = System.nanoTime();
    way.run();
    double[] seconds = new double[ranks];
    double own = (System.nanoTime() - start) / 1e9;
    long bytes = sent() - before;
    comm.allGather(Buf.of(own), Buf.of(seconds));
    return new Turn(Arrays.stream(seconds).max().orElseThrow(), bytes);
  }

  private static double median(List<Turn> turns) {
    double[] sorted = turns.stream().mapToDouble(Turn::seconds).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** Bytes that this host has sent, headers included. */
  private static long sent() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/net/dev"))) {
      if (line.strip().startsWith("eth0:")) {
        return Long.parseLong(line.strip().split("[:\\s]+")[9]);
      }
    }
    throw new IOException("no interface eth0");
  }
}
