package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.busbar.runtime.aggregate.AggregatorOptions;
import io.busbar.runtime.aggregate.AggregatorServer;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.error.CollectiveAbortedException;
import io.busbar.runtime.error.CollectiveException;
import io.busbar.runtime.error.CollectiveMismatchException;
import io.busbar.runtime.error.PeerFailedException;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.TcpOptions;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Groups of all transports come, compute, are split, lose ranks, shrink and go, again and again:
 * memory, descriptors and threads do not grow. {@code -Dbusbar.soak=30} does that for 30 minutes,
 * and prints a line each minute; {@code -Dbusbar.seed=7} takes other groups.
 */
class SoakTest {
  private static final String TOKEN = "of this soak";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final TcpOptions TCP =
      TcpOptions.loopback().withFrozenAfter(Duration.ofSeconds(15));
  private static final ShmOptions SHM = ShmOptions.DEFAULT.withHeap(1 << 20);

  /** What ranks do after they have computed. */
  private enum End {
    CLOSE,
    ABORT,
    LEAVE,
    MISMATCH,
    THROW
  }

  /** What is held after the groups of a while have gone. */
  private record Held(long heap, long direct, long resident, long descriptors, int threads) {
    static Held now() throws IOException, InterruptedException {
      for (int i = 0; i < 5; i++) {
        System.gc();
        TimeUnit.MILLISECONDS.sleep(50); // memory of arenas is freed by a thread
      }
      long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      long direct =
          ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
              .mapToLong(BufferPoolMXBean::getMemoryUsed)
              .sum();
      UnixOperatingSystemMXBean system =
          (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      String pages = Files.readString(Path.of("/proc/self/statm")).split(" ")[1];
      return new Held(
          used,
          direct,
          Long.parseLong(pages) * 4096,
          system.getOpenFileDescriptorCount(),
          Thread.activeCount());
    }

    String text() {
      return "heap %.1f MB, direct %.1f MB, resident %.0f MB, %d descriptors, %d threads"
          .formatted(heap / 1e6, direct / 1e6, resident / 1e6, descriptors, threads);
    }
  }

  private final AtomicInteger faults = new AtomicInteger();
  private String last = "";
  private final AtomicInteger groups = new AtomicInteger();

  @Test
  void nothing_grows() throws Exception {
    int minutes = Integer.getInteger("busbar.soak", 0);
    long step = minutes > 0 ? TimeUnit.MINUTES.toNanos(1) : TimeUnit.SECONDS.toNanos(1);
    SplittableRandom random = new SplittableRandom(Long.getLong("busbar.seed", 1));
    List<Held> held = new ArrayList<>();
    try (AggregatorServer server = AggregatorServer.open(AggregatorOptions.loopback(TOKEN))) {
      Aggregators middle = Aggregators.of(List.of(server.address()), TOKEN);
      for (int part = 0; part < Math.max(3, minutes); part++) {
        long end = System.nanoTime() + step;
        while (System.nanoTime() - end < 0) {
          try {
            group(random.split(), middle);
          } catch (AssertionError e) {
            throw new AssertionError(last, e);
          }
        }
        held.add(Held.now());
        if (minutes > 0) {
          System.out.printf(
              "minute %d: %s; %d groups, %d faults%n",
              part + 1, held.getLast().text(), groups.get(), faults.get());
        }
      }
    }
    judge(held, minutes);
    assertThat(faults.get()).isPositive();
  }

  /**
   * The first minutes load classes and compile; then the most that was held in the last third is
   * held against that of the second.
   */
  private static void judge(List<Held> held, int minutes) throws IOException {
    Held before = most(held.subList(held.size() / 3, held.size() * 2 / 3));
    Held after = most(held.subList(held.size() * 2 / 3, held.size()));
    assertThat(after.descriptors).isLessThanOrEqualTo(before.descriptors + 3);
    assertThat(after.threads).isLessThanOrEqualTo(before.threads + 1);
    if (minutes >= 10) {
      assertThat(after.heap).isLessThan(before.heap * 11 / 10 + (4 << 20));
      assertThat(after.direct).isLessThan(before.direct * 11 / 10 + (8 << 20));
      assertThat(after.resident).isLessThan(before.resident * 12 / 10 + (32 << 20));
    }
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      String own = "-" + ProcessHandle.current().pid();
      assertThat(files.map(Path::toString)).noneMatch(name -> name.contains(own));
    }
  }

  private static Held most(List<Held> held) {
    return held.stream()
        .reduce((a, b) ->
            new Held(
                Math.max(a.heap, b.heap),
                Math.max(a.direct, b.direct),
                Math.max(a.resident, b.resident),
                Math.max(a.descriptors, b.descriptors),
                Math.max(a.threads, b.threads)))
        .orElseThrow();
  }

