package io.busbar.runtime.preflight;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * How long threads of this agent that send or receive were ready to run but had no processor, by
 * {@code /proc/thread-self/schedstat}. A host that is busy with other work shows here, and not in
 * the network. Where there is no such file, nothing is known and nothing counted.
 */
final class Waits {
  private static final Path SELF = Path.of("/proc/thread-self/schedstat");

  private final LongAdder waitedNs = new LongAdder();
  private final LongAdder streamedNs = new LongAdder();

  /** A thread's share, from now until it is closed by the same thread. */
  final class Span implements AutoCloseable {
    private final long start = System.nanoTime();
    private final long before = waitedByThread();

    private Span() {}

    @Override
    public void close() {
      long after = waitedByThread();
      if (before >= 0 && after >= before) {
        waitedNs.add(after - before);
        streamedNs.add(System.nanoTime() - start);
      }
    }
  }

  Span begin() {
    return new Span();
  }

  /** Nanoseconds since the thread began; -1 when the kernel does not say. */
  private static long waitedByThread() {
    try {
      String[] fields = Files.readString(SELF).strip().split(" ", -1);
      return fields.length < 2 ? -1 : Long.parseLong(fields[1]);
    } catch (IOException | NumberFormatException e) {
      return -1;
    }
  }

  /** What was counted so far, to stand among other counters. */
  Map<String, Long> counted() {
    return Map.of(Counters.WAITED, waitedNs.sum(), Counters.STREAMED, streamedNs.sum());
  }
}
