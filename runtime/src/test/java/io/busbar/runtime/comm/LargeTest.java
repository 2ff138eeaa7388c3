package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.ShmOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * More bytes, and more elements, than an int counts: two ranks with 2 GiB and a little each, in
 * place. Needs 8 GiB, some seconds and {@code -Dbusbar.large=true}.
 */
class LargeTest {
  private static final long BYTES = (1L << 31) + 192;
  private static final long NEEDED = 8L << 30;
  private static final Path SHM = Path.of("/dev/shm");

  @BeforeEach
  void there_is_room() throws IOException {
    assumeTrue(Boolean.getBoolean("busbar.large"), "asked for with -Dbusbar.large=true");
    Path memory = Path.of("/proc/meminfo");
    assumeTrue(Files.isReadable(memory), "needs /proc/meminfo");
    long free =
        Files.readAllLines(memory).stream()
            .filter(line -> line.startsWith("MemAvailable:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
            .sum();
    assumeTrue(free >= NEEDED, () -> "needs 8 GiB of memory; there are " + (free >> 20) + " MiB");
    assumeTrue(
        Files.isWritable(SHM) && Files.getFileStore(SHM).getUsableSpace() >= NEEDED,
        "needs 8 GiB in /dev/shm");
  }

  @Test
  void threads_reduce_more_than_an_int_counts() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment[] memory = {map(arena), map(arena)};
      LocalGroup.run(
          2,
          comm -> {
            MemorySegment own = memory[comm.rank()];
            check(comm, Buf.of(DType.INT8, own), Route.AUTO);
            check(comm, Buf.of(DType.FLOAT32, own), Route.of(Algorithm.RING));
          });
    }
  }

  @Test
  void processes_reduce_more_than_an_int_counts() {
    ShmOptions options = new ShmOptions(SHM, BYTES + 4096, Duration.ofSeconds(60));
    Threads.run(
        2,
        bootstrap -> ProcessGroup.of(bootstrap).overShm(options),
        comm -> {
          MemorySegment own = comm.allocate(DType.INT8, BYTES).memory();
          check(comm, Buf.of(DType.INT8, own), Route.AUTO);
        });
  }

  /** Not counted as direct memory of the JVM, which may have less. */
  private static MemorySegment map(Arena arena) {
    try (FileChannel file =
        FileChannel.open(
            Files.createTempFile(SHM, "busbar-large-", ""),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Zeros everywhere, but for some places that would be hit if an offset lost its high bits. */
  private static void check(Comm comm, Buf buffer, Route route) {
    MemorySegment memory = buffer.memory();
    long count = buffer.count();
    long[] places = {0, 1, count / 2 - 1, count / 2, count - 130, count - 1};
    for (long place : places) {
      Numbers.set(buffer, place, comm.rank() + place % 50);
    }
    comm.prepare(Call.allReduce(buffer, buffer, ReduceOp.SUM).by(route)).run();
    for (long place : places) {
      assertThat(Numbers.get(buffer, place))
          .as("element %d", place)
          .isEqualTo(1 + 2 * (place % 50));
      Numbers.set(buffer, place, 0);
    }
    assertThat(memory.asSlice(1).mismatch(memory.asSlice(0, BYTES - 1))).isEqualTo(-1);
    comm.barrier();
  }
}
