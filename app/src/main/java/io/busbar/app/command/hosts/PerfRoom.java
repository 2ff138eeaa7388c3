package io.busbar.app.command.hosts;

import com.sun.management.OperatingSystemMXBean;
import io.busbar.app.call.Refusal;
import io.busbar.runtime.perf.PerfGroup;
import io.busbar.runtime.transport.ShmOptions;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** Whether the buffers of a measurement fit into this host, asked before anything is allocated. */
public final class PerfRoom {
  private static final long MIB = 1 << 20;

  private PerfRoom() {}

  /**
   * Refuses sizes for which there is no room.
   *
   * @param last the size as it was typed
   * @param bytes of the largest buffer; every rank has two
   */
  static void check(String last, long bytes, int ranks, PerfGroup.Transport transport) {
    long most = perRank(ranks, transport) / 2;
    if (bytes > most) {
      String expected =
          "at most "
              + most / MIB
              + "M for "
              + ranks
              + " ranks over "
              + transport.name().toLowerCase(Locale.ROOT)
              + ", of which every one holds it twice";
      throw Refusal.of("-e", last, expected, "fewer ranks need less");
    }
  }

  /** Buffers are outside the heap, where a JVM may have as much as in it, or in /dev/shm. */
  private static long perRank(int ranks, PerfGroup.Transport transport) {
    long jvm = Runtime.getRuntime().maxMemory();
    return switch (transport) {
      case LOCAL -> jvm / ranks;
      case TCP -> Math.min(jvm, memory() / ranks);
      case SHM, MIXED -> ShmOptions.DEFAULT.heapBytes(ranks);
    };
  }

  private static long memory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }
}
