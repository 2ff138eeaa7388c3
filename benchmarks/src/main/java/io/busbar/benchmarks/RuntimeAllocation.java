package io.busbar.benchmarks;

import com.sun.management.ThreadMXBean;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.LocalGroup;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * What a prepared all-reduce allocates on the threads of its ranks once it is compiled: bytes as
 * the JVM counts them per thread, and classes as the flight recorder samples them, over local, shm
 * and tcp. Arguments: operations (100,000), bytes of the buffer (64), ranks (2).
 */
public final class RuntimeAllocation {
  private static final String SAMPLE = "jdk.ObjectAllocationSample";
  private static final String THREAD = "rank-";
  private static final Duration MEET = Duration.ofSeconds(30);
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final int operations;
  private final long bytes;
  private final int ranks;

  private RuntimeAllocation(int operations, long bytes, int ranks) {
    this.operations = operations;
    this.bytes = bytes;
    this.ranks = ranks;
  }

  public static void main(String[] args) throws Exception {
    int operations = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
    long bytes = args.length > 1 ? Long.parseLong(args[1]) : 64;
    int ranks = args.length > 2 ? Integer.parseInt(args[2]) : 2;
    RuntimeAllocation measurement = new RuntimeAllocation(operations, bytes, ranks);
    for (String transport : List.of("local", "shm", "tcp")) {
      measurement.measure(transport);
    }
  }

  private void measure(String transport) throws IOException, InterruptedException {
    AtomicLongArray allocated = new AtomicLongArray(ranks);
    Path folder = Files.createTempDirectory("busbar-allocation-");
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.disable("busbar.Collective"); // an object for each, while it is recorded
      recording.enable(SAMPLE).with("throttle", "off");
      if (transport.equals("local")) {
        LocalGroup.run(ranks, comm -> allocated.set(comm.rank(), named(comm, recording)));
      } else {
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
          int own = rank;
          threads.add(
              Thread.ofPlatform()
                  .start(() -> allocated.set(own, joined(transport, own, folder, recording))));
        }
        for (Thread thread : threads) {
          thread.join();
        }
      }
      recording.stop();
      recording.dump(file);
      print(transport, allocated, sampled(file));
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      }
    }
  }

  private long joined(String transport, int rank, Path folder, Recording recording) {
    Path meet = folder.resolve("meet");
    ProcessGroup group = ProcessGroup.of(Bootstrap.folder(rank, ranks, meet, MEET));
    try (Comm comm =
        transport.equals("tcp")
            ? group.overTcp(TcpOptions.loopback())
            : group.overShm(ShmOptions.DEFAULT)) {
      return named(comm, recording);
    }
  }

  /** Bytes that the counted operations allocate; four times as many run before, to be compiled. */
  private long named(Comm comm, Recording recording) {
    Thread.currentThread().setName(THREAD + comm.rank());
    long count = Math.max(1, bytes / DType.FLOAT32.bytes());
    Buf in = comm.allocate(DType.FLOAT32, count);
    Buf out = comm.allocate(DType.FLOAT32, count);
    Operation operation = comm.prepare(Call.allReduce(in, out, ReduceOp.SUM));
    for (long i = 0; i < 4L * operations; i++) {
      operation.run();
    }
    comm.barrier();
    if (comm.rank() == 0) {
      recording.start();
    }
    comm.barrier();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < operations; i++) {
      operation.run();
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    comm.barrier();
    return allocated;
  }

  private static Map<String, Integer> sampled(Path file) throws IOException {
    Map<String, Integer> classes = new TreeMap<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      boolean sample = event.getEventType().getName().equals(SAMPLE);
      String thread = event.getThread() == null ? "" : event.getThread().getJavaName();
      if (sample && thread != null && thread.startsWith(THREAD)) {
        classes.merge(event.getClass("objectClass").getName(), 1, Integer::sum);
      }
    }
    return classes;
  }

  private void print(String transport, AtomicLongArray allocated, Map<String, Integer> classes) {
    long most = 0;
    for (int rank = 0; rank < ranks; rank++) {
      most = Math.max(most, allocated.get(rank));
    }
    System.out.printf(
        Locale.ROOT,
        "%-5s %d x all_reduce of %d B, %d ranks: %d B allocated by a rank, %.3f B each; flight"
            + " recorder: %s%n",
        transport,
        operations,
        bytes,
        ranks,
        most,
        (double) most / operations,
        classes.isEmpty() ? "no samples" : classes);
  }
}
