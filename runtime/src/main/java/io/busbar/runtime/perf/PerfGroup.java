package io.busbar.runtime.perf;

import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.LocalGroup;
import io.busbar.runtime.comm.ProcessGroup;
import io.busbar.runtime.kernel.Kernels;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import io.busbar.runtime.tuning.Tuning;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs a measurement on ranks of this host: threads, or processes that it starts and ends. */
public final class PerfGroup {
  private static final Duration MEET = Duration.ofSeconds(60);
  private static final long END_SECONDS = 10;
  private static final long MOST_LOG = 2000;

  private PerfGroup() {}

  /** How ranks of one host are connected. */
  public enum Transport {
    /** Threads of this process. */
    LOCAL,
    /** Processes over shared memory. */
    SHM,
    /** Processes over TCP; on the loopback interface when all are on this host. */
    TCP,
    /** Processes over shared memory within a host, and over TCP between hosts. */
    MIXED
  }

  /**
   * Does the work and returns what rank 0 has.
   *
   * @param tuning which routes {@code auto} takes
   * @param aggregators how many are started for it, 0 to 16; only for ranks over TCP
   */
  public static <R> R run(
      PerfWork<R> work, int ranks, Transport transport, Tuning tuning, int aggregators) {
    return transport == Transport.LOCAL
        ? threads(work, ranks, tuning)
        : processes(work, ranks, transport, tuning, aggregators);
  }

  /** Own address when a transport goes over the loopback interface. */
  static @Nullable InetAddress sockets(Transport transport) {
    return transport == Transport.TCP ? InetAddress.getLoopbackAddress() : null;
  }

  private static <R> R threads(PerfWork<R> work, int ranks, Tuning tuning) {
    AtomicReference<@Nullable R> first = new AtomicReference<>();
    LocalGroup.of(ranks)
        .withTuning(tuning)
        .run(comm -> {
          R result = work.run(comm, null);
          if (comm.rank() == 0) {
            first.set(result);
          }
        });
    return Objects.requireNonNull(first.get());
  }

  /** This process is rank 0. */
  private static <R> R processes(
      PerfWork<R> work, int ranks, Transport transport, Tuning tuning, int aggregators) {
    List<Process> others = new ArrayList<>();
    Path folder = null;
    PerfAggregators middle = new PerfAggregators();
    try (middle) {
      folder = Files.createTempDirectory("busbar-perf-");
      middle.start(aggregators, folder);
      for (int rank = 1; rank < ranks; rank++) {
        others.add(start(work, rank, ranks, folder, transport));
      }
      R measured;
      try (Comm comm = join(0, ranks, folder, transport, tuning)) {
        measured = work.run(comm, sockets(transport));
      }
      for (Process other : others) {
        other.waitFor(END_SECONDS, TimeUnit.SECONDS);
      }
      return measured;
    } catch (IOException e) {
      throw new UncheckedIOException("starting ranks", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (RuntimeException e) {
      throw new IllegalStateException(e.getMessage() + said(folder, ranks), e);
    } finally {
      others.forEach(Process::destroyForcibly);
      delete(folder);
    }
  }

  /** What ranks wrote before they ended. */
  private static String said(@Nullable Path folder, int ranks) {
    StringBuilder text = new StringBuilder();
    for (int rank = 1; rank < ranks && folder != null; rank++) {
      Path log = folder.resolve("log-" + rank);
      try {
        if (Files.exists(log) && Files.size(log) > 0 && Files.size(log) < MOST_LOG) {
          text.append("; rank ").append(rank).append(": ").append(Files.readString(log).strip());
        }
      } catch (IOException e) {
        text.append("; rank ").append(rank).append(": ").append(e.getMessage());
      }
    }
    return text.toString();
  }

  private static Process start(
      PerfWork<?> work, int rank, int ranks, Path folder, Transport transport) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    if (Kernels.vectorised()) {
      command.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(PerfWorker.class.getName(), Integer.toString(rank)));
    command.addAll(
        List.of(Integer.toString(ranks), folder.toString(), work.encoded(), transport.name()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("log-" + rank).toFile())
        .start();
  }

  static Comm join(int rank, int ranks, Path folder, Transport transport, Tuning tuning) {
    Path meet = folder.resolve("meet");
    ProcessGroup group =
        ProcessGroup.of(Bootstrap.folder(rank, ranks, meet, MEET))
            .withTuning(tuning)
            .withAggregators(PerfAggregators.in(folder));
    return switch (transport) {
      case TCP -> group.overTcp(TcpOptions.loopback());
      case MIXED -> group.overBoth(ShmOptions.DEFAULT, TcpOptions.loopback());
      case LOCAL, SHM -> group.overShm(ShmOptions.DEFAULT);
    };
  }

  private static void delete(@Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("deleting " + folder, e);
    }
  }
}
