package io.busbar.runtime.faults;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Random;

/**
 * The wall clock of a process, which jumps to and fro by up to a year. A library that is compiled
 * for it stands in front of the system's own.
 */
final class WallClock implements AutoCloseable {
  private static final Path SOURCE = Path.of("src/test/resources/wall-clock.c");
  private static final int YEAR_S = 365 * 86_400;
  private static final long JUMP_MS = 40;

  private final Path file;
  private final Thread thread;
  private volatile boolean closed;

  WallClock(Path file, long seed) throws IOException {
    this.file = file;
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer seconds = channel.map(MapMode.READ_WRITE, 0, Long.BYTES);
      seconds.order(ByteOrder.nativeOrder());
      thread = Thread.ofPlatform().daemon().start(() -> jump(seconds, new Random(seed)));
    }
  }

  private void jump(MappedByteBuffer seconds, Random random) {
    while (!closed) {
      seconds.putLong(0, random.nextInt(-YEAR_S, YEAR_S));
      try {
        Thread.sleep(JUMP_MS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** What a process is started with; the test is skipped where there is no compiler. */
  Map<String, String> environment() throws IOException, InterruptedException {
    Path library = Path.of("target", "wall-clock.so").toAbsolutePath();
    if (!Files.exists(library)) {
      try {
        Path made = Files.createTempFile(library.getParent(), "wall-clock", ".so");
        int code =
            new ProcessBuilder("cc", "-shared", "-fPIC", "-O1", "-o", made.toString(), "" + SOURCE)
                .start()
                .waitFor();
        assumeTrue(code == 0, "needs a C compiler");
        Files.move(made, library);
      } catch (IOException e) {
        assumeTrue(false, "needs a C compiler: " + e.getMessage());
      }
    }
    return Map.of("LD_PRELOAD", library.toString(), "WALL_CLOCK", file.toString());
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