  private void group(SplittableRandom random, Aggregators middle) {
    int ranks = random.nextInt(2, 5);
    int kind = random.nextInt(5);
    End end = random.nextInt(2) == 0 ? End.CLOSE : End.values()[random.nextInt(1, 5)];
    int odd = random.nextInt(ranks);
    long seed = random.nextLong();
    groups.incrementAndGet();
    last = ranks + " ranks, transport " + kind + ", " + end + " of rank " + odd;
    if (kind == 0) {
      LocalGroup.run(ranks, comm -> rank(comm, seed, end, odd));
      return;
    }
    Threads.run(
        ranks,
        bootstrap -> {
          ProcessGroup group = ProcessGroup.of(bootstrap).withTimeout(PATIENCE);
          String host = "h" + bootstrap.rank() / 2;
          return switch (kind) {
            case 1 -> group.overShm(SHM);
            case 2 -> group.overTcp(TCP.withSigned(seed % 2 == 0));
            case 3 -> group.overBoth(SHM, TCP.withHost(host));
            default -> group.withAggregators(middle).overTcp(TCP);
          };
        },
        comm -> rank(comm, seed, end, odd));
  }

  private void rank(Comm comm, long seed, End end, int odd) {
    SplittableRandom random = new SplittableRandom(seed);
    try {
      usual(comm, random);
    } catch (CollectiveException e) {
      // Another rank may be ahead, and end the group or miss one that left.
      if (end == End.CLOSE) {
        throw e;
      }
      right(e, end, odd);
      return;
    }
    if (end == End.CLOSE || end == End.LEAVE && comm.rank() == odd) {
      return;
    }
    try {
      strange(comm, end, comm.rank() == odd);
      while (true) {
        compute(comm, random);
      }
    } catch (CollectiveException e) {
      right(e, end, odd);
    } catch (IllegalArgumentException e) {
      assertThat(end).isEqualTo(End.THROW);
      faults.incrementAndGet();
      comm.abort("a wrong call: " + e.getMessage());
    }
  }

  private void right(CollectiveException e, End end, int odd) {
    faults.incrementAndGet();
    Class<?> type =
        switch (end) {
          case MISMATCH -> CollectiveMismatchException.class;
          case LEAVE -> PeerFailedException.class;
          default -> CollectiveAbortedException.class;
        };
    assertThat(e).isInstanceOf(type);
    boolean above = e.getMessage().contains("of the group this one is a part of");
    if (end != End.MISMATCH && !above) {
      assertThat(e.failedRank()).as(e.getMessage()).isEqualTo(odd);
    }
  }

  private static void usual(Comm comm, SplittableRandom random) {
    for (int i = random.nextInt(1, 8); i > 0; i--) {
      compute(comm, random);
    }
    if (random.nextInt(3) == 0) {
      try (Comm part = comm.split(comm.rank() % 2, 0)) {
        int[] sum = {1};
        part.allReduce(Buf.of(sum), ReduceOp.SUM);
        assertThat(sum[0]).isEqualTo(part.size());
      }
    }
  }

  private static void strange(Comm comm, End end, boolean odd) {
    if (odd && end == End.ABORT) {
      comm.abort("enough");
    }
    if (odd && end == End.MISMATCH) {
      comm.allReduce(Buf.of(new int[7]), ReduceOp.MAX);
    }
    if (odd && end == End.THROW) {
      comm.broadcast(Buf.of(new int[3]), comm.size());
    }
  }

  private static void compute(Comm comm, SplittableRandom random) {
    int size = comm.size();
    int count = 1 << random.nextInt(15);
    int root = random.nextInt(size);
    int[] data = new int[count];
    switch (random.nextInt(5)) {
      case 0 -> {
        data[count - 1] = comm.rank();
        comm.allReduce(Buf.of(data), ReduceOp.SUM);
        assertThat(data[count - 1]).isEqualTo(size * (size - 1) / 2);
      }
      case 1 -> {
        data[0] = comm.rank() + 1;
        comm.broadcast(Buf.of(data), root);
        assertThat(data[0]).isEqualTo(root + 1);
      }
      case 2 -> {
        int[] all = new int[count * size];
        data[0] = comm.rank();
        comm.allGather(Buf.of(data), Buf.of(all));
        assertThat(all[count * (size - 1)]).isEqualTo(size - 1);
      }
      case 3 -> {
        data[0] = comm.rank();
        Call call = Call.allReduce(Buf.of(data), Buf.of(data), ReduceOp.MAX);
        comm.prepare(call).start().await();
        assertThat(data[0]).isEqualTo(size - 1);
      }
      default -> comm.barrier();
    }
  }
}
