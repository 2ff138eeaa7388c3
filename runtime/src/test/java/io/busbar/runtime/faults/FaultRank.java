package io.busbar.runtime.faults;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.aggregate.AggregatorOptions;
import io.busbar.runtime.aggregate.AggregatorServer;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.error.CollectiveException;
import io.busbar.runtime.error.PeerFailedException;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A rank as a process that takes part in one trial after the other: reads tasks from its input, and
 * says line by line what it lives through. A task goes on until the group fails. Or an aggregator,
 * when it is told so.
 */
final class FaultRank {
  private static final String TOKEN = "of this test";
  private static final int PORT = 7000;
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static volatile Optional<Comm> current = Optional.empty();

  private FaultRank() {}

  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    SocketChannel.open().close(); // the first close keeps a socket for all others
    say("up");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals("abort")) {
        current.orElseThrow().abort("as it was told");
      } else if (line.startsWith("aggregator ")) {
        InetSocketAddress place = new InetSocketAddress(line.split(" ")[1], PORT);
        AggregatorServer.open(AggregatorOptions.loopback(TOKEN).withListen(place));
        say("ready");
      } else {
        String[] task = line.split(" ");
        Thread.ofPlatform().name("trial").start(() -> trial(task));
      }
    }
    System.exit(0);
  }

  private static void say(String what) {
    System.out.println(what);
  }

  private static void trial(String... task) {
    try {
      int before = sockets();
      try (Comm comm = join(task)) {
        current = Optional.of(comm);
        Operation operation = prepare(comm, task);
        if (task[11].equals("NONE")) {
          operation.run();
        } else {
          work(comm, operation, task[10]);
        }
      }
      say(("end " + leftovers(before)).strip());
    } catch (Throwable thrown) {
      say("broke " + thrown);
      thrown.printStackTrace(System.out);
    }
  }

  private static Comm join(String... task) throws IOException {
    Bootstrap bootstrap =
        Bootstrap.folder(
            Integer.parseInt(task[0]), Integer.parseInt(task[1]), Path.of(task[2]), DEADLINE);
    ProcessGroup group = ProcessGroup.of(bootstrap).withTimeout(DEADLINE);
    ShmOptions shm = ShmOptions.DEFAULT.withHeap(32 << 20);
    TcpOptions tcp = TcpOptions.of(List.of(InetAddress.getByName(task[4])), task[5]);
    return switch (task[3]) {
      case "shm" -> group.overShm(shm);
      case "tcp" -> group.overTcp(tcp);
      case "aggregated" -> {
        InetSocketAddress place = new InetSocketAddress(task[5], PORT);
        yield group.withAggregators(Aggregators.of(List.of(place), TOKEN)).overTcp(tcp);
      }
      default -> group.overBoth(shm, tcp);
    };
  }

  private static Operation prepare(Comm comm, String... task) {
    CollectiveOp op = CollectiveOp.valueOf(task[6]);
    int n = comm.size();
    long count = Math.max(n, Long.parseLong(task[8]) / 4 / n * n);
    boolean visible = Boolean.parseBoolean(task[9]);
    Buf whole = buffer(comm, visible, count);
    Buf other = buffer(comm, visible, count);
    Call call =
        switch (op) {
          case ALL_REDUCE -> Call.allReduce(whole, other, ReduceOp.SUM);
          case ALL_GATHER -> Call.allGather(whole.slice(0, count / n), other);
          case REDUCE_SCATTER -> Call.reduceScatter(whole, other.slice(0, count / n), ReduceOp.SUM);
          case BROADCAST -> Call.broadcast(whole, n - 1);
          case ALL_TO_ALL -> Call.allToAll(whole, other);
          default -> throw new IllegalArgumentException(task[6]);
        };
    return comm.prepare(call.by(Route.named(task[7], op).orElseThrow()));
  }

  private static Buf buffer(Comm comm, boolean visible, long count) {
    return visible
        ? comm.allocate(DType.FLOAT32, count)
        : Buf.of(new float[Math.toIntExact(count)]);
  }

  private static void work(Comm comm, Operation operation, String how) throws InterruptedException {
    try {
      operation.run();
      say("ready");
      while (true) {
        switch (how) {
          case "SPLIT" -> split(comm);
          case "BACKGROUND" -> operation.start().await();
          default -> operation.run();
        }
      }
    } catch (CollectiveException e) {
      threw(e);
      survive(comm);
    }
  }

  /**
   * What is wrong with a part of the group is wrong with the group, or will be at the next beat.
   */
  private static void split(Comm comm) throws InterruptedException {
    try (Comm part = comm.split(comm.rank() % 2, comm.rank())) {
      part.barrier();
    } catch (CollectiveException | UncheckedIOException e) {
      Thread.sleep(300);
      while (true) {
        comm.barrier();
      }
    }
  }

  private static void threw(CollectiveException e) {
    String type = e.getClass().getSimpleName();
    say("threw " + type + " " + e.failedRank() + " " + System.nanoTime() + " " + e.getMessage());
  }

  private static void survive(Comm comm) {
    Comm smaller;
    long start = System.nanoTime();
    try {
      smaller = comm.shrink();
    } catch (IllegalStateException e) {
      say("out " + e.getMessage());
      return;
    }
    try (smaller) {
      long took = System.nanoTime() - start;
      try {
        check(smaller);
        say("right " + smaller.rank() + " " + smaller.size() + " " + took / 1000);
      } catch (PeerFailedException e) {
        say("again " + e.getMessage());
        survive(smaller);
      }
    }
  }

  private static void check(Comm comm) {
    int n = comm.size();
    for (int count : new int[] {1, 30_000, 1000}) {
      int[] values = new int[count];
      Arrays.setAll(values, i -> comm.rank() + i);
      comm.allReduce(Buf.of(values), ReduceOp.SUM);
      for (int i = 0; i < count; i++) {
        if (values[i] != n * (n - 1) / 2 + n * i) {
          throw new IllegalStateException("element " + i + " is " + values[i] + ", which is wrong");
        }
      }
    }
  }

  /** Threads of the library and sockets that were not there before; nothing when there are none. */
  private static String leftovers(int before) throws Exception {
    StringBuilder left = new StringBuilder();
    for (int tries = 0; tries < 20; tries++) {
      left.setLength(0);
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().startsWith("busbar")) {
          left.append(thread.getName()).append("; ");
        }
      }
      int more = sockets() - before;
      left.append(more > 0 ? more + " sockets" : "");
      if (left.isEmpty()) {
        return "";
      }
      Thread.sleep(20);
    }
    return left.toString();
  }

  private static int sockets() throws IOException {
    int sockets = 0;
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path file : open) {
        if (Files.isSymbolicLink(file)
            && Files.readSymbolicLink(file).toString().startsWith("socket:")) {
          sockets++;
        }
      }
    }
    return sockets;
  }
}
